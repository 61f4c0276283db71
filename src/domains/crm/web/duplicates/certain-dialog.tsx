import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, request } from '../../../../web/api/request.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { duplicatePairs } from '../../contract/duplicates.ts';
import { CRM } from '../../paths.ts';
import { undoMerge } from '../../../../records/web/undo-merge.ts';
import { counted } from '../../../../records/web/format.ts';
import { ONE_WORDS, reasonText } from './labels.ts';

/** Merges all pairs that are certain, after showing which. */
export default function CertainDialog({
  kind,
  onClose,
}: {
  kind?: 'contact' | 'company' | 'lead';
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const body = kind ? { kind } : {};
  const preview = useQuery({
    queryKey: [duplicatePairs.mergeCertain.path, body],
    queryFn: ({ signal }) => request(duplicatePairs.mergeCertain, { body: { ...body, preview: true }, signal }),
    gcTime: 0,
  });
  const pairs = preview.data?.pairs ?? [];
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { merges } = await call(duplicatePairs.mergeCertain, { body });
      offerUndo({
        title: `${counted(merges.length, 'pair')} merged`,
        // The last first: of three that became one the second merge built on the first.
        undo: async () => {
          for (const { kind: of, mergeId } of merges.toReversed()) await undoMerge(client, of, mergeId);
        },
      });
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' &&
          [CRM.duplicates, CRM.contacts, CRM.companies, CRM.leads].some((one) => path.startsWith(one)),
      });
      onClose();
    } catch (error) {
      setProblem(messageFor(error, 'The pairs could not be merged. Try again.'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="lg"
      title="Merge certain pairs"
      description="In each pair, the more complete record is kept and gets the data of the other. The other moves to the trash. You can undo this."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={busy} disabled={pairs.length === 0} onClick={() => void run()}>
            Merge {counted(pairs.length, 'pair')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {preview.isPending && <Skeleton className="h-40 w-full" />}
        {(problem || preview.error) && (
          <Banner tone="danger">{problem ?? messageFor(preview.error, 'The pairs could not be loaded.')}</Banner>
        )}
        {preview.data && pairs.length === 0 && <p className="text-sm text-muted">There are no certain pairs.</p>}
        {pairs.length > 0 && (
          <ul className="divide-y divide-line rounded-lg border border-line">
            {pairs.map(({ id, kind: of, keep, other, score, reasons }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2 text-sm">
                <span className="min-w-0 flex-1 basis-64">
                  <span className="font-medium">{keep.name}</span> ← {other.name}
                </span>
                <span className="text-xs text-muted">
                  {ONE_WORDS[of]},{' '}
                  {reasons
                    .filter(({ points }) => points > 0)
                    .slice(0, 2)
                    .map(reasonText)
                    .join(', ')
                    .toLowerCase()}
                </span>
                <Badge tone="success" className="tabular">
                  {score}
                </Badge>
              </li>
            ))}
          </ul>
        )}
        {preview.data && preview.data.left > 0 && (
          <p className="text-sm text-muted">{counted(preview.data.left, 'more pair')} will be left for next time.</p>
        )}
      </div>
    </Dialog>
  );
}
