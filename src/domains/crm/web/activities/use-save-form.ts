import { useState } from 'react';
import { call } from '../../../../web/api/request.ts';
import { confirm } from '../../../../web/ui/confirm.ts';
import { type Activity, activities, type ActivityUpdate } from '../../contract/activities.ts';
import { staleDetails } from '../../../../records/web/changes.ts';
import { useFieldWords } from '../../../../records/web/field-labels.ts';
import { ACTIVITY_WORDS } from './field-labels.ts';

/**
 * @param activity as it was when the form was opened
 * @returns saves what was changed in it. What others changed meanwhile in other fields stays; where they changed the
 *   same ones, the person is asked before anything is written over. Rejects with the server's error when it refuses.
 */
export function useSaveForm(activity: Activity | undefined): (change: ActivityUpdate) => Promise<Activity> {
  const words = useFieldWords('activity', ACTIVITY_WORDS);
  const [opened] = useState(activity);
  return async (change) => {
    const { id } = opened!;
    for (let { version } = opened!; ;) {
      try {
        return await call(activities.update, { params: { id }, body: { ...change, version } });
      } catch (error) {
        const stale = staleDetails<Activity>(error);
        if (!stale) throw error;
        const disputed = stale.changed.filter(({ field }) => isTouched(field, change));
        const labels = [...new Set(disputed.map(({ field }) => words.labelOf(field)))];
        const who = [...new Set(disputed.map(({ by }) => by?.name ?? 'someone else'))].join(', ');
        if (
          labels.length > 0 &&
          !(await confirm({
            title: 'Someone else changed this in the meantime',
            description: `Your changes would replace what ${who} entered for ${labels.join(', ')}.`,
            action: 'Keep mine',
          }))
        )
          throw error;
        ({ version } = stale.current);
      }
    }
  };
}

/** When it is is one thing to people: a day, a time, a zone. */
const WHEN: ReadonlySet<string> = new Set(['dueAt', 'day', 'zone']);

function isTouched(field: string, change: ActivityUpdate): boolean {
  const touched = Object.keys(change);
  return touched.includes(field) || (WHEN.has(field) && touched.some((one) => WHEN.has(one)));
}
