import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../../web/api/error.ts';
import { call, readKey } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { dateFormat } from '../../../../web/ui/format.ts';
import { ask, type AskConversation, type Proposal, type ProposalLine } from '../../contract.ts';

interface ProposalCardProps {
  proposal: Proposal;
  conversationId: string;
  onLeave: (() => void) | undefined;
  /** The assistant is still speaking. */
  isLocked?: boolean;
}

type Kept = AskConversation & { proposals: Proposal[] };

/** A proposed action, exactly as it would be written. Nothing happens before it is confirmed. */
export function ProposalCard({ proposal, conversationId, onLeave, isLocked = false }: ProposalCardProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { id, title, lines, state } = proposal;
  const decide = async (what: 'confirm' | 'decline' | 'undo') => {
    setBusy(what);
    setFailure(undefined);
    try {
      const decided = await call(ask[what], { params: { id } });
      client.setQueryData<Kept>(
        readKey(ask.get, { params: { id: conversationId } }),
        (kept) => kept && { ...kept, proposals: kept.proposals.map((one) => (one.id === id ? decided : one)) },
      );
    } catch (error) {
      setFailure(messageFor(error, 'This could not be done.'));
    }
    setBusy(undefined);
  };
  return (
    <section aria-label={title} className="rounded-lg border border-line p-3" data-testid="proposal">
      <h3 className="text-sm font-semibold">{title}</h3>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {lines.map((line) => (
          <Line key={line.label} {...line} />
        ))}
      </dl>
      <div className="mt-2.5 flex min-h-control-sm flex-wrap items-center gap-2 text-sm">
        {state === 'waiting' && (
          <>
            <Button
              size="sm"
              variant="primary"
              loading={busy === 'confirm'}
              disabled={isLocked}
              onClick={() => void decide('confirm')}
            >
              {title}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              loading={busy === 'decline'}
              disabled={isLocked}
              onClick={() => void decide('decline')}
            >
              Decline
            </Button>
          </>
        )}
        {state !== 'waiting' && <Outcome proposal={proposal} onLeave={onLeave} />}
        {proposal.canUndo && (
          <Button size="sm" loading={busy === 'undo'} onClick={() => void decide('undo')}>
            Undo
          </Button>
        )}
      </div>
      {failure && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {failure}
        </p>
      )}
    </section>
  );
}

function Outcome({ proposal: { state, subject, error }, onLeave }: Pick<ProposalCardProps, 'proposal' | 'onLeave'>) {
  if (state === 'failed') return <p className="text-danger-ink">Not done. {error}</p>;
  if (state === 'declined') return <p className="text-muted">Declined. Nothing was changed.</p>;
  if (state === 'undone') return <p className="text-muted">Undone.</p>;
  return (
    <p role="status">
      Done
      {subject && (
        <>
          {': '}
          <Link to={subject.path} onClick={onLeave} className="text-accent-ink underline underline-offset-2">
            {subject.name}
          </Link>
        </>
      )}
    </p>
  );
}

function Line({ label, before, value }: ProposalLine) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words whitespace-pre-wrap">
        {before !== undefined && (
          <>
            <s className="text-muted">{readable(before) || 'blank'}</s>
            <span className="sr-only"> becomes</span>
            <span aria-hidden="true"> → </span>
          </>
        )}
        {readable(value) || 'blank'}
      </dd>
    </>
  );
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function readable(value: string): string {
  if (INSTANT.test(value)) return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));
  if (DAY.test(value)) return dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${value}T00:00Z`));
  return value;
}
