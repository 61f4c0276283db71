/** Actions on an activity: complete, reopen, postpone, cancel, delete, each with undo. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { type Activity, activities, type Reach } from '../../contract/activities.ts';
import { CRM } from '../../paths.ts';
import { offerUndo, onlyIfUnchanged } from '../../../../web/shell/undo.ts';
import { whenOf } from './times.ts';

type Some = Pick<Activity, 'id' | 'subject'>;

export function useActivityActs() {
  const client = useQueryClient();
  return useMemo(() => {
    const refresh = () =>
      Promise.all(
        [CRM.activities, CRM.dashboard, CRM.recentActivities].map((path) =>
          client.invalidateQueries({
            predicate: ({ queryKey: [key] }) => typeof key === 'string' && (key === path || key.startsWith(`${path}/`)),
          }),
        ),
      );
    const keep = (activity: Activity) =>
      client.setQueryData(read(activities.get, { params: { id: activity.id } }).queryKey, activity);
    /** Does it, shows the answer everywhere, and says what went wrong. */
    const run = async (title: string, act: () => Promise<Activity | void>): Promise<boolean> => {
      try {
        const changed = await act();
        if (changed) keep(changed);
        await refresh();
        return true;
      } catch (error) {
        toast({ type: 'error', title, description: messageFor(error, 'Try again.') });
        return false;
      }
    };
    const again = (act: () => Promise<Activity>) => async () => {
      keep(await act());
      await refresh();
    };
    const reopen = (activity: Some) =>
      run('Couldn’t reopen the activity', () => call(activities.reopen, { params: { id: activity.id } }));
    const restore = (activity: Some) => again(() => call(activities.restore, { params: { id: activity.id } }));
    return {
      refresh,
      reopen,
      complete: async (activity: Some, outcome?: string) => {
        const done = await run('Couldn’t mark it as done', () =>
          call(activities.complete, { params: { id: activity.id }, body: outcome ? { outcome } : {} }),
        );
        if (done)
          offerUndo({
            title: 'Done',
            description: activity.subject,
            undo: again(() => call(activities.reopen, { params: { id: activity.id } })),
          });
        return done;
      },
      snooze: async (activity: Activity, to: { day: string } | { dueAt: string }, words: string) => {
        const before = activity.day !== null ? { day: activity.day } : { dueAt: activity.dueAt };
        let made: Activity | undefined;
        const done = await run(
          'Couldn’t postpone the activity',
          async () => (made = await call(activities.snooze, { params: { id: activity.id }, body: to })),
        );
        if (done) {
          offerUndo({
            title: `Postponed: ${words}`,
            description: activity.subject,
            undo: again(async () => {
              const now = await call(activities.get, { params: { id: activity.id } });
              onlyIfUnchanged(whenOf(made!), whenOf(now));
              return call(activities.update, {
                params: { id: activity.id },
                body: { ...before, durationMinutes: activity.durationMinutes, version: now.version },
              });
            }),
          });
        }
        return done;
      },
      cancel: async (activity: Some) => {
        const done = await run('Couldn’t cancel the activity', () =>
          call(activities.cancel, { params: { id: activity.id } }),
        );
        if (done)
          offerUndo({
            title: 'Canceled',
            description: activity.subject,
            undo: again(() => call(activities.reopen, { params: { id: activity.id } })),
          });
        return done;
      },
      /** Of a series, `following` and `all` cannot be undone: ask before. */
      remove: async (activity: Some, apply: Reach = 'this') => {
        const done = await run('Couldn’t delete the activity', () =>
          call(activities.remove, { params: { id: activity.id }, query: { apply } }),
        );
        if (done && apply === 'this')
          offerUndo({ title: 'Deleted', description: activity.subject, undo: restore(activity) });
        else if (done) toast({ type: 'success', title: 'Deleted', description: activity.subject });
        return done;
      },
    };
  }, [client]);
}
