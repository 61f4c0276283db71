import { useQuery, useQueryClient } from '@tanstack/react-query';
import Eye from 'lucide-react/icons/eye';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { lazy, Suspense, useState } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import type { SetSearch } from '../../../../web/router/use-page.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Breadcrumb } from '../../../../web/ui/breadcrumb.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { Tabs } from '../../../../web/ui/tabs.tsx';
import { type MappedPair, sync, type SyncDefinition } from '../../contract/sync.ts';
import { SYNC } from '../../paths.ts';
import { Conflicts } from './conflicts.tsx';
import { Runs } from './runs.tsx';
import {
  brokenPairs,
  DIRECTION_WORDS,
  goneField,
  KIND_WORDS,
  RULE_WORDS,
  SCHEDULE_WORDS,
  type SyncSearch,
  TABS,
} from './labels.ts';

const SyncDialog = lazy(() => import('./sync-dialog.tsx'));

interface SyncDetailProps {
  search: SyncSearch;
  onSearch: SetSearch<SyncSearch>;
}

/** One sync: what it does, what it did, and what it asks. */
export function SyncDetail({ search, onSearch }: SyncDetailProps) {
  const { data, error, refetch } = useQuery(read(sync.get, { params: { id: search.sync } }));
  const absent = error instanceof ApiError && error.status === 404;
  return (
    <div data-testid="record" className="page-frame max-w-5xl">
      {absent ? (
        <EmptyState
          title={<h1>Sync not found</h1>}
          action={
            <Link to="/client-sync" className="text-accent-ink underline">
              All syncs
            </Link>
          }
        >
          It may have been deleted.
        </EmptyState>
      ) : data ? (
        <Detail one={data} search={search} onSearch={onSearch} />
      ) : error ? (
        <Failure error={error} what="Sync" onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-3">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-7 w-72" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
    </div>
  );
}

function useActs(one: SyncDefinition) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const act = async (failed: string, action: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await action();
      return true;
    } catch (error) {
      toast({ type: 'error', title: failed, description: messageFor(error, 'Try again.') });
      return false;
    } finally {
      await cache.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(SYNC) });
      setBusy(false);
    }
  };
  const params = { id: one.id };
  const resume = () => act('Couldn’t resume the sync', () => call(sync.resume, { params }));
  const pause = async () => {
    if (await act('Couldn’t pause the sync', () => call(sync.pause, { params })))
      toast({ type: 'success', title: 'Sync paused', action: { label: 'Undo', onSelect: () => void resume() } });
  };
  return { busy, act, resume, pause };
}

function Detail({ one, search, onSearch }: SyncDetailProps & { one: SyncDefinition }) {
  const title = `${one.client.name}: ${KIND_WORDS[one.kind]}`;
  useRecordTitle(title);
  const { busy, act, resume, pause } = useActs(one);
  const run = async (dry: boolean) => {
    let id = '';
    if (
      await act(dry ? 'Couldn’t start the dry run' : 'Couldn’t start the run', async () => {
        ({ id } = await call(sync.run, { params: { id: one.id }, body: { dry } }));
      })
    )
      onSearch({ tab: 'runs', run: id });
  };
  return (
    <>
      <div className="flex min-h-control items-center" data-noprint>
        <Breadcrumb
          items={[
            <Link key="list" to="/client-sync" className="hover:text-ink hover:underline">
              Client sync
            </Link>,
            title,
          ]}
        />
      </div>
      <div className="mt-3 mb-4 flex flex-wrap items-start gap-x-3 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 tabIndex={-1} className="page-title break-words">
            {title}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
            {one.state === 'paused' ? <Badge>Paused</Badge> : <Badge tone="success">On</Badge>}
            {DIRECTION_WORDS[one.direction]}. {SCHEDULE_WORDS[one.schedule]}.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={<Eye />} disabled={busy} onClick={() => void run(true)}>
            Dry run
          </Button>
          {one.state === 'on' && (
            <Button icon={<RefreshCw />} disabled={busy} onClick={() => void run(false)}>
              Run now
            </Button>
          )}
          {one.state === 'on' ? (
            <Button icon={<Pause />} disabled={busy} onClick={() => void pause()}>
              Pause
            </Button>
          ) : (
            <Button variant="primary" icon={<Play />} disabled={busy} onClick={() => void resume()}>
              Turn on
            </Button>
          )}
        </div>
      </div>
      <Broken one={one} onSetup={search.tab === 'setup' ? undefined : () => onSearch({ tab: 'setup', run: '' })} />
      <Tabs
        label="Sync sections"
        value={search.tab}
        onValueChange={(tab) => onSearch({ tab: tab as SyncSearch['tab'], run: '' })}
        items={[
          {
            value: 'runs',
            label: TABS.runs,
            content: <Runs one={one} open={search.run} onOpen={(id) => onSearch({ run: id })} />,
          },
          { value: 'conflicts', label: TABS.conflicts, count: one.openConflicts, content: <Conflicts one={one} /> },
          {
            value: 'setup',
            label: TABS.setup,
            content: <Setup one={one} onGone={() => onSearch({ sync: '', tab: 'runs', run: '' })} act={act} />,
          },
        ]}
      />
    </>
  );
}

