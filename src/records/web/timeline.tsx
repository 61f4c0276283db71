import Activity from 'lucide-react/icons/activity';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import CheckCircle from 'lucide-react/icons/circle-check';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import FileIcon from 'lucide-react/icons/file';
import FilePlus from 'lucide-react/icons/file-plus-2';
import Globe from 'lucide-react/icons/globe';
import Mail from 'lucide-react/icons/mail';
import Lock from 'lucide-react/icons/lock';
import MessageSquare from 'lucide-react/icons/message-square';
import Merge from 'lucide-react/icons/merge';
import Pencil from 'lucide-react/icons/pencil';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import StickyNote from 'lucide-react/icons/sticky-note';
import Trash from 'lucide-react/icons/trash-2';
import UserPlus from 'lucide-react/icons/user-plus';
import type { LucideIcon } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageFor } from '../../web/api/error.ts';
import { toast } from '../../web/shell/toast.ts';
import { useHasPage } from '../../web/router/apps.ts';
import { Link } from '../../web/router/link.tsx';
import { counted } from '../../web/ui/format.ts';
import { Button } from '../../web/ui/button.tsx';
import { Select } from '../../web/ui/select.tsx';
import { Skeleton } from '../../web/ui/skeleton.tsx';
import { EmptyState } from '../../web/ui/states.tsx';
import { RelativeTime } from '../../web/ui/time.tsx';
import type { FieldChange } from '../contract/field-values.ts';
import { canBeMerged, KINDS, type MergedKind } from '../contract/kinds.ts';
import { RECORD_CALLS, type TimelineEntry } from '../contract/record-calls.ts';
import { Failure } from '../../web/ui/failure.tsx';
import { dayTitle, fileSize, money } from './format.ts';
import { DayText } from '../../web/ui/time.tsx';
import { LoadMore } from '../../web/ui/load-more.tsx';
import { usePages } from '../../web/api/pages.ts';
import { NoteText } from './collaboration/note-text.tsx';
import { AgentName } from './agent-name.tsx';
import { NoteEditor } from './note-editor.tsx';
import { ReadersBadge } from './note-readers.tsx';
import { useNoteActs } from './use-notes.ts';
import type { FieldWords } from './field-labels.ts';
import type { RecordOf } from './record-ref.ts';
import { toldOnce } from './timeline-duplicates.ts';
import { undoMerge } from './undo-merge.ts';

/** Filters of the timeline. */
const FILTERS = {
  notes: { label: 'Notes', kinds: ['note'] },
  comments: { label: 'Comments', kinds: ['comment'] },
  changes: {
    label: 'Changes',
    kinds: [
      'created',
      'updated',
      'deleted',
      'restored',
      'merged',
      'moved',
      'converted',
      'completed',
      'reopened',
      'renewed',
      'shared',
      'noted',
      'imported',
    ],
  },
  files: { label: 'Files', kinds: ['file'] },
  activities: { label: 'Activities', kinds: ['activity'] },
  deals: { label: 'Opportunities', kinds: ['opportunity'] },
  emails: { label: 'Emails', kinds: ['email'] },
  visits: { label: 'Website visits', kinds: ['visit'] },
} as const satisfies Record<string, { label: string; kinds: readonly TimelineEntry['kind'][] }>;
export type TimelineFilter = keyof typeof FILTERS;
export const isTimelineFilter = (value: unknown): value is TimelineFilter =>
  typeof value === 'string' && value in FILTERS;

const ICONS: Record<TimelineEntry['kind'], LucideIcon> = {
  created: UserPlus,
  updated: Pencil,
  deleted: Trash,
  restored: RotateCcw,
  merged: Merge,
  moved: ArrowRight,
  converted: ArrowRightLeft,
  completed: CheckCircle,
  reopened: RotateCcw,
  renewed: RefreshCw,
  shared: Lock,
  noted: CheckCircle,
  imported: FilePlus,
  note: StickyNote,
  comment: MessageSquare,
  file: FileIcon,
  activity: Activity,
  opportunity: CircleDollarSign,
  email: Mail,
  visit: Globe,
};

