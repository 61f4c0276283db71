import { Skeleton } from '../../../web/ui/skeleton.tsx';

/** Rows on their way, of their final height. */
export function RowSkeletons() {
  return (
    <div className="grid flex-1 content-start gap-4 px-4 py-3" aria-hidden="true">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="grid gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4" />
        </div>
      ))}
    </div>
  );
}
