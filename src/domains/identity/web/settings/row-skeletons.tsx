import { Skeleton } from '../../../../web/ui/skeleton.tsx';

/** Three rows of a short list to come. */
export function RowSkeletons() {
  return [1, 2, 3].map((row) => (
    <div key={row} className="grid gap-1.5 py-3">
      <Skeleton className="h-4 w-56 max-w-full" />
      <Skeleton className="h-3 w-80 max-w-full" />
    </div>
  ));
}
