import { Badge } from '../../../web/ui/badge.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import type { SupportConversation } from '../contract.ts';

/** A conversation in a list. In the inbox it is known by who asks, in one's own messages by what was asked. */
export function ConversationListRow({
  talk,
  inbox = false,
  onOpen,
}: {
  talk: SupportConversation;
  inbox?: boolean;
  onOpen: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        data-testid="row"
        onClick={onOpen}
        className="flex w-full gap-2 px-4 py-2.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate text-sm font-medium">{inbox ? talk.user.name : talk.subject}</span>
            <RelativeTime value={talk.lastMessageAt} className="shrink-0 text-xs text-muted" />
          </span>
          {inbox && (
            <span className="block truncate text-xs text-muted">
              {talk.workspaceName}
              {talk.assignee && ` · ${talk.assignee.name}`}
            </span>
          )}
          <span className="block truncate text-sm text-muted">{talk.excerpt}</span>
        </span>
        {talk.unread > 0 && (
          <span className="tabular mt-0.5 h-4 shrink-0 rounded-full bg-accent px-1.5 text-2xs leading-4 font-semibold text-on-solid">
            {talk.unread}
            <span className="sr-only"> new</span>
          </span>
        )}
        {talk.state === 'closed' && <Badge className="self-start">Closed</Badge>}
      </button>
    </li>
  );
}
