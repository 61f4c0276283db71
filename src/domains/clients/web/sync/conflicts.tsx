import { useQueryClient } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useId, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { type Side, sync, type SyncConflict, type SyncDefinition } from '../../contract/sync.ts';
import { SYNC } from '../../paths.ts';

/** Fields that both sides changed, each with the two values to choose from. */
export function Conflicts({ one }: { one: SyncDefinition }) {
  const list = usePages(sync.conflicts, { params: { id: one.id }, query: { limit: 50 } });
  if (list.loading) return <Skeleton className="h-24 w-full" />;
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} what="Conflicts" onRetry={list.retry} />;
  if (list.items.length === 0) {
    return (
      <EmptyState icon={<CircleCheck />} title="No conflicts">
        {one.conflictRule === 'ask'
          ? 'When both sides change the same field, both values appear here.'
          : 'Conflicts are resolved by a rule. To resolve them yourself, choose “Ask me” under Setup.'}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-4">
        {list.items.map((conflict) => (
          <Conflict key={`${conflict.id} ${JSON.stringify(conflict.fields)}`} one={one} conflict={conflict} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </>
  );
}

function Conflict({ one, conflict }: { one: SyncDefinition; conflict: SyncConflict }) {
  const cache = useQueryClient();
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const [saving, setSaving] = useState(false);
  const decide = async (chosen: Record<string, Side>) => {
    setSaving(true);
    try {
      await call(sync.decide, { params: { id: one.id, conflictId: conflict.id }, body: { choices: chosen } });
      toast({ type: 'success', title: `${conflict.title} resolved` });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t resolve the conflict', description: messageFor(error, 'Try again.') });
    } finally {
      setSaving(false);
      await cache.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(SYNC) });
    }
  };
  const all = (side: Side) => Object.fromEntries(conflict.fields.map(({ field }) => [field, side]));
  return (
    <li data-testid="row" className="rounded-lg border border-line bg-raised p-4">
      <p className="mb-3 flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="min-w-0 truncate font-medium">{conflict.title}</span>
        <span className="text-xs text-muted">
          since <RelativeTime value={conflict.createdAt} />
        </span>
      </p>
      <div className="grid gap-3">
        {conflict.fields.map((field) => (
          <Choice
            key={field.field}
            field={field}
            client={one.client.name}
            chosen={choices[field.field]}
            onChoose={(side) => setChoices((now) => ({ ...now, [field.field]: side }))}
          />
        ))}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="primary"
          loading={saving}
          disabled={conflict.fields.some(({ field }) => !choices[field])}
          onClick={() => void decide(choices)}
        >
          Resolve
        </Button>
        {conflict.fields.length > 1 && (
          <>
            <Button disabled={saving} onClick={() => void decide(all('ops'))}>
              All of operations
            </Button>
            <Button disabled={saving} onClick={() => void decide(all('client'))}>
              All of {one.client.name}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function Choice({
  field,
  client,
  chosen,
  onChoose,
}: {
  field: SyncConflict['fields'][number];
  client: string;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs text-muted">{field.label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['ops', 'client'] as const).map((side) => (
          <label
            key={side}
            className={cx(
              'grid min-w-0 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 rounded-md border px-3 py-2 text-sm',
              chosen === side ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="row-span-2 accent-(--color-accent)"
            />
            <span className="truncate text-xs text-muted">{side === 'ops' ? 'Operations' : client}</span>
            <span className="break-words">{field[side] || 'Nothing'}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
