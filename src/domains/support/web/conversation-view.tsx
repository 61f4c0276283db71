import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CheckCheck from 'lucide-react/icons/check-check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import type { SessionUser } from '../../../web/api/session.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { support, type SupportConversation, type SupportSummary } from '../contract.ts';
import { Messages } from './messages.tsx';
import { showHelp } from './panel-state.ts';
import { Replies } from './replies.tsx';
import { RowSkeletons } from './row-skeletons.tsx';
import { TeamLine } from './team-line.tsx';

interface TalkViewProps {
  id: string;
  from: 'talks' | 'inbox';
  user: SessionUser;
  summary: SupportSummary | undefined;
}

/** One conversation, for the person who asks and for the team. */
export function ConversationView({ id, from, user, summary }: TalkViewProps) {
  const { data: talk, error, refetch } = useQuery(read(support.get, { params: { id } }));
  const [insert, setInsert] = useState<{ text: string }>();
  if (error && !talk) return <Failure error={error} what="The conversation" onRetry={() => void refetch()} />;
  if (!talk) return <RowSkeletons />;
  const answers = talk.user.id !== user.id;
  return (
    <div data-testid="record" className="flex min-h-0 flex-1 flex-col">
      <TalkHeader talk={talk} answers={answers} userId={user.id} back={() => showHelp({ at: from })} />
      <Messages
        talk={talk}
        answers={answers}
        insert={insert}
        tools={answers && <Replies onTake={(text) => setInsert({ text })} />}
        note={answers ? undefined : <TeamLine summary={summary} className="px-4 pb-2" />}
      />
    </div>
  );
}

/** Changes the conversation, and says what went wrong. */
function useUpdate(talk: SupportConversation) {
  const client = useQueryClient();
  return async (change: { state?: 'open' | 'closed'; assigneeId?: string | null }) => {
    const key = readKey(support.get, { params: { id: talk.id } });
    try {
      client.setQueryData(
        key,
        await call(support.update, { params: { id: talk.id }, body: { version: talk.version, ...change } }),
      );
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t update the conversation', description: messageFor(error, 'Try again.') });
      await client.invalidateQueries({ queryKey: key });
    }
  };
}

function TalkHeader({
  talk,
  answers,
  userId,
  back,
}: {
  talk: SupportConversation;
  answers: boolean;
  userId: string;
  back: () => void;
}) {
  const update = useUpdate(talk);
  const closed = talk.state === 'closed';
  return (
    <div className="flex items-start gap-1 border-b border-line py-1.5 pr-2 pl-1">
      <IconButton label="Back" icon={<ArrowLeft />} onClick={back} data-first="" />
      <div className="min-w-0 flex-1 py-1">
        <h2 className="truncate text-sm font-medium" title={talk.subject}>
          {talk.subject}
        </h2>
        {answers ? (
          <Asker talk={talk} />
        ) : (
          <p className="truncate text-xs text-muted">
            {talk.assignee ? `${talk.assignee.name} answers` : 'Not assigned yet'}
            {closed && ' · closed'}
          </p>
        )}
        {answers && <Assign talk={talk} userId={userId} onAssign={(assigneeId) => void update({ assigneeId })} />}
      </div>
      <IconButton
        label={closed ? 'Open again' : 'Close conversation'}
        icon={closed ? <RotateCcw /> : <CheckCheck />}
        onClick={() => void update({ state: closed ? 'open' : 'closed' })}
      />
    </div>
  );
}

function Asker({ talk: { user, workspaceName, place, asked, state } }: { talk: SupportConversation }) {
  return (
    <div className="grid text-xs text-muted">
      <p className="truncate" title={user.email ?? undefined}>
        {user.name} · {workspaceName}
        {state === 'closed' && ' · closed'}
      </p>
      {place && (
        <p className="truncate">
          On{' '}
          <Link to={place} className="text-accent-ink underline underline-offset-2">
            {place}
          </Link>
        </p>
      )}
      {asked && (
        <p className="truncate" title={asked}>
          Asked the manual: “{asked}”
        </p>
      )}
    </div>
  );
}

function Assign({
  talk,
  userId,
  onAssign,
}: {
  talk: SupportConversation;
  userId: string;
  onAssign: (id: string | null) => void;
}) {
  const { data } = useQuery(read(support.people));
  const options = (data?.items ?? []).map(({ id, name }) => ({
    value: id,
    label: id === userId ? `${name} (you)` : name,
  }));
  return (
    <Select
      aria-label="Assigned to"
      className="mt-1 max-w-56"
      placeholder="No one yet"
      options={options}
      value={talk.assignee?.id ?? ''}
      onChange={(event) => onAssign(event.target.value || null)}
    />
  );
}
