import MessageCircle from 'lucide-react/icons/message-circle';
import Plus from 'lucide-react/icons/plus';
import { usePages } from '../../../web/api/pages.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { support } from '../contract.ts';
import { showHelp } from './panel-state.ts';
import { RowSkeletons } from './row-skeletons.tsx';
import { ConversationListRow } from './conversation-row.tsx';

/** One's own conversations with the team. */
export function ConversationsView() {
  const list = usePages(support.list);
  const write = (
    <Button icon={<Plus />} variant="primary" data-first="" onClick={() => showHelp({ at: 'new' })}>
      Write to the team
    </Button>
  );
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} what="Your messages" onRetry={list.retry} />;
  if (list.loading) return <RowSkeletons />;
  if (list.items.length === 0)
    return (
      <EmptyState icon={<MessageCircle />} title="No messages yet" action={write}>
        If the manual does not help, write to the team. Conversations are saved here.
      </EmptyState>
    );
  return (
    <>
      <ul
        aria-label="Your conversations"
        className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain"
      >
        {list.items.map((talk) => (
          <ConversationListRow
            key={talk.id}
            talk={talk}
            onOpen={() => showHelp({ at: 'talk', id: talk.id, from: 'talks' })}
          />
        ))}
        <li>
          <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
        </li>
      </ul>
      <div className="border-t border-line p-2 text-center">{write}</div>
    </>
  );
}
