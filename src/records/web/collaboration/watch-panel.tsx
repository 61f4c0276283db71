import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { type WatchSettings, watchSettings, type WatchState } from '../../contract/collaboration.ts';
import { KINDS } from '../../contract/kinds.ts';
import type { RecordOf } from '../record-ref.ts';

const REASONS: Record<NonNullable<WatchState['reason']>, string> = {
  owner: 'because you own it',
  chosen: 'because you watch it',
  mentioned: 'because you were mentioned',
  commented: 'because you commented',
};

const SETTINGS = {
  own: 'Records I own',
  mentioned: 'Where I am mentioned',
  commented: 'Where I comment',
} as const satisfies Record<keyof WatchSettings, string>;

/** Whether one watches a record, who else does, and what one watches without asking for it. */
export default function WatchPanel({
  of,
  state,
  onWatch,
}: {
  of: RecordOf;
  state: WatchState | undefined;
  onWatch: (watching: boolean) => Promise<void>;
}) {
  const { one } = KINDS[of.kind];
  if (!state) return <Skeleton className="h-48 w-full" />;
  return (
    <div className="grid gap-4 text-sm">
      <Switch
        label={<span className="font-medium">Watch this {one}</span>}
        checked={state.watching}
        onCheckedChange={(on) => void onWatch(on)}
        hint={
          state.watching && state.reason
            ? `You are notified of changes by others, ${REASONS[state.reason]}.`
            : 'You are notified only when someone mentions you.'
        }
      />
      <p className="text-xs text-muted">
        {state.watchers.length === 0 ? (
          'No one is watching.'
        ) : (
          <>
            Watched by <span className="text-ink">{state.watchers.map(({ name }) => name).join(', ')}</span>
          </>
        )}
      </p>
      <Settings />
      <p className="text-xs text-muted">
        Choose how you are notified in your{' '}
        <Link to="/settings" search={{ tab: 'notifications' }} className="text-accent-ink underline underline-offset-2">
          notification settings
        </Link>
        .
      </p>
    </div>
  );
}

function Settings() {
  const client = useQueryClient();
  const { data } = useQuery(read(watchSettings.get));
  const key = readKey(watchSettings.get);
  const set = async (change: Partial<WatchSettings>) => {
    if (!data) return;
    const next = { ...data, ...change };
    client.setQueryData(key, next);
    try {
      client.setQueryData(key, await call(watchSettings.update, { body: next }));
    } catch (error) {
      client.setQueryData(key, data);
      toast({ type: 'error', title: 'No changes were saved', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <fieldset className="grid gap-2 border-t border-line pt-3">
      <legend className="float-left mb-1 w-full text-xs font-semibold">Watch automatically</legend>
      {(Object.keys(SETTINGS) as (keyof WatchSettings)[]).map((name) => (
        <Switch
          key={name}
          label={SETTINGS[name]}
          disabled={!data}
          checked={data?.[name] ?? false}
          onCheckedChange={(on) => void set({ [name]: on })}
        />
      ))}
    </fieldset>
  );
}