interface TimelineProps {
  of: RecordOf;
  filter: TimelineFilter | undefined;
  onFilter: (filter: TimelineFilter | undefined) => void;
  words: FieldWords;
}

/** All that happened with a record, newest first, by day. */
export function Timeline({ of, filter, onFilter, words }: TimelineProps) {
  const { create } = useNoteActs(of);
  const { items, loading, error, hasMore, loadingMore, more, retry } = usePages(RECORD_CALLS[of.kind].timeline.list, {
    params: { id: of.id },
    query: { limit: 50 },
  });
  const { one } = KINDS[of.kind];
  const kinds: readonly string[] | undefined = filter && FILTERS[filter].kinds;
  const told = toldOnce(items);
  const shown = kinds ? told.filter(({ kind }) => kinds.includes(kind)) : told;
  return (
    <section aria-label="Timeline">
      <div className="mb-4">
        <NoteEditor
          label="Write a note"
          draftName={`note:${of.id}`}
          action="Save note"
          readers={null}
          onSave={create}
        />
      </div>
      <div className="mb-3 flex items-center justify-between gap-2" data-noprint>
        <h2 className="text-sm font-semibold">History</h2>
        <Select
          aria-label="Filter timeline"
          className="w-44"
          value={filter ?? ''}
          placeholder="Everything"
          options={Object.entries(FILTERS).map(([value, { label }]) => ({ value, label }))}
          onChange={(event) => onFilter(isTimelineFilter(event.target.value) ? event.target.value : undefined)}
        />
      </div>
      {loading && <TimelineSkeleton />}
      {error && items.length === 0 && <Failure error={error} what="Timeline" onRetry={retry} />}
      {!loading && !error && shown.length === 0 && !hasMore && (
        <EmptyState
          icon={<StickyNote />}
          title={filter ? `No ${FILTERS[filter].label.toLowerCase()} yet` : 'No activity yet'}
        >
          {of.kind === 'business_license'
            ? 'Notes, comments, files, and changes'
            : 'Notes, comments, files, changes, activities, and opportunities'}{' '}
          of this {one} appear here as they happen.
        </EmptyState>
      )}
      <div className="grid gap-5">
        {byDay(shown).map(([day, entries]) => (
          <section key={day}>
            <h3 className="mb-2 text-xs font-semibold text-muted">{day}</h3>
            <ol className="grid gap-3">
              {entries.map((entry) => (
                <Entry key={entry.id} of={of} entry={entry} words={words} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} label="Show earlier" />
    </section>
  );
}

function byDay(entries: readonly TimelineEntry[]): [string, TimelineEntry[]][] {
  const now = new Date();
  const days = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const day = dayTitle(entry.at, now);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

function Entry({ of, entry, words }: { of: RecordOf; entry: TimelineEntry; words: FieldWords }) {
  const { one } = KINDS[of.kind];
  const Icon = ICONS[entry.kind];
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2.5 text-sm">
      <span className="inline-flex size-7 items-center justify-center rounded-full border border-line bg-sunken text-muted">
        <Icon size={14} aria-hidden="true" />
      </span>
      <div className="min-w-0 pt-1">
        <p className="break-words">
          <Sentence one={one} entry={entry} words={words} />{' '}
          <RelativeTime value={entry.at} className="text-xs whitespace-nowrap text-muted" />
        </p>
        <Body entry={entry} words={words} />
        {entry.mergeId && canBeMerged(of.kind) && <UndoMerge kind={of.kind} mergeId={entry.mergeId} />}
      </div>
    </li>
  );
}

function UndoMerge({ kind, mergeId }: { kind: MergedKind; mergeId: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      await undoMerge(client, kind, mergeId);
      toast({ type: 'success', title: 'Merge undone' });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t undo the merge', description: messageFor(error, 'Try again.') });
    }
    setBusy(false);
  };
  return (
    <Button size="sm" className="mt-1.5" loading={busy} onClick={() => void undo()}>
      Undo merge
    </Button>
  );
}

function Strong({ children }: { children: ReactNode }) {
  return <strong className="font-medium">{children}</strong>;
}

/** A lead by its name, which leads to it where its page can be opened. */
function LeadName({ lead }: { lead: NonNullable<TimelineEntry['lead']> }) {
  const hasLeads = useHasPage('/leads');
  return hasLeads ? (
    <Link to={`/leads/${lead.id}`} className="font-medium text-accent-ink underline underline-offset-2">
      {lead.name}
    </Link>
  ) : (
    <Strong>{lead.name}</Strong>
  );
}

/** An entry as a sentence. */
function Sentence({ one, entry, words }: { one: string; entry: TimelineEntry; words: FieldWords }) {
  const who = entry.by ? (
    <Strong>{entry.by.name}</Strong>
  ) : entry.through ? (
    <Strong>
      <span className="inline-block first-letter:uppercase">
        <AgentName agent={entry.through} />
      </span>
    </Strong>
  ) : (
    <Strong>The system</Strong>
  );
  const behind = (
    <>
      {entry.detail && <> ({entry.detail})</>}
      {entry.by && entry.through && (
        <>
          , by <AgentName agent={entry.through} />
        </>
      )}
    </>
  );
  switch (entry.kind) {
    case 'created':
      return (
        <>
          {who} created this {one}
          {entry.lead && (
            <>
              {' '}
              from the lead <LeadName lead={entry.lead} />
            </>
          )}
          {behind}
          {entry.letThrough && (
            <>
              , approved by <Strong>{entry.letThrough.name}</Strong>
            </>
          )}
        </>
      );
    case 'imported':
      return (
        <>
          {who} imported this {one}
          {entry.detail && <> from {entry.detail}</>}
        </>
      );
    case 'deleted':
      return (
        <>
          {who} moved this {one} to the trash{behind}
        </>
      );
    case 'restored':
      return (
        <>
          {who} restored this {one}
          {behind}
        </>
      );
    case 'merged':
      return (
        <>
          {who} merged {entry.detail ? <Strong>{entry.detail}</Strong> : `another ${one}`} into this one
        </>
      );
    case 'moved':
      return (
        <>
          {who} moved this {one}
          {entry.detail && (
            <>
              {' '}
              to <Strong>{entry.detail}</Strong>
            </>
          )}
          {entry.by && entry.through && (
            <>
              , by <AgentName agent={entry.through} />
            </>
          )}
        </>
      );
    case 'converted':
      return (
        <>
          {who} converted this {one}
          {behind}
        </>
      );
    case 'completed':
      return (
        <>
          {who} completed this {one}
          {behind}
        </>
      );
    case 'reopened':
      return (
        <>
          {who} reopened this {one}
          {behind}
        </>
      );
    case 'renewed':
      return (
        <>
          {who} renewed this {one}
          {entry.detail && (
            <>
              {' '}
              until <DayText value={entry.detail} />
            </>
          )}
        </>
      );
    case 'shared':
      return entry.detail === 'lonely' ? (
        <>Everyone with access to this {one} has left. Workspace owners and administrators can see it now</>
      ) : (
        <>
          {who}{' '}
          {entry.detail === 'private'
            ? `made this ${one} private`
            : entry.detail === 'everyone'
              ? `shared this ${one} with everyone`
              : `changed access to this ${one}`}
        </>
      );
    case 'noted':
      return (
        <>
          {entry.by && <>{who}: </>}
          {entry.detail}
        </>
      );
    case 'note':
      return <>{who} wrote a note</>;
    case 'comment':
      return (
        <>
          {who} {entry.comment?.reply ? 'replied to a comment' : 'commented'}
        </>
      );
    case 'file':
      return (
        <>
          {who} attached <Strong>{entry.file?.name}</Strong>
        </>
      );
    case 'activity':
      return (
        <>
          {entry.by ? <>{who}: </> : null}
          <Strong>{entry.activity?.subject}</Strong>
        </>
      );
    case 'opportunity':
      return (
        <>
          Opportunity <Strong>{entry.opportunity?.name}</Strong>
        </>
      );
    case 'email':
      return entry.email ? (
        <>
          {entry.email.direction === 'in' ? 'Email from' : 'Email by'} <Strong>{entry.email.from}</Strong>:{' '}
          <Link
            to="/ai-email-assistant"
            search={{ thread: entry.email.threadId, view: 'all' }}
            className="font-medium text-accent-ink underline underline-offset-2"
          >
            {entry.email.subject || 'No subject'}
          </Link>
        </>
      ) : null;
    case 'visit':
      return entry.visit ? (
        <>
          Visited{' '}
          <Link
            to="/super-pixel"
            search={{ site: entry.visit.siteId, tab: 'visits', visit: entry.visit.id }}
            className="font-medium text-accent-ink underline underline-offset-2"
          >
            {entry.visit.site}
          </Link>
          : {counted(entry.visit.pages, 'page')}
          {entry.visit.entry && `, from ${entry.visit.entry}`} · {entry.visit.source}
        </>
      ) : null;
    case 'updated': {
      const fields = [...new Set(changesOf(entry, words).map(({ field }) => words.labelOf(field)))];
      return (
        <>
          {who} changed {fields.length > 0 ? fields.join(', ') : `this ${one}`}
          {behind}
        </>
      );
    }
  }
}

/** Details below the sentence. */
function Body({ entry, words }: { entry: TimelineEntry; words: FieldWords }) {
  const quiet = 'mt-0.5 text-xs text-muted';
  const said = entry.note ?? entry.comment;
  if (said) {
    return (
      <>
        {entry.note && <ReadersBadge readers={entry.note.readers} author={entry.by?.id} />}
        <NoteText said={said} className="mt-1 rounded-md border border-line bg-sunken px-3 py-2" />
      </>
    );
  }
  if (entry.file) return <p className={quiet}>{fileSize(entry.file.size)}</p>;
  if (entry.opportunity)
    return (
      <p className={quiet}>
        {money(entry.opportunity.amount, entry.opportunity.currency)} in {entry.opportunity.stage}
        <Maker entry={entry} />
      </p>
    );
  if (entry.activity) {
    const { type, dueAt, doneAt } = entry.activity;
    return (
      <p className={quiet}>
        <span className="capitalize">{type}</span>
        {doneAt ? (
          <>
            , done <RelativeTime value={doneAt} />
          </>
        ) : dueAt ? (
          <>
            , due <RelativeTime value={dueAt} />
          </>
        ) : null}
        <Maker entry={entry} />
      </p>
    );
  }
  const changes = changesOf(entry, words);
  if (entry.kind !== 'updated' || changes.length === 0) return null;
  const text = (field: string, value: unknown) =>
    (typeof value === 'string' && entry.names?.[value]) || words.textOf(field, value) || 'blank';
  return (
    <ul className={quiet}>
      {changes.map(({ field, from, to }) => (
        <li key={field} className="break-words">
          <span className="inline-block first-letter:uppercase">{words.labelOf(field)}</span>:{' '}
          {COUNTED.has(field) ? null : <>{text(field, from)} → </>}
          <span className="text-ink">{text(field, to)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Lists of which only is kept how many entries they have now. */
const COUNTED: ReadonlySet<string> = new Set(['lines', 'people']);

const changesOf = ({ changes = [] }: TimelineEntry, words: FieldWords): readonly FieldChange[] =>
  words.told?.(changes) ?? changes;

/** The automation that created an activity or opportunity. */
function Maker({ entry: { through } }: { entry: TimelineEntry }) {
  return through ? (
    <>
      {' '}
      · by <AgentName agent={through} />
    </>
  ) : null;
}

function TimelineSkeleton() {
  return (
    <div className="grid gap-3" aria-hidden="true">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2.5">
          <Skeleton className="size-7 rounded-full" />
          <div className="grid gap-1.5 pt-1">
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-3 w-40" />
          </div>
        </div>
      ))}
    </div>
  );
}
