/**
 * Readers of a note: everyone, or its author and the people the author chose. The database hides it from others (policy
 * `note_readers`).
 */
import { AppError, invalid } from '../../../kernel/errors.ts';
import { currentUserId, query } from '../../../server/db/index.ts';

/** SQL of the people who may read the note `n`, as they are answered; null for everyone. */
export const READERS = `case when n.readers is null then null else coalesce((
    select jsonb_agg(jsonb_build_object('id', r.id, 'name', coalesce(q.name, 'Former member')) order by r.place)
    from unnest(n.readers) with ordinality r(id, place) left join workspace_people q on q.id = r.id), '[]') end`;

/**
 * Readers as they are kept: each once, the author not among them.
 * @throws AppError `validation` for someone who is not of the workspace
 */
export async function checkedReaders(readers: readonly string[] | null): Promise<string[] | null> {
  if (readers === null) return null;
  const others = [...new Set(readers)].filter((id) => id !== currentUserId());
  if (others.length === 0) return [];
  const known = await query<{ id: string }>('select id from workspace_people where active and id = any($1)', [others]);
  if (known.length < others.length) throw invalid('readers', 'Choose people of this workspace.');
  return others;
}

/** @throws AppError `forbidden` when someone else than the author says who may read it */
export function requireAuthor(note: { created_by: string | null }): void {
  if (note.created_by !== currentUserId())
    throw new AppError('forbidden', 'Only who wrote the note says who may read it.');
}

/** Of these people, those who may read it. */
export function whoMayRead<Person extends { id: string }>(
  people: readonly Person[],
  readers: readonly string[] | null,
): Person[] {
  return readers === null ? [...people] : people.filter(({ id }) => readers.includes(id) || id === currentUserId());
}
