import { useQuery, useQueryClient } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useRef, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { call, read } from '../../../../web/api/request.ts';
import { underWay } from '../../../../web/api/pending-changes.ts';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { cx } from '../../../../web/ui/cx.ts';
import { Menu, MenuItem, MenuLabel } from '../../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { LEAD_STATUS_LABELS } from '../../contract/lead-filter.ts';
import { LEAD_STATUSES, type LeadRow, leads, type LeadStatus, type OpenLeadStatus } from '../../contract/leads.ts';
import { CRM } from '../../paths.ts';
import { useOwners } from '../../../../records/web/choices.ts';
import { PrivateMark } from '../../../../records/web/private-mark.tsx';
import { type ListSearch, selectionQuery } from '../../../../records/web/list-search.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { useDragSource, useDropTarget } from './drag.ts';
import { ScoreBadge, STATUS_OPTIONS } from './lead-labels.tsx';

const CARDS = 50;

/** A lead on its way to another status. */
interface Move {
  lead: LeadRow;
  to: OpenLeadStatus;
}
type Moves = ReadonlyMap<string, Move>;

/** Moves leads to another status: shown at once, one after the other on the server, with the way back. */
function useMove() {
  const client = useQueryClient();
  const [moves, setMoves] = useState<Moves>(new Map());
  /** Versions that our own moves made: a card may be moved on before its column has been read again. */
  const versions = useRef(new Map<string, number>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const save = async (lead: Pick<LeadRow, 'id' | 'version'>, status: OpenLeadStatus) => {
    const version = Math.max(lead.version, versions.current.get(lead.id) ?? 0);
    const saved = await call(leads.update, { params: { id: lead.id }, body: { status, version } });
    versions.current.set(lead.id, saved.version);
    return saved;
  };
  const move = (lead: LeadRow, to: OpenLeadStatus) => {
    const from = moves.get(lead.id)?.to ?? lead.status;
    if (from === to || from === 'converted') return;
    const mine: Move = { lead, to };
    setMoves((now) => new Map(now).set(lead.id, mine));
    const act = async () => {
      try {
        const saved = await save(lead, to);
        offerUndo({
          title: `${lead.name} moved to ${LEAD_STATUS_LABELS[to].toLowerCase()}`,
          undo: async () => {
            await save(saved, from);
            await client.invalidateQueries({ queryKey: [CRM.leads] });
          },
        });
      } catch (error) {
        toast({ type: 'error', title: `Couldn’t move ${lead.name}`, description: messageFor(error, 'Try again.') });
      }
      await client.invalidateQueries({ queryKey: [CRM.leads] });
      setMoves((now) => (now.get(lead.id) === mine ? new Map([...now].filter(([id]) => id !== lead.id)) : now));
    };
    queue.current = underWay(queue.current.then(act));
  };
  return { moves, move };
}

/** The leads of the list by status, the most promising first. Cards are dragged, or moved by their menu. */
export function LeadBoard({ search }: { search: ListSearch }) {
  const { moves, move } = useMove();
  const { nameOf } = useOwners();
  return (
    <div className="flex min-h-0 flex-1 gap-3 overflow-x-auto p-4">
      {LEAD_STATUSES.map((status) => (
        <Column key={status} status={status} search={search} moves={moves} onMove={move} ownerName={nameOf} />
      ))}
    </div>
  );
}

interface ColumnProps {
  status: LeadStatus;
  search: ListSearch;
  moves: Moves;
  onMove: (lead: LeadRow, to: OpenLeadStatus) => void;
  ownerName: (id: string | null) => string;
}

function Column({ status, search, moves, onMove, ownerName }: ColumnProps) {
  const { trash: _, ...query } = selectionQuery(search);
  const list = usePages(leads.list, { query: { ...query, status, sort: '-score,-createdAt', limit: CARDS } });
  const { data: counted } = useQuery(read(leads.list, { query: { ...query, status, limit: 1, total: '1' } }));
  const total = counted?.total;
  // A card that is on its way stands where it goes, as if it were there.
  const arriving = [...moves.values()].filter((move) => move.to === status).map((move) => move.lead);
  const shown = [...arriving, ...list.items.filter((lead) => !moves.has(lead.id))];
  const target = STATUS_OPTIONS.find((option) => option.value === status)?.value;
  const { ref, over } = useDropTarget<LeadRow>(target !== undefined, (lead) => {
    if (target) onMove(lead, target);
  });
  return (
    <section
      ref={ref}
      aria-label={LEAD_STATUS_LABELS[status]}
      className={cx('flex w-72 shrink-0 flex-col rounded-lg border bg-sunken', over ? 'border-accent' : 'border-line')}
    >
      <h2 className="flex items-center justify-between px-3 py-2 text-sm font-semibold">
        {LEAD_STATUS_LABELS[status]}
        {total && (
          <span className="tabular text-xs font-normal text-muted">
            {total.count.toLocaleString()}
            {total.capped && '+'}
          </span>
        )}
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {list.loading && (
          <div className="grid gap-2" aria-hidden="true">
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-20 w-full" />
          </div>
        )}
        {list.error && list.items.length === 0 && <Failure error={list.error} what="Leads" onRetry={list.retry} />}
        <ul className="grid gap-2">
          {shown.map((lead) => (
            <Card key={lead.id} lead={lead} onMove={onMove} owner={ownerName(lead.ownerId)} />
          ))}
        </ul>
        {!list.loading && shown.length === 0 && <p className="px-2 py-6 text-center text-xs text-muted">No leads</p>}
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      </div>
    </section>
  );
}

function Card({ lead, onMove, owner }: { lead: LeadRow; onMove: ColumnProps['onMove']; owner: string }) {
  const fixed = lead.status === 'converted';
  const drag = useDragSource(lead, !fixed);
  return (
    <li
      ref={drag}
      data-testid="row"
      className={cx(
        'rounded-md border border-line bg-raised p-2.5 text-sm',
        !fixed && 'cursor-grab active:cursor-grabbing',
      )}
    >
      <div className="flex items-start gap-1">
        <Link
          to={`/leads/${lead.id}`}
          draggable={false}
          className="min-w-0 flex-1 font-medium break-words hover:underline"
        >
          {lead.name}
        </Link>
        {lead.private && <PrivateMark />}
        {!fixed && (
          <Menu
            label={`Move ${lead.name}`}
            trigger={<IconButton size="sm" label={`Move ${lead.name}`} icon={<Ellipsis />} />}
          >
            <MenuLabel>Move to</MenuLabel>
            {STATUS_OPTIONS.filter(({ value }) => value !== lead.status).map(({ value, label }) => (
              <MenuItem key={value} onSelect={() => onMove(lead, value)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {lead.companyName && lead.companyName !== lead.name && (
        <p className="truncate text-xs text-muted" title={lead.companyName}>
          {lead.companyName}
        </p>
      )}
      <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-xs text-muted">
        <ScoreBadge score={lead.score} />
        <span className="truncate">{owner || 'No owner'}</span>
        <RelativeTime value={lead.statusSince} className="ml-auto" />
      </p>
    </li>
  );
}
