import { Skeleton } from '../../../../web/ui/skeleton.tsx';

/** The dashboard's shape while it is being read. */
export function DashboardSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true" aria-label="Loading dashboard">
      <div className="grid gap-x-2 gap-y-3 rounded-lg border border-line p-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Skeleton className="h-20 w-60" />
        <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
          {[1, 2, 3, 4].map((figure) => (
            <Skeleton key={figure} className="h-20" />
          ))}
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {[1, 2].map((card) => (
          <Skeleton key={card} className="h-72 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
