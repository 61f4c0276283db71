import { withAllRecords } from '../../../server/db/index.ts';

/**
 * Runs statements with all notes in sight, those too that the caller may not read: for what happens to a record as a
 * whole (it is merged, converted, deleted for good), never for what is answered. No one is the acting person within.
 */
export function withAllNotes<T>(statements: () => T): T {
  return withAllRecords(statements);
}
