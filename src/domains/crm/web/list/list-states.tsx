import SearchX from 'lucide-react/icons/search-x';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import Users from 'lucide-react/icons/users';
import { ApiError, isNetworkError, messageFor } from '../../../../web/api/error.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { EmptyState, ErrorState, NoPermission } from '../../../../web/ui/states.tsx';
import type { useContacts } from './use-contacts.ts';

type List = ReturnType<typeof useContacts>;

interface PlaceholderProps {
  list: List;
  trash: boolean;
  narrowed: boolean;
  onClear: () => void;
  onCreate: () => void;
}

/** What stands where rows would be: an error, no permission, nothing found, an empty trash, or the very first step. */
export function ListPlaceholder({ list, trash, narrowed, onClear, onCreate }: PlaceholderProps) {
  const { error } = list;
  if (error instanceof ApiError && error.status === 403) return <NoPermission title="You have no access to contacts" />;
  if (error) {
    return (
      <ErrorState
        title={isNetworkError(error) ? 'You are offline' : 'The contacts could not be loaded'} onRetry={list.retry}
        message={messageFor(error, 'Something went wrong on the server.')} requestId={error instanceof ApiError ? error.requestId : undefined}
      />
    );
  }
  if (narrowed) {
    return (
      <EmptyState icon={<SearchX />} title={trash ? 'Nothing in the trash matches' : 'No contact matches'} action={<Button onClick={onClear}>Clear search and filters</Button>}>
        Try fewer words, or take a filter off.
      </EmptyState>
    );
  }
  if (trash) return <EmptyState icon={<Trash2 />} title="The trash is empty">Deleted contacts wait here until they are restored or deleted for good.</EmptyState>;
  return (
    <EmptyState
      icon={<Users />} title="Bring in your contacts"
      action={(
        <>
          <Link to="/contacts/import" className={buttonClass({ variant: 'primary' })}><Upload size={16} aria-hidden="true" />Import a file</Link>
          <Button onClick={onCreate}>Add one by hand</Button>
        </>
      )}
    >
      Export them from where they are now as CSV and import the file here: columns are matched for you, duplicates are found, and an import can be taken back.
    </EmptyState>
  );
}

/** What one must know about the rows that are shown. */
export function ListNotices({ list, trash, onLeaveTrash }: { list: List; trash: boolean; onLeaveTrash: () => void }) {
  const stale = list.error && list.rows.length > 0;
  if (!stale && !trash && !(list.fuzzy && list.rows.length > 0)) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pb-2">
      {stale && (
        <Banner tone="warning" action={<Button size="sm" onClick={list.retry}>Try again</Button>}>
          {isNetworkError(list.error) ? 'You are offline. These contacts are as they were when they were last read.' : 'The list could not be brought up to date.'}
        </Banner>
      )}
      {list.fuzzy && list.rows.length > 0 && <Banner>Nothing matches to the letter. These come nearest.</Banner>}
      {trash && <Banner tone="warning" action={<Button size="sm" onClick={onLeaveTrash}>Back to contacts</Button>}>These contacts are deleted. Restore them, or delete them for good.</Banner>}
    </div>
  );
}
