import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { confirm } from '../../../web/ui/confirm.ts';
import { counted } from '../../../web/ui/format.ts';
import { candidates } from '../contract.ts';
import { LEAD_SCRAPER } from '../paths.ts';

export interface CandidateActs {
  busy: boolean;
  submit: (ids: string[]) => Promise<void>;
  dismiss: (ids: string[]) => Promise<void>;
  markInformed: (ids: string[]) => Promise<void>;
}

/** Actions on one or many candidates. */
export function useCandidateActs(onDone: () => void): CandidateActs {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<{ changed: number }>, said: (count: number) => string) => {
    setBusy(true);
    try {
      const { changed } = await act();
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' &&
          (path.startsWith(LEAD_SCRAPER.crawls) || path.startsWith(LEAD_SCRAPER.candidates)),
      });
      toast({ type: 'success', title: said(changed) });
      onDone();
    } catch (error) {
      toast({ type: 'error', title: 'The candidates did not change', description: messageFor(error, 'Try again.') });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    submit: (ids) =>
      run(
        () => call(candidates.submit, { body: { ids } }),
        (count) =>
          count === 0
            ? 'These candidates were submitted before'
            : `${counted(count, 'candidate')} submitted for approval`,
      ),
    markInformed: (ids) =>
      run(
        () => call(candidates.setNotice, { body: { ids, notice: 'sent' } }),
        (count) => `Notice noted for ${counted(count, 'person', 'people')}`,
      ),
    async dismiss(ids) {
      const yes = await confirm({
        title: `Dismiss ${counted(ids.length, 'candidate')}?`,
        description: 'What was found about them is erased.',
        action: 'Dismiss',
        tone: 'danger',
      });
      if (yes)
        await run(
          () => call(candidates.dismiss, { body: { ids } }),
          (count) => `${counted(count, 'candidate')} dismissed`,
        );
    },
  };
}
