import WifiOff from 'lucide-react/icons/wifi-off';
import { ApiError, isNetworkError, messageFor } from '../api/error.ts';
import { Button } from './button.tsx';
import { EmptyState, ErrorState, NoPermission } from './states.tsx';

/** Replaces content that could not be read: no connection, no permission, or a fault with its id. */
export function Failure({ error, what, onRetry }: { error: unknown; what: string; onRetry: () => void }) {
  if (isNetworkError(error)) {
    return (
      <EmptyState icon={<WifiOff />} title="You are offline" action={<Button onClick={onRetry}>Try again</Button>}>
        {what} could not be loaded because the server is not responding. It loads when you are back online.
      </EmptyState>
    );
  }
  if (error instanceof ApiError && error.status === 403)
    return <NoPermission>{messageFor(error, 'Ask an administrator of this workspace if you need it.')}</NoPermission>;
  return (
    <ErrorState
      message={messageFor(error, `${what} could not be loaded.`)}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={onRetry}
    />
  );
}
