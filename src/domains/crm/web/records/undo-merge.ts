import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { MERGE_CALLS, type MergedKind } from '../../contract/merge.ts';
import { CRM } from '../../paths.ts';

/** Takes a merge back, reads everything that it touched again, and says what stays. */
export async function undoMerge(client: QueryClient, kind: MergedKind, mergeId: string): Promise<void> {
  const { kept } = await call(MERGE_CALLS[kind].undo, { params: { mergeId } });
  const touched: readonly string[] = [
    CRM.contacts,
    CRM.companies,
    CRM.leads,
    CRM.opportunities,
    CRM.activities,
    CRM.duplicates,
  ];
  await client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && touched.some((one) => path.startsWith(one)),
  });
  if (kept.length > 0)
    toast({
      type: 'warning',
      title: 'Not all of the merge is undone',
      description: `It stays as it is: ${kept.join(', ')}.`,
    });
}
