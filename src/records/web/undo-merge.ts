import type { QueryClient } from '@tanstack/react-query';
import { send } from '../../web/api/send.ts';
import { toast } from '../../web/shell/toast.ts';
import { KINDS, type MergedKind } from '../contract/kinds.ts';
import type { MergeUndone } from '../contract/merge.ts';

/** Undoes a merge, reads again whatever it may have touched, and says what stays merged. */
export async function undoMerge(client: QueryClient, kind: MergedKind, mergeId: string): Promise<void> {
  const { kept } = await send<MergeUndone>('POST', `${KINDS[kind].path}/merges/${mergeId}/undo`);
  await client.invalidateQueries();
  if (kept.length > 0)
    toast({ type: 'warning', title: 'Merge partly undone', description: `Still merged: ${kept.join(', ')}.` });
}
