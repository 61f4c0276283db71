import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { dayAt } from '../../../../../kernel/days.ts';
import { messageFor } from '../../../../../web/api/error.ts';
import { call } from '../../../../../web/api/request.ts';
import { underWay } from '../../../../../web/api/pending-changes.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { type Activity, activities, type CalendarEntry } from '../../../contract/activities.ts';
import { CRM } from '../../../paths.ts';
import { offerUndo, onlyIfUnchanged } from '../../../../../web/shell/undo.ts';
import { dayText, deviceZone, timeText, whenOf } from '../times.ts';
import { keyOf, type Moved } from './entries.ts';

/** The activity behind an entry; an occurrence that lies ahead becomes one. */
export async function activityOf(entry: CalendarEntry): Promise<Activity> {
  return entry.id
    ? call(activities.get, { params: { id: entry.id } })
    : call(activities.occurrence, { params: { id: entry.seriesId! }, body: { occurs: entry.occurs! } });
}

const timeOf = ({ dueAt, day, durationMinutes }: Moved) => ({
  ...(day === null ? { dueAt } : { day }),
  durationMinutes,
});

/** Moves and resizes entries: at once on screen, back again when the server refuses, with a way to undo. */
export function useMove() {
  const client = useQueryClient();
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [moved, setMoved] = useState<ReadonlyMap<string, Moved>>(new Map());
  return useMemo(() => {
    const show = (key: string, to: Moved) => setMoved((before) => new Map(before).set(key, to));
    /** Forgets what was shown in advance, unless it was moved again meanwhile. */
    const settle = (key: string, to: Moved) =>
      setMoved((before) => {
        if (before.get(key) !== to) return before;
        const next = new Map(before);
        next.delete(key);
        return next;
      });
    const putBack = async (made: Activity, to: Moved) => {
      const { id } = made;
      const now = await call(activities.get, { params: { id } });
      onlyIfUnchanged(whenOf(made), whenOf(now));
      await call(activities.update, { params: { id }, body: { ...timeOf(to), version: now.version } });
      await refresh();
    };
    const refresh = () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith(CRM.activities),
      });
    const move = (entry: CalendarEntry, to: Moved): Promise<void> => {
      show(keyOf(entry), to);
      // Keys come faster than answers: each step waits for the one before.
      queue.current = underWay(queue.current.then(() => save(entry, to)));
      return queue.current;
    };
    const save = async (entry: CalendarEntry, to: Moved) => {
      const key = keyOf(entry);
      try {
        const { id, series, version } = await activityOf(entry);
        const made = await call(activities.update, { params: { id }, body: { ...timeOf(to), version } });
        const words = `${dayText(to.day ?? dayAt(new Date(to.dueAt), deviceZone()), dayAt(new Date(), deviceZone()))}${to.day === null ? ` ${timeText(to.dueAt)}` : ''}`;
        offerUndo({
          title: `Moved to ${words}`,
          description: series ? `${entry.subject} (this occurrence)` : entry.subject,
          undo: () => putBack(made, { dueAt: entry.dueAt, day: entry.day, durationMinutes: entry.durationMinutes }),
        });
        // Only now: the step can be taken back as soon as it is made.
        await refresh();
      } catch (error) {
        toast({ type: 'error', title: `Couldn’t move ${entry.subject}`, description: messageFor(error, 'Try again.') });
        await refresh();
      } finally {
        settle(key, to);
      }
    };
    return { moved, move };
  }, [client, moved]);
}
export type Move = ReturnType<typeof useMove>['move'];
