import { shownTo } from '../api/session.ts';
import { type Visit, visits } from './recents.ts';

/** The last pages this person opened in this workspace, newest first. */
export function recents(): readonly Visit[] {
  const of = shownTo();
  return visits
    .get()
    .filter((one) => one?.of === of && [one.path, one.title].every((part) => typeof part === 'string'));
}
