import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import X from 'lucide-react/icons/x';
import type { SessionUser } from '../../../web/api/session.ts';
import { PHONE, useMediaQuery } from '../../../web/table/use-environment.ts';
import { cx } from '../../../web/ui/cx.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { AskView } from '../../assistants/web/index.ts';
import type { SupportSummary } from '../contract.ts';
import { InboxView } from './inbox-view.tsx';
import { NewConversation } from './new-conversation.tsx';
import { type PanelView, showHelp, usePanel } from './panel-state.ts';
import { ConversationView } from './conversation-view.tsx';
import { ConversationsView } from './conversations-view.tsx';

interface PanelProps {
  user: SessionUser;
  summary: SupportSummary | undefined;
  onClose: () => void;
}

/**
 * Help beside the page: the assistant's answers, people's answers, and for the team the questions of all. A full sheet on
 * a phone.
 */
export default function Panel({ user, summary, onClose }: PanelProps) {
  const phone = useMediaQuery(PHONE);
  const content = useRef<HTMLDivElement>(null);
  const { view } = usePanel();
  return (
    <Dialog.Root
      open
      modal={phone}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          // The page beside it stays in use: only Escape within, the cross and the button close it.
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            if (!content.current?.contains(document.activeElement)) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.querySelector<HTMLElement>('[data-first]')?.focus();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          data-noprint=""
          className={cx(
            'fixed flex flex-col bg-raised shadow-pop outline-none',
            phone
              ? 'inset-0 z-50 animate-rise-in'
              : 'right-4 bottom-4 z-40 h-[min(40rem,calc(100dvh-var(--shell-edges)-2rem))] w-100 animate-pop-in rounded-xl',
          )}
        >
          <div className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="min-w-0 flex-1 text-base font-semibold">Help</Dialog.Title>
            <Parts view={view} summary={summary} />
            <IconButton label="Close help" icon={<X />} onClick={onClose} />
          </div>
          <View view={view} user={user} summary={summary} onLeave={phone ? onClose : undefined} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Parts({ view, summary }: { view: PanelView; summary: SupportSummary | undefined }) {
  const inboxed = view.at === 'inbox' || (view.at === 'talk' && view.from === 'inbox');
  const parts = [
    { at: 'ask', label: 'Ask', current: view.at === 'ask', count: 0 },
    { at: 'talks', label: 'Messages', current: !inboxed && view.at !== 'ask', count: summary?.unread ?? 0 },
    ...(summary?.waiting === null || !summary
      ? []
      : [{ at: 'inbox', label: 'Inbox', current: inboxed, count: summary.waiting }]),
  ] as const;
  return (
    <nav aria-label="Help sections" className="flex">
      {parts.map(({ at, label, current, count }) => (
        <button
          key={at}
          type="button"
          onClick={() => showHelp({ at } as PanelView)}
          aria-current={current ? 'page' : undefined}
          className={cx(
            'inline-flex h-control items-center gap-1.5 rounded-md px-2.5 text-sm',
            current ? 'bg-hover font-medium text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {label}
          {count > 0 && (
            <span className="tabular rounded-full bg-accent px-1.5 text-2xs leading-4 font-semibold text-on-solid">
              {count}
              <span className="sr-only"> new</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}

interface ViewProps {
  view: PanelView;
  user: SessionUser;
  summary: SupportSummary | undefined;
  /** On a phone the panel covers the page that a link leads to. */
  onLeave: (() => void) | undefined;
}

function View({ view, user, summary, onLeave }: ViewProps) {
  switch (view.at) {
    case 'ask':
      return <AskView user={user} onLeave={onLeave} onAskPerson={(asked) => showHelp({ at: 'new', asked })} />;
    case 'talks':
      return <ConversationsView />;
    case 'new':
      return <NewConversation asked={view.asked} summary={summary} />;
    case 'talk':
      return <ConversationView key={view.id} id={view.id} from={view.from} user={user} summary={summary} />;
    case 'inbox':
      return <InboxView />;
  }
}
