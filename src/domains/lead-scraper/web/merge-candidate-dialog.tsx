import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MergePreviewParts } from '../../../records/web/merge-preview.tsx';
import { messageFor } from '../../../web/api/error.ts';
import { call, request } from '../../../web/api/request.ts';
import { offerUndo } from '../../../web/shell/undo.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type CandidateDetail, candidates } from '../contract.ts';
import { LEAD_SCRAPER } from '../paths.ts';

const LABELS: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  companyName: 'company',
  businessLicenseId: 'business license',
  ownerId: 'owner',
  emails: 'email addresses',
  phones: 'phone numbers',
};
const WORDS = {
  labelOf: (field: string) => LABELS[field] ?? field.replace(/^custom\./, '').replaceAll('_', ' '),
  textOf: (_field: string, value: unknown) => String(value),
};
const SIDES = { keep: 'In the CRM', merge: 'Found' };

interface MergeCandidateDialogProps {
  candidate: CandidateDetail;
  match: CandidateDetail['matches'][number];
  onClose: () => void;
}

/** Merges a candidate into a lead or contact, with the value to keep for each field. */
export default function MergeCandidateDialog({ candidate, match, onClose }: MergeCandidateDialogProps) {
  const client = useQueryClient();
  const [choose, setChoose] = useState<Record<string, 'keep' | 'merge'>>({});
  const [problem, setProblem] = useState<string>();
  const [isMerging, setIsMerging] = useState(false);
  const params = { id: candidate.id };
  const preview = useQuery({
    queryKey: [candidates.previewMerge.path, candidate.id, match.id, choose],
    queryFn: ({ signal }) => request(candidates.previewMerge, { params, body: { recordId: match.id, choose }, signal }),
    placeholderData: (previous) => previous,
    retry: false,
  });
  const refresh = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && (path.startsWith(LEAD_SCRAPER.crawls) || path.startsWith(LEAD_SCRAPER.candidates)),
    });
  const merge = async () => {
    if (!preview.data || isMerging) return;
    setIsMerging(true);
    setProblem(undefined);
    try {
      await call(candidates.merge, { params, body: { recordId: match.id, version: preview.data.version, choose } });
      await refresh();
      offerUndo({
        title: 'Candidate merged',
        description: `${candidate.name || candidate.email || candidate.phone} was merged into ${match.name}.`,
        undo: async () => {
          await call(candidates.undoMerge, { params });
          await refresh();
        },
      });
      onClose();
    } catch (error) {
      setProblem(messageFor(error, 'The candidate could not be merged. Try again.'));
      setIsMerging(false);
      void preview.refetch();
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="lg"
      title={`Merge into ${match.name}`}
      description={`Blank fields of the ${match.kind} are filled. Where both have a value, choose one. You can undo this.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={isMerging}
            disabled={!preview.data || preview.isError}
            onClick={() => void merge()}
          >
            Merge into {match.kind}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {problem && <Banner tone="danger">{problem}</Banner>}
        {preview.data ? (
          <MergePreviewParts
            one={match.kind}
            preview={preview.data}
            sides={SIDES}
            choose={choose}
            words={WORDS}
            onChoose={(field, whose) => setChoose({ ...choose, [field]: whose })}
          />
        ) : preview.error ? (
          <Failure error={preview.error} what="The preview" onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton className="h-48 w-full" />
        )}
      </div>
    </Dialog>
  );
}