/** Names fields deleted on one side. Their pairs are skipped, and nothing else would tell. */
function Broken({ one, onSetup }: { one: SyncDefinition; onSetup: (() => void) | undefined }) {
  const { data } = useQuery(read(sync.options, { query: { clientId: one.client.id, kind: one.kind } }));
  const broken = data ? brokenPairs(one.mapping, data) : [];
  if (!data || broken.length === 0) return null;
  const nameOf = (pair: MappedPair) =>
    data.ops.find(({ key }) => key === pair.ops)?.label ??
    data.client.find(({ key }) => key === pair.client)?.label ??
    goneField(pair.ops);
  return (
    <Banner
      tone="warning"
      className="mb-4"
      action={
        onSetup && (
          <Button size="sm" onClick={onSetup}>
            Review fields
          </Button>
        )
      }
    >
      {broken.length === 1 ? '1 field was' : `${broken.length} fields were`} deleted on one side. The mapping of{' '}
      {broken.map((pair) => `“${nameOf(pair)}”`).join(', ')} {broken.length === 1 ? 'is' : 'are'} skipped. Map{' '}
      {broken.length === 1 ? 'it' : 'them'} again, or remove {broken.length === 1 ? 'it' : 'them'} from the mapping.
    </Banner>
  );
}

function Setup({
  one,
  onGone,
  act,
}: {
  one: SyncDefinition;
  onGone: () => void;
  act: ReturnType<typeof useActs>['act'];
}) {
  const [editing, setEditing] = useState(false);
  const { data: options } = useQuery(read(sync.options, { query: { clientId: one.client.id, kind: one.kind } }));
  const label = (side: 'ops' | 'client', key: string) =>
    options?.[side].find((field) => field.key === key)?.label ?? (options ? goneField(key) : key);
  const remove = async () => {
    if (
      !(await confirm({
        title: 'Delete this sync?',
        description: 'Records on both sides stay unchanged. Their links and the log are deleted.',
        action: 'Delete sync',
      }))
    )
      return;
    if (await act('Couldn’t delete the sync', () => call(sync.remove, { params: { id: one.id } }))) onGone();
  };
  const facts = [
    ['Direction', DIRECTION_WORDS[one.direction]],
    ['Conflict rule', RULE_WORDS[one.conflictRule]],
    ['Schedule', SCHEDULE_WORDS[one.schedule]],
    [
      'Records',
      one.filter && one.filter.conditions.length > 0
        ? `Filtered by ${one.filter.conditions.length} ${one.filter.conditions.length === 1 ? 'condition' : 'conditions'}`
        : 'All',
    ],
  ];
  return (
    <div className="grid max-w-2xl gap-5">
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-xs text-muted">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="overflow-x-auto rounded-lg border border-line">
        <table className="w-full text-sm">
          <caption className="sr-only">Field mapping</caption>
          <thead>
            <tr className="border-b border-line text-left text-xs text-muted">
              <th scope="col" className="px-3 py-2 font-medium">
                Operations
              </th>
              <th scope="col" className="px-3 py-2 font-medium">
                {one.client.name}
              </th>
            </tr>
          </thead>
          <tbody>
            {one.mapping.map((pair) => (
              <tr key={pair.ops} className="border-b border-line last:border-b-0">
                <td className="px-3 py-2">{label('ops', pair.ops)}</td>
                <td className="px-3 py-2">{label('client', pair.client)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setEditing(true)}>Edit</Button>
        <Button variant="danger" onClick={() => void remove()}>
          Delete sync
        </Button>
      </div>
      {editing && (
        <Suspense fallback={null}>
          <SyncDialog existing={one} onClose={() => setEditing(false)} onMade={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}
