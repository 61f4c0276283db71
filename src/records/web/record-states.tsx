import SearchX from 'lucide-react/icons/search-x';
import { Link } from '../../web/router/link.tsx';
import { buttonClass } from '../../web/ui/button.tsx';
import { Skeleton } from '../../web/ui/skeleton.tsx';
import { EmptyState } from '../../web/ui/states.tsx';

/** The record on its way, in its final geometry. */
export function RecordSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading" role="status">
      <div className="flex min-h-control items-center">
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3">
        <Skeleton className="size-12 rounded-full" />
        <div className="grid flex-1 basis-56 gap-2 pt-1">
          <Skeleton className="h-5 w-52" />
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4 w-40" />
        </div>
      </div>
      <div className="mt-6 grid gap-8 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="grid content-start gap-3">
          {[...'abcdefgh'].map((key) => (
            <div key={key} className="grid grid-cols-[7.5rem_1fr] gap-2">
              <Skeleton className="h-4 w-16" />
              <Skeleton className="h-4 w-40" />
            </div>
          ))}
        </div>
        <div className="hidden gap-3 lg:grid">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      </div>
    </div>
  );
}

/** There is no such record for this person: absent, deleted for good, or another workspace's look alike. */
export function RecordAbsent({ what, list, listName }: { what: string; list: string; listName: string }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={<h1>This {what} was not found</h1>}
      action={
        <Link to={list} className={buttonClass({ variant: 'primary' })}>
          {listName}
        </Link>
      }
    >
      It may have been permanently deleted, merged into another record, or it belongs to another workspace.
    </EmptyState>
  );
}
