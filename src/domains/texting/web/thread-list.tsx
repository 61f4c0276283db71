import { usePages } from '../../../web/api/pages.ts';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ThreadFilter, texts, type TextThread } from '../contract.ts';
import { FILTER_LABELS, type TextsSearch } from './search.ts';

interface ThreadListProps {
  search: TextsSearch;
  onSearch: (change: Partial<TextsSearch>) => void;
  onNew: () => void;
}

/** Conversations, the latest first. */
export function ThreadList({ search, onSearch, onNew }: ThreadListProps) {
  const { filter, search: words } = search;
  const list = usePages(texts.threads, { query: { filter, search: words || undefined } });
  const isNarrowed = filter !== 'open' || words !== '';
  return (
    <section aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
      <div className="flex gap-2 border-b border-line p-2">
        <div className="min-w-0 flex-1">
          <SearchBox
            label="Search conversations"
            fill
            placeholder="Search number or text"
            value={words}
            onChange={(value) => onSearch({ search: value })}
          />
        </div>
        <Select
          aria-label="Show"
          className="w-36"
          value={filter}
          options={ThreadFilter.options.map((value) => ({ value, label: FILTER_LABELS[value] }))}
          onChange={(event) => onSearch({ filter: ThreadFilter.parse(event.target.value) })}
        />
      </div>
      {list.error && <Failure error={list.error} what="Conversations" onRetry={list.retry} />}
      {list.loading && (
        <div role="status" aria-label="Conversations: loading" className="grid animate-appear-late gap-4 p-4">
          {Array.from({ length: 5 }, (_, n) => (
            <Skeleton key={n} className="h-12 w-full" />
          ))}
        </div>
      )}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState
          title={isNarrowed ? 'No conversations match' : 'No conversations yet'}
          action={
            isNarrowed ? (
              <Button onClick={() => onSearch({ filter: 'open', search: '' })}>Clear filters</Button>
            ) : (
              <Button variant="primary" onClick={onNew}>
                Send a text
              </Button>
            )
          }
        >
          {isNarrowed ? 'Clear the filters to see all open conversations.' : 'Texts you send and receive appear here.'}
        </EmptyState>
      )}
      {list.items.length > 0 && (
        <ul className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain">
          {list.items.map((thread) => (
            <ThreadRow
              key={thread.id}
              thread={thread}
              isOpen={thread.id === search.thread}
              onOpen={() => onSearch({ thread: thread.id })}
            />
          ))}
          <li>
            <LoadMore
              hasMore={list.hasMore}
              loading={list.loadingMore}
              onMore={list.more}
              label="Older conversations"
            />
          </li>
        </ul>
      )}
    </section>
  );
}

function ThreadRow({ thread, isOpen, onOpen }: { thread: TextThread; isOpen: boolean; onOpen: () => void }) {
  const { contact, address, lastAt, lastText, lastDirection, unread, assignedTo } = thread;
  return (
    <li>
      <button
        type="button"
        data-testid="row"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cx(
          'flex w-full gap-2 px-4 py-2.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]',
          isOpen && 'bg-accent-soft',
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={cx('min-w-0 flex-1 truncate text-sm', unread > 0 ? 'font-semibold' : 'font-medium')}>
              {contact?.name ?? address}
            </span>
            <RelativeTime value={lastAt} className="shrink-0 text-xs text-muted" />
          </span>
          <span className="block truncate text-sm text-muted">
            {lastDirection === 'out' && 'You: '}
            {lastText}
          </span>
          {assignedTo && <span className="block truncate text-xs text-muted">{assignedTo.name}</span>}
        </span>
        {unread > 0 && (
          <span className="tabular mt-0.5 h-4 shrink-0 rounded-full bg-accent px-1.5 text-2xs leading-4 font-semibold text-on-solid">
            {unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </button>
    </li>
  );
}
