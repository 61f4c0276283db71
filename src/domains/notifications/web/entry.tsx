import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import Trash2 from 'lucide-react/icons/trash-2';
import { cx } from '../../../web/ui/cx.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { Notification } from '../contract.ts';

interface EntryProps {
  notification: Notification;
  onOpen: () => void;
  onRead: (read: boolean) => void;
  onRemove: () => void;
}

/** One notification: pressing it opens what it is about. */
export function Entry({ notification: { title, body, read, createdAt, href }, onOpen, onRead, onRemove }: EntryProps) {
  const remove = () => {
    focusNeighbour();
    onRemove();
  };
  return (
    <li data-testid="row" className="group relative flex items-start rounded-lg hover:bg-hover focus-within:bg-hover">
      <button
        type="button"
        data-entry
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-start gap-2.5 rounded-lg py-2 pr-2 pl-3 text-left"
      >
        <span
          className={cx('mt-1.5 size-2 shrink-0 rounded-full', read ? 'bg-transparent' : 'bg-accent')}
          aria-hidden="true"
        />
        <span className="min-w-0 flex-1">
          {!read && <span className="sr-only">Unread: </span>}
          <span className={cx('block text-sm break-words', read ? 'text-muted' : 'font-medium')}>{title}</span>
          {body && <span className="line-clamp-3 text-sm break-words text-muted">{body}</span>}
          <RelativeTime value={createdAt} className="text-xs text-muted" />
          {href && <span className="sr-only">. Open</span>}
        </span>
      </button>
      <span className="flex pt-1 pr-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <IconButton
          size="sm"
          label={read ? 'Mark as unread' : 'Mark as read'}
          icon={read ? <Circle /> : <CircleCheck />}
          onClick={() => onRead(!read)}
        />
        <IconButton size="sm" label="Remove" icon={<Trash2 />} onClick={remove} />
      </span>
    </li>
  );
}

/** The focus goes on to the next notification before this one goes, or it would fall out of the list. */
function focusNeighbour(): void {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')];
  const own = entries.findIndex((entry) => entry.closest('li')?.contains(document.activeElement));
  (entries[own + 1] ?? entries[own - 1])?.focus();
}
