import SearchX from 'lucide-react/icons/search-x';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { ApiError, isNetworkError, messageFor } from '../../web/api/error.ts';
import { Banner } from '../../web/ui/banner.tsx';
import { Button } from '../../web/ui/button.tsx';
import { EmptyState, ErrorState, NoPermission } from '../../web/ui/states.tsx';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import type { useRows } from './use-rows.ts';

type List = ReturnType<typeof useRows>;

interface PlaceholderProps {
  kind: RecordKind;
  list: List;
  trash: boolean;
  narrowed: boolean;
  onClear: () => void;
  /** The very first step, where there is nothing yet. */
  firstUse: ReactNode;
}

/** Content of a list without rows: an error, missing permission, no results, an empty trash, or the first-use hint. */
export function ListPlaceholder({ kind, list, trash, narrowed, onClear, firstUse }: PlaceholderProps) {
  const { error } = list;
  const { many } = KINDS[kind];
  if (error instanceof ApiError && error.status === 403)
    return <NoPermission title={`You don’t have access to ${many}`} />;
  // An old link, or a view whose field is gone: to try again would be in vain.
  if (narrowed && error instanceof ApiError && error.status === 400) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="This filter no longer works"
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      >
        {messageFor(error, 'A field or value it uses no longer exists.')}
      </EmptyState>
    );
  }
  if (error) {
    return (
      <ErrorState
        title={isNetworkError(error) ? 'You are offline' : `The ${many} could not be loaded`}
        onRetry={list.retry}
        message={messageFor(error, 'Something went wrong on the server.')}
        requestId={error instanceof ApiError ? error.requestId : undefined}
      />
    );
  }
  if (narrowed) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={trash ? 'No matches in the trash' : `No matching ${many}`}
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      >
        Try fewer words or remove a filter.
      </EmptyState>
    );
  }
  if (trash)
    return (
      <EmptyState icon={<Trash2 />} title="Trash is empty">
        Deleted {many} stay here until they are restored or permanently deleted.
      </EmptyState>
    );
  return firstUse;
}

/** Notices about the rows shown. */
export function ListNotices({
  kind,
  list,
  trash,
  onLeaveTrash,
}: {
  kind: RecordKind;
  list: List;
  trash: boolean;
  onLeaveTrash: () => void;
}) {
  const { many } = KINDS[kind];
  const stale = list.error && list.rows.length > 0;
  if (!stale && !trash && !(list.fuzzy && list.rows.length > 0)) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pb-2">
      {stale && (
        <Banner
          tone="warning"
          action={
            <Button size="sm" onClick={list.retry}>
              Try again
            </Button>
          }
        >
          {isNetworkError(list.error)
            ? `You are offline. These ${many} may be out of date.`
            : 'The list could not be refreshed.'}
        </Banner>
      )}
      {list.fuzzy && list.rows.length > 0 && <Banner>No exact matches. Showing similar results.</Banner>}
      {trash && (
        <Banner
          tone="warning"
          action={
            <Button size="sm" onClick={onLeaveTrash}>
              Back to {many}
            </Button>
          }
        >
          These {many} are in the trash. Restore them or delete them permanently.
        </Banner>
      )}
    </div>
  );
}
