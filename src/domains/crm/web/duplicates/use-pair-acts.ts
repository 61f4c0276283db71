import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { type DuplicatePair, duplicatePairs } from '../../contract/duplicates.ts';
import { conversion } from '../../contract/lead-conversion.ts';
import { MERGE_CALLS } from '../../contract/merge.ts';
import { CRM } from '../../paths.ts';
import { undoMerge } from '../../../../records/web/undo-merge.ts';

const TOUCHED: readonly string[] = [CRM.duplicates, CRM.contacts, CRM.companies, CRM.leads];

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && TOUCHED.some((one) => path.startsWith(one)),
  });
}

/** Makes one of the pair. @returns what takes it back */
async function join(client: QueryClient, { kind, keep, other }: DuplicatePair): Promise<() => Promise<unknown>> {
  if (kind === 'lead_contact') {
    await call(conversion.convert, {
      params: { id: other.id },
      body: { version: other.version, contact: { how: 'existing', id: keep.id }, company: { how: 'none' } },
    });
    return () => call(conversion.undo, { params: { id: other.id } });
  }
  const { mergeId } = await call(MERGE_CALLS[kind].merge, {
    body: { keepId: keep.id, keepVersion: keep.version, mergeId: other.id, mergeVersion: other.version },
  });
  return () => undoMerge(client, kind, mergeId);
}

/** Actions on a pair, each with undo. `gone` has pairs that are decided but may still be listed. */
export function usePairActs() {
  const client = useQueryClient();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<string>();
  const hide = (id: string) => setGone((now) => new Set([...now, id]));
  const show = (id: string) => setGone((now) => new Set([...now].filter((one) => one !== id)));
  /** @returns whether it was done */
  const act = async (
    pair: DuplicatePair,
    title: string,
    failed: string,
    run: () => Promise<() => Promise<unknown>>,
  ): Promise<boolean> => {
    setBusy(pair.id);
    try {
      const back = await run();
      hide(pair.id);
      offerUndo({
        title,
        description: `${pair.keep.name} and ${pair.other.name}`,
        undo: async () => {
          await back();
          show(pair.id);
          await refresh(client);
        },
      });
      await refresh(client);
      return true;
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
      await refresh(client);
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  return {
    gone,
    busy,
    hide,
    merge: (pair: DuplicatePair) =>
      act(
        pair,
        pair.kind === 'lead_contact' ? 'Lead converted to the contact' : 'Merged',
        'Couldn’t merge the pair',
        () => join(client, pair),
      ),
    dismiss: (pair: DuplicatePair) =>
      act(pair, 'Marked as not the same', 'Couldn’t mark the pair', async () => {
        await call(duplicatePairs.dismiss, { params: { id: pair.id } });
        return () => call(duplicatePairs.reopen, { params: { id: pair.id } });
      }),
    reopen: (pair: DuplicatePair) =>
      act(pair, 'Returned to the queue', 'Couldn’t return it to the queue', async () => {
        await call(duplicatePairs.reopen, { params: { id: pair.id } });
        return () => call(duplicatePairs.dismiss, { params: { id: pair.id } });
      }),
  };
}
