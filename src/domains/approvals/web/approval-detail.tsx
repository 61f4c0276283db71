import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import ShieldX from 'lucide-react/icons/shield-x';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { type RefObject, useState } from 'react';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Approval, type ApprovalKind, approvals, SPAM } from '../contract.ts';
import { contentOf, type Draft, draftOf } from './content-draft.ts';
import { ContentEditor, ContentView } from './content-view.tsx';
import { Origin } from './origin.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import type { Decisions } from './use-decisions.ts';
import { historyWords, STATE_WORDS } from './labels.ts';

interface ApprovalDetailProps {
  approval: Approval;
  kind: ApprovalKind | undefined;
  decisions: Decisions;
  editing: boolean;
  onEditing: (editing: boolean) => void;
  onReject: () => void;
  onSpam: () => void;
  onClose: () => void;
  snoozing: boolean;
  onSnoozing: (open: boolean) => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** One request: exactly what will be done, why, and what one can do about it. */
export function ApprovalDetail(props: ApprovalDetailProps) {
  const { approval, kind, decisions, onClose, heading, editing } = props;
  const state = STATE_WORDS[approval.state];
  return (
    <article data-testid="record" className="grid gap-4 p-4 sm:p-5" aria-labelledby="approval-title">
      <header>
        <div className="flex items-start gap-2">
          <IconButton label="Back to list" icon={<ArrowLeft />} className="lg:hidden" onClick={onClose} />
          <h2
            id="approval-title"
            ref={heading}
            tabIndex={-1}
            className="min-w-0 flex-1 pt-0.5 text-lg font-semibold break-words outline-none"
          >
            {approval.title}
          </h2>
          <Badge tone={state.tone}>{state.text}</Badge>
        </div>
        <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
          <span>{kind?.label ?? approval.kind}</span>
          <span>
            requested <RelativeTime value={approval.requestedAt} />
            {approval.requestedBy && ` by ${approval.requestedBy.name}`}
          </span>
          {approval.origin && <Origin origin={approval.origin} />}
          {approval.expiresAt && approval.state === 'pending' && (
            <span>
              expires <RelativeTime value={approval.expiresAt} />
            </span>
          )}
          {approval.snoozedUntil && approval.state === 'pending' && (
            <span>
              snoozed until <RelativeTime value={approval.snoozedUntil} />
            </span>
          )}
        </p>
      </header>
      {approval.error && <Banner tone={approval.state === 'uncertain' ? 'warning' : 'danger'}>{approval.error}</Banner>}
      {approval.why && (
        <section aria-label="Why" className="rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap">
          {approval.why}
        </section>
      )}
      {editing && approval.state !== 'pending' && !decisions.gone.has(approval.id) && (
        <Banner tone="warning">
          {approval.decidedBy?.name ?? 'Someone else'} decided this while you were editing. Your edits were not used.
        </Banner>
      )}
      {editing && kind && approval.state === 'pending' ? (
        <Editing {...props} kind={kind} />
      ) : (
        <>
          <section aria-label="Action">
            <ContentView kind={kind} content={approval.content} pending={approval.state === 'pending'} />
          </section>
          <Actions {...props} />
        </>
      )}
      <History id={approval.id} />
    </article>
  );
}

function Actions({
  approval,
  kind,
  decisions,
  onEditing,
  onReject,
  onSpam,
  snoozing,
  onSnoozing,
}: ApprovalDetailProps) {
  const { state } = approval;
  if (state === 'pending') {
    return (
      <div className="flex flex-wrap gap-2" role="group" aria-label="Decide">
        <Button
          variant="primary"
          icon={<Check />}
          aria-keyshortcuts="a"
          onClick={() => void decisions.approve(approval)}
        >
          Approve
        </Button>
        {kind?.fields.some(({ input }) => input !== 'fixed') && (
          <Button icon={<Pencil />} aria-keyshortcuts="e" onClick={() => onEditing(true)}>
            Edit
          </Button>
        )}
        <Button icon={<X />} aria-keyshortcuts="r" onClick={onReject}>
          Reject
        </Button>
        {kind?.reasons.includes(SPAM) && (
          <Button icon={<ShieldX />} aria-keyshortcuts="m" onClick={onSpam}>
            Spam
          </Button>
        )}
        {approval.snoozedUntil ? (
          <Button onClick={() => void decisions.snooze(approval, null)}>Wake now</Button>
        ) : (
          <SnoozeMenu
            expiresAt={approval.expiresAt}
            open={snoozing}
            onOpenChange={onSnoozing}
            onSnooze={(until) => void decisions.snooze(approval, until)}
          />
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {approval.undoable && (
        <Button icon={<Undo2 />} aria-keyshortcuts="z" onClick={() => void decisions.undo([approval.id])}>
          {state === 'done' ? 'Undo action' : 'Undo decision'}
        </Button>
      )}
      {(state === 'failed' || state === 'uncertain') && (
        <Button icon={<RotateCcw />} onClick={() => void decisions.retry(approval, false)}>
          {state === 'failed' ? 'Retry' : 'It did not run: retry'}
        </Button>
      )}
      {state === 'uncertain' && (
        <Button icon={<Check />} onClick={() => void decisions.retry(approval, true)}>
          It ran: mark as done
        </Button>
      )}
      {approval.reason && <p className="text-sm text-muted">Reason: {approval.reason}</p>}
    </div>
  );
}

function Editing({ approval, kind, decisions, onEditing }: ApprovalDetailProps & { kind: ApprovalKind }) {
  // Other people's changes are not overwritten: the decision names the version that was read.
  const [begun] = useState(approval);
  const [draft, setDraft] = useState(() => draftOf(kind.fields, begun.content));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [general, setGeneral] = useState('');
  const refused = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields.filter(({ field }) => field.startsWith('content.')) : [];
    setErrors(Object.fromEntries(fields.map(({ field, message }) => [field.split('.')[1]!, message])));
    setGeneral(fields.length > 0 ? '' : messageFor(error, 'The request could not be approved.'));
  };
  const approve = async () => {
    try {
      if (await decisions.approve(begun, contentOf(kind.fields, draft, begun.content), refused)) onEditing(false);
    } catch (error) {
      setGeneral(error instanceof Error ? error.message : 'This value can’t be displayed.');
    }
  };
  return (
    <form
      aria-label="Edit action"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void approve();
      }}
    >
      {general && <Banner tone="danger">{general}</Banner>}
      <ContentEditor
        kind={kind}
        content={readable(kind, draft, begun.content)}
        draft={draft}
        onChange={setDraft}
        errors={errors}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" icon={<Check />}>
          Approve with changes
        </Button>
        <Button onClick={() => onEditing(false)}>Cancel</Button>
      </div>
    </form>
  );
}

/** The content as the draft has it; as it was where the draft cannot be read yet. */
function readable(kind: ApprovalKind, draft: Draft, content: Record<string, unknown>): Record<string, unknown> {
  try {
    return contentOf(kind.fields, draft, content);
  } catch {
    return content;
  }
}

function History({ id }: { id: string }) {
  const { data } = useQuery(read(approvals.history, { params: { id } }));
  const entries = (data?.items ?? []).flatMap((item) => {
    const words = historyWords(item.type, item.data);
    return words ? [{ ...item, words }] : [];
  });
  return (
    <section aria-labelledby="approval-history" className="min-h-16 border-t border-line pt-3">
      <h3 id="approval-history" className="mb-1 text-sm font-semibold">
        History
      </h3>
      <ol className="grid gap-1 text-sm">
        {entries.map((entry, index) => (
          <li key={index} className="text-muted">
            <span className="text-ink">{entry.words}</span>
            {entry.by && ` by ${entry.by.name}`} · <RelativeTime value={entry.at} />
          </li>
        ))}
      </ol>
    </section>
  );
}
