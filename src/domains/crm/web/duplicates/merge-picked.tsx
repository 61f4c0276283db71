import Merge from 'lucide-react/icons/merge';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import type { BulkSelection } from '../../../../records/contract/bulk.ts';
import type { MergedKind } from '../../../../records/contract/kinds.ts';

const ReviewMerge = lazy(() => import('./review-merge.tsx'));

/** Of two records that were picked in a list: joins them, the first one stays unless they are swapped. */
export function MergePicked({
  kind,
  selected,
  onMerged,
}: {
  kind: MergedKind;
  selected: BulkSelection;
  onMerged: () => void;
}) {
  const [open, setOpen] = useState(false);
  const [keepId, otherId, more] = 'ids' in selected ? selected.ids : [];
  if (!keepId || !otherId || more) return null;
  return (
    <>
      <Button size="sm" variant="ghost" icon={<Merge />} onClick={() => setOpen(true)}>
        Merge
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReviewMerge
            kind={kind}
            keepId={keepId}
            otherId={otherId}
            onClose={() => setOpen(false)}
            onMerged={() => {
              setOpen(false);
              onMerged();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
