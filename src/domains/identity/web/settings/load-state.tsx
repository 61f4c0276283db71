import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import WifiOff from 'lucide-react/icons/wifi-off';
import { ApiError, isNetworkError, messageFor } from '../../../../web/api/error.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { EmptyState, ErrorState } from '../../../../web/ui/states.tsx';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** The loaded thing, as the start of a sentence: "Your profile". */
  what: string;
  /** Grey shapes in the size of what will stand here. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows what was read; until then its skeleton, or why it could not be read and the way to try again. */
export function Loaded<T>({ query: { data, error, refetch }, what, skeleton, children }: LoadedProps<T>) {
  const retry = () => void refetch();
  if (data !== undefined) {
    return (
      <>
        {error && (
          <Banner
            tone="warning"
            className="mb-3"
            action={
              <Button size="sm" onClick={retry}>
                Try again
              </Button>
            }
          >
            {isNetworkError(error) ? 'You’re offline. Showing the last saved data.' : 'This could not be refreshed.'}
          </Banner>
        )}
        {children(data)}
      </>
    );
  }
  if (!error)
    return (
      <div role="status" aria-label={`${what}: loading`}>
        {skeleton}
      </div>
    );
  if (isNetworkError(error)) {
    return (
      <EmptyState icon={<WifiOff />} title="You are offline" action={<Button onClick={retry}>Try again</Button>}>
        {what} can’t be loaded because the server does not respond.
      </EmptyState>
    );
  }
  return (
    <ErrorState
      message={messageFor(error, `${what} could not be loaded.`)}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={retry}
    />
  );
}
