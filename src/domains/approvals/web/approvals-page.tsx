import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import ListChecks from 'lucide-react/icons/list-checks';
import { useMemo, useRef, useState } from 'react';
import { usePages } from '../../../web/api/pages.ts';
import { read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { useWide } from '../../../web/ui/use-wide.ts';
import { type Approval, type ApprovalKind, type ApprovalTab, approvals, BULK_MAX, SPAM } from '../contract.ts';
import { ApprovalDetail } from './approval-detail.tsx';
import { BulkActions, BulkProgress } from './bulk-actions.tsx';
import { QueueHeader } from './queue-header.tsx';
import { QueueList } from './queue-list.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { RulesSheet } from './rules-sheet.tsx';
import { parseQueueSearch, tabOf } from './search.ts';
import { useDecisions } from './use-decisions.ts';
import { useOpenRequest } from './use-open-request.ts';
import { useTriage } from './use-triage.ts';

const NONE: ReadonlySet<string> = new Set();

/** The queue of what needs a person's yes, at /lead-approval and /automation-approval. */
export default function ApprovalsPage() {
  const { pathname } = useLocation();
  const [search, setSearch] = usePageSearch(parseQueueSearch);
  const tab = tabOf(search, pathname);
  const kindList = useQuery(read(approvals.kinds));
  const kinds = useMemo(() => new Map((kindList.data?.items ?? []).map((kind) => [kind.name, kind])), [kindList.data]);
  const list = usePages(approvals.list, {
    query: {
      tab,
      view: search.view,
      kind: search.kind || undefined,
      search: search.search.trim() || undefined,
      limit: 50,
    },
  });
  const decisions = useDecisions();
  const items = useMemo(() => list.items.filter(({ id }) => !decisions.gone.has(id)), [list.items, decisions.gone]);
  const [selected, setSelected] = useState(NONE);
  const [editing, setEditing] = useState(false);
  const [rejecting, setRejecting] = useState<readonly Approval[]>([]);
  const [snoozing, setSnoozing] = useState(false);
  const [ruling, setRuling] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastDecided = useRef<string>(undefined);
  const wide = useWide();
  const { open, forget } = useOpenRequest(
    search.open,
    [tab, search.view, search.kind, search.search].join(' '),
    items,
    wide,
  );
  const openId = useRef(open?.id);
  openId.current = open?.id;
  const admin = useSessionUser()?.role === 'admin';

  const show = (id: string) => {
    setEditing(false);
    if (id === '') forget();
    setSearch({ open: id }, { replace: true });
  };
  const step = (by: number) => {
    const at = items.findIndex(({ id }) => id === open?.id);
    const next = items[Math.min(Math.max(at + by, 0), items.length - 1)];
    if (next) show(next.id);
  };
  /** A decided request leaves the list, and the next one is shown. */
  const moveOn = (id: string) => {
    lastDecided.current = id;
    const at = items.findIndex((item) => item.id === id);
    show((items[at + 1] ?? items[at - 1])?.id ?? '');
  };
  const decide = {
    ...decisions,
    approve: async (item: Approval, ...rest: [Record<string, unknown>?, ((error: unknown) => void)?]) => {
      if (!rest[0]) moveOn(item.id);
      const done = await decisions.approve(item, ...rest);
      // The input stays until the server accepts it.
      if (done && rest[0] && openId.current === item.id) moveOn(item.id);
      return done;
    },
    snooze: (item: Approval, until: string | null) => {
      moveOn(item.id);
      return decisions.snooze(item, until);
    },
  };
  const markSpam = (item: Approval) => {
    moveOn(item.id);
    void decisions.reject(item, SPAM);
  };
  const pending = open?.state === 'pending' ? open : undefined;
  const toggle = (id: string) =>
    setSelected((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  useTriage({
    next: () => step(1),
    previous: () => step(-1),
    approve: () => pending && void decide.approve(pending),
    edit: () => pending && setEditing(true),
    reject: () => pending && setRejecting([pending]),
    spam: () => pending && kinds.get(pending.kind)?.reasons.includes(SPAM) && markSpam(pending),
    snooze: () => pending && setSnoozing(true),
    undo: () => {
      const id = open?.undoable ? open.id : lastDecided.current;
      if (id) void decisions.undo([id]);
    },
    select: () => open && toggle(open.id),
  });
  const chosen = items.filter(({ id }) => selected.has(id));
  const change = (next: Parameters<typeof setSearch>[0], options?: { replace?: boolean }) => {
    setSelected(NONE);
    setEditing(false);
    setSearch(next, options);
  };

  return (
    <div className="flex min-h-0 flex-col lg:h-[calc(100dvh-var(--shell-edges))]">
      <QueueHeader
        tab={tab}
        search={search}
        kinds={[...kinds.values()].filter((kind) => kind.tab === tab)}
        onChange={change}
        onRules={admin ? () => setRuling(true) : undefined}
      />
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(20rem,2fr)_3fr]">
        <section
          aria-label="Queue"
          className={cx('min-h-0 overflow-y-auto border-line lg:border-r', open && !wide && 'hidden')}
        >
          {decisions.running && <BulkProgress running={decisions.running} onStop={decisions.stop} />}
          {chosen.length > 0 && !decisions.running && (
            <BulkActions
              count={chosen.length}
              onClear={() => setSelected(NONE)}
              onApprove={() => {
                void decisions.approveMany(chosen.map(({ id }) => id));
                setSelected(NONE);
              }}
              onReject={() => setRejecting(chosen)}
              onSnooze={(until) => {
                void decisions.snoozeMany(
                  chosen.map(({ id }) => id),
                  until,
                );
                setSelected(NONE);
              }}
            />
          )}
          {list.loading && (
            <div className="grid gap-2 p-3" aria-hidden="true">
              {[1, 2, 3, 4, 5].map((n) => (
                <Skeleton key={n} className="h-10 w-full" />
              ))}
            </div>
          )}
          {list.error && list.items.length === 0 && (
            <Failure error={list.error} what="Approval queue" onRetry={list.retry} />
          )}
          {!list.loading && !list.error && items.length === 0 && (
            <Nothing tab={tab} search={search} onClear={() => change({ search: '', kind: '' })} />
          )}
          {search.view !== 'decided' && items.length > 1 && (
            <Checkbox
              label={list.hasMore ? `Select the ${Math.min(items.length, BULK_MAX)} shown` : 'Select all'}
              className="px-2 pt-2 text-xs text-muted sm:px-3"
              indeterminate={chosen.length > 0 && chosen.length < items.length}
              checked={chosen.length > 0 && chosen.length === Math.min(items.length, BULK_MAX)}
              onChange={(event) =>
                setSelected(event.target.checked ? new Set(items.slice(0, BULK_MAX).map(({ id }) => id)) : NONE)
              }
            />
          )}
          <QueueList
            items={items}
            kinds={kinds}
            openId={open?.id}
            selected={selected}
            onSelect={search.view === 'decided' ? undefined : toggle}
            onOpen={show}
          />
          <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
        </section>
        <section aria-label="Request" className={cx('min-h-0 overflow-y-auto', !open && 'max-lg:hidden')}>
          {open && (
            <ApprovalDetail
              key={open.id}
              approval={open}
              kind={kinds.get(open.kind)}
              decisions={decide}
              heading={heading}
              editing={editing}
              onEditing={setEditing}
              onReject={() => setRejecting([open])}
              onSpam={() => markSpam(open)}
              onClose={() => show('')}
              snoozing={snoozing}
              onSnoozing={setSnoozing}
            />
          )}
        </section>
      </div>
      {rejecting.length > 0 && (
        <RejectDialog
          what={rejecting.length === 1 ? rejecting[0]!.title : `${rejecting.length} requests`}
          reasons={reasonsFor(rejecting, kinds)}
          onClose={() => setRejecting([])}
          onReject={(reason) => {
            const [one, ...others] = rejecting;
            if (one && others.length === 0) {
              moveOn(one.id);
              void decisions.reject(one, reason);
            } else
              void decisions.rejectMany(
                rejecting.map(({ id }) => id),
                reason,
              );
            setRejecting([]);
            setSelected(NONE);
          }}
        />
      )}
      {ruling && <RulesSheet tab={tab} kinds={[...kinds.values()]} onClose={() => setRuling(false)} />}
    </div>
  );
}

/** The usual reasons of what is refused: those that all of it have in common. */
function reasonsFor(items: readonly Approval[], kinds: ReadonlyMap<string, ApprovalKind>): readonly string[] {
  const [first = [], ...others] = items.map((item) => kinds.get(item.kind)?.reasons ?? []);
  return first.filter((reason) => others.every((reasons) => reasons.includes(reason)));
}

function Nothing({
  tab,
  search,
  onClear,
}: {
  tab: ApprovalTab;
  search: { view: string; kind: string; search: string };
  onClear: () => void;
}) {
  if (search.kind || search.search.trim())
    return (
      <EmptyState
        icon={<ListChecks />}
        title="No matching requests"
        action={<Button onClick={onClear}>Clear search</Button>}
      />
    );
  if (search.view === 'snoozed') return <EmptyState icon={<ListChecks />} title="No snoozed requests" />;
  if (search.view === 'decided') return <EmptyState icon={<ListChecks />} title="No decisions yet" />;
  return (
    <EmptyState icon={<ListChecks />} title="You’re all caught up">
      {tab === 'incoming'
        ? 'Leads from forms and other sources wait here until someone approves them.'
        : 'Actions that workflows want to take wait here until someone approves them.'}
    </EmptyState>
  );
}
