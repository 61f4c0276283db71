import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../web/api/error.ts';
import { read } from '../../../web/api/request.ts';
import { BarePage, BarePart } from '../../../web/shell/bare-page.tsx';
import NotFoundPage from '../../../web/shell/not-found-page.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { debug, type DebugState } from '../contract.ts';

interface DebugPageProps {
  title: string;
  lead: ReactNode;
  children: (state: DebugState, again: () => void) => ReactNode;
}

/** A debug page: asks the server for its side first, and is not there where the installation has switched it off. */
export function DebugPage({ title, lead, children }: DebugPageProps) {
  const { data, error, refetch } = useQuery(read(debug.state));
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  const again = () => void refetch();
  return (
    <BarePage
      title={title}
      lead={<>{lead} Every secret is masked; an administrator switches these pages off in production.</>}
    >
      {error ? (
        <Failure error={error} what="The server’s side" onRetry={again} />
      ) : data ? (
        children(data, again)
      ) : (
        <Loading />
      )}
    </BarePage>
  );
}

function Loading() {
  return (
    <BarePart title="Asking the server">
      <div className="grid gap-2" aria-hidden="true">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-5 w-full" />
        ))}
      </div>
    </BarePart>
  );
}
