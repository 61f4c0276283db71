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

/** What stands where rows would be: an error, no permission, nothing found, an empty trash, or the very first step. */
export function ListPlaceholder({ kind, list, trash, narrowed, onClear, firstUse }: PlaceholderProps) {
  const { error } = list;
  const { one, many } = KINDS[kind];
  if (error instanceof ApiError && error.status === 403)
    return <NoPermission title={`You have no access to ${many}`} />;
  // An old link, or a view whose field is gone: to try again would be in vain.
  if (narrowed && error instanceof ApiError && error.status === 400) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="This filter does not work any more"
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      >
        {messageFor(error, 'What it filters by is not there.')}
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
        title={trash ? 'Nothing in the trash matches' : `No ${one} matches`}
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      >
        Try fewer words, or take a filter off.
      </EmptyState>
    );
  }
  if (trash)
    return (
      <EmptyState icon={<Trash2 />} title="The trash is empty">
        Deleted {many} wait here until they are restored or deleted for good.
      </EmptyState>
    );
  return firstUse;
}

/** What one must know about the rows that are shown. */
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
            ? `You are offline. These ${many} are as they were when they were last read.`
            : 'The list could not be brought up to date.'}
        </Banner>
      )}
      {list.fuzzy && list.rows.length > 0 && <Banner>Nothing matches to the letter. These come nearest.</Banner>}
      {trash && (
        <Banner
          tone="warning"
          action={
            <Button size="sm" onClick={onLeaveTrash}>
              Back to {many}
            </Button>
          }
        >
          These {many} are deleted. Restore them, or delete them for good.
        </Banner>
      )}
    </div>
  );
}
