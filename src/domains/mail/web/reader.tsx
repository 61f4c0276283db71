import { useEffect, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Archive from 'lucide-react/icons/archive';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Clock from 'lucide-react/icons/clock';
import Forward from 'lucide-react/icons/forward';
import Inbox from 'lucide-react/icons/inbox';
import MailIcon from 'lucide-react/icons/mail';
import Reply from 'lucide-react/icons/reply';
import ReplyAll from 'lucide-react/icons/reply-all';
import Star from 'lucide-react/icons/star';
import TagIcon from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRound from 'lucide-react/icons/user-round';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { useShortcuts } from '../../../web/shell/shortcuts.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Tag } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type MailAccount, type MailDraft, mailDrafts, type MailThreadDetail, mailThreads } from '../contract.ts';
import { ContactPanel, ContactSheet } from './contact-panel.tsx';
import { AssistBar } from './assist-bar.tsx';
import { ComposePanel } from './compose-panel.tsx';
import { LabelDialog } from './label-dialog.tsx';
import { LaterMenuItems } from './later-menu-items.tsx';
import { MessageCard } from './message-card.tsx';
import { useMailActs, useMailRefresh } from './use-mail-acts.ts';

interface ReaderProps {
  id: string;
  account: MailAccount | undefined;
  onBack: () => void;
  /** The conversation left the list: open the next one. */
  onLeave: () => void;
}

type Answer = Exclude<MailDraft['mode'], 'new'>;

/** One conversation: what can be done with it, its messages, and the reply below them. */
export function Reader({ id, account, onBack, onLeave }: ReaderProps) {
  const { data: thread, error, refetch } = useQuery(read(mailThreads.get, { params: { id } }));
  if (error && !thread) return <Failure error={error} what="This conversation" onRetry={() => void refetch()} />;
  if (!thread)
    return (
      <div
        role="status"
        aria-label="Conversation: loading"
        className="grid flex-1 animate-appear-late content-start gap-4 p-4"
      >
        <Skeleton className="h-8 w-72" />
        <Skeleton className="h-48 w-full" />
      </div>
    );
  return (
    <section data-testid="record" aria-label="Conversation" className="flex min-h-0 min-w-0 flex-1">
      <Opened thread={thread} account={account} onBack={onBack} onLeave={onLeave} />
      <ContactPanel thread={thread} />
    </section>
  );
}

type OpenedProps = Omit<ReaderProps, 'id'> & { thread: MailThreadDetail };

function Opened({ thread, account, onBack, onLeave }: OpenedProps) {
  const act = useMailActs();
  const [draft, setDraft] = useState(thread.draftId ?? '');
  const last = thread.messages.findLast(({ place }) => place !== 'trash') ?? thread.messages.at(-1);
  useReading(thread);
  const answer = async (mode: Answer) => {
    if (!last || draft) return;
    try {
      setDraft((await call(mailDrafts.create, { body: { mode, answersId: last.id } })).id);
    } catch (error) {
      toast({ type: 'error', title: 'Reply not started', description: messageFor(error, 'Try again.') });
    }
  };
  const leave = async (what: 'archive' | 'trash' | 'snooze', until?: string) => {
    if (await act([thread.id], what, until ? { until } : {})) onLeave();
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Toolbar
        thread={thread}
        account={account}
        onBack={onBack}
        onAnswer={(mode) => void answer(mode)}
        onLeave={(what, until) => void leave(what, until)}
      />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <AssistBar thread={thread} onDraft={setDraft} />
        {thread.leftOut > 0 && (
          <p className="px-4 py-2 text-xs text-muted">{thread.leftOut} older messages are left out.</p>
        )}
        {thread.messages.map((message, n) => (
          <MessageCard
            key={message.id}
            message={message}
            startsOpen={
              n === thread.messages.length - 1 ||
              (!message.isRead && message.direction === 'in') ||
              message.invitation?.state === 'open'
            }
          />
        ))}
        <div className="border-t border-line">
          {draft ? (
            <ComposePanel id={draft} onDone={() => setDraft('')} />
          ) : (
            <div className="flex flex-wrap gap-2 p-4">
              <Button variant="primary" icon={<Reply />} onClick={() => void answer('reply')}>
                Reply
              </Button>
              <Button icon={<ReplyAll />} onClick={() => void answer('reply_all')}>
                Reply all
              </Button>
              <Button icon={<Forward />} onClick={() => void answer('forward')}>
                Forward
              </Button>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** Looking at a conversation marks it as read. */
function useReading({ id, unreadCount }: MailThreadDetail): void {
  const refresh = useMailRefresh();
  useEffect(() => {
    if (unreadCount === 0 || document.visibilityState !== 'visible') return;
    void call(mailThreads.act, { body: { ids: [id], act: 'read' }, losable: true })
      .then(refresh)
      .catch(() => undefined);
    // Once for each conversation: someone who marks it as unread wants it to stay so.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
}

interface ToolbarProps {
  thread: MailThreadDetail;
  account: MailAccount | undefined;
  onBack: () => void;
  onAnswer: (mode: Answer) => void;
  onLeave: (what: 'archive' | 'trash' | 'snooze', until?: string) => void;
}

function Toolbar({ thread, account, onBack, onAnswer, onLeave }: ToolbarProps) {
  const act = useMailActs();
  const { id, subject, places, isStarred, labels, snoozedUntil } = thread;
  const [snoozing, setSnoozing] = useState(false);
  const [labeling, setLabeling] = useState(false);
  const [contact, setContact] = useState(false);
  const isIn = places.includes('inbox');
  useShortcuts(
    useMemo(
      () => [
        { keys: 'e', label: 'Archive conversation', group: 'Email', run: () => onLeave('archive') },
        { keys: 's', label: 'Snooze conversation', group: 'Email', run: () => setSnoozing(true) },
        { keys: 'r', label: 'Reply', group: 'Email', run: () => onAnswer('reply') },
        { keys: 'a', label: 'Reply all', group: 'Email', run: () => onAnswer('reply_all') },
        { keys: 'f', label: 'Forward', group: 'Email', run: () => onAnswer('forward') },
        { keys: 'l', label: 'Label conversation', group: 'Email', run: () => setLabeling(true) },
        { keys: 'u', label: 'Mark as unread', group: 'Email', run: () => void act([id], 'unread') },
        { keys: '#', label: 'Move to trash', group: 'Email', run: () => onLeave('trash') },
      ],
      [act, id, onAnswer, onLeave],
    ),
  );
  return (
    <header className="border-b border-line px-4 py-2">
      <div className="flex flex-wrap items-center gap-1">
        <IconButton label="Back to conversations" icon={<ArrowLeft />} onClick={onBack} className="lg:hidden" />
        {isIn ? (
          <IconButton label="Archive" shortcut="E" icon={<Archive />} onClick={() => onLeave('archive')} />
        ) : (
          <IconButton label="Move to inbox" icon={<Inbox />} onClick={() => void act([id], 'inbox')} />
        )}
        <Menu
          align="start"
          label="Snooze"
          open={snoozing}
          onOpenChange={setSnoozing}
          trigger={<IconButton label="Snooze" shortcut="S" icon={<Clock />} />}
        >
          <LaterMenuItems onChoose={(at) => onLeave('snooze', at)} />
          {snoozedUntil && <MenuItem onSelect={() => void act([id], 'snooze')}>End snooze</MenuItem>}
        </Menu>
        <IconButton
          label="Move to trash"
          shortcut="#"
          icon={<Trash2 />}
          tone="danger"
          onClick={() => onLeave('trash')}
        />
        <IconButton label="Label" shortcut="L" icon={<TagIcon />} onClick={() => setLabeling(true)} />
        <IconButton
          label={isStarred ? 'Remove star' : 'Star'}
          icon={<Star />}
          pressed={isStarred}
          onClick={() => void act([id], isStarred ? 'unstar' : 'star')}
        />
        <IconButton label="Mark as unread" shortcut="U" icon={<MailIcon />} onClick={() => void act([id], 'unread')} />
        <IconButton label="Show contact" icon={<UserRound />} onClick={() => setContact(true)} className="xl:hidden" />
        {account?.isShared && <Assignee thread={thread} account={account} />}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 text-base font-semibold break-words">{subject || 'No subject'}</h2>
        {labels.map((label) => (
          <Tag key={label} onRemove={() => void act([id], 'unlabel', { label })} removeLabel={`Remove label ${label}`}>
            {label}
          </Tag>
        ))}
      </div>
      {contact && <ContactSheet thread={thread} onClose={() => setContact(false)} />}
      {labeling && <LabelDialog thread={thread} onClose={() => setLabeling(false)} />}
    </header>
  );
}

function Assignee({ thread, account }: { thread: MailThreadDetail; account: MailAccount }) {
  const refresh = useMailRefresh();
  const assign = async (assignedTo: string | null) => {
    try {
      await call(mailThreads.assign, { params: { id: thread.id }, body: { version: thread.version, assignedTo } });
    } catch (error) {
      toast({ type: 'error', title: 'Conversation not assigned', description: messageFor(error, 'Try again.') });
    }
    await refresh();
  };
  return (
    <Select
      aria-label="Assigned to"
      className="ml-auto w-44"
      value={thread.assignedTo?.id ?? ''}
      options={[
        { value: '', label: 'Unassigned' },
        ...account.members.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => void assign(event.target.value || null)}
    />
  );
}
