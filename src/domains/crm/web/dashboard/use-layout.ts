import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { underWay } from '../../../../web/api/pending-changes.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { dashboard, type DashboardLayout } from '../../contract/dashboard.ts';

const key = () => read(dashboard.get).queryKey;

/**
 * How the dashboard is arranged, and changes of it: at once on screen, one save after the other, the last one wins.
 *
 * @param kept as the server told it last; older than what is on its way, which counts until the server has it
 */
export function useLayout(kept: DashboardLayout | undefined) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<DashboardLayout | null>(null);
  const saves = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(0);

  /** Does `work` after what is under way, and shows what it answers. */
  const inTurn = useCallback(
    (work: () => Promise<DashboardLayout>, failure: string) => {
      const turn = ++latest.current;
      saves.current = underWay(
        saves.current.then(async () => {
          try {
            const layout = await work();
            // An answer that was asked for before must not come after.
            await client.cancelQueries({ queryKey: key() });
            client.setQueryData(read(dashboard.get).queryKey, (data) => data && { ...data, layout });
          } catch (error) {
            toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
          }
          if (turn !== latest.current) return;
          setWanted(null);
          await client.invalidateQueries({ queryKey: key() });
        }),
      );
    },
    [client],
  );

  const save = useCallback(
    (widgets: DashboardLayout['widgets']) => {
      setWanted({ widgets });
      inTurn(async () => {
        await call(dashboard.arrange, { body: { widgets } });
        return { widgets };
      }, 'Couldn’t save the dashboard');
    },
    [inTurn],
  );
  const reset = useCallback(() => inTurn(() => call(dashboard.reset), 'Couldn’t reset the dashboard'), [inTurn]);
  return { layout: wanted ?? kept, save, reset };
}
