/** Notes and comments by their words, with the record that each is about. */
import { appOfCall } from '../../../kernel/apps.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import type { Said } from '../../contract/collaboration.ts';
import { KINDS, type RecordKind } from '../../contract/kinds.ts';
import { excerptOf } from '../../engine/note-search.ts';
import { searchWords } from '../../engine/search-patterns.ts';
import { wordOf } from '../list/search.ts';
import { namesOf } from './subjects.ts';

/** So many of each are looked at: some are about records that are in the trash or belong to an app that is off. */
const MAX = 60;

interface Row extends Omit<Said, 'record'> {
  recordId: string;
}

/**
 * Searches notes and comments, newest first. One text must contain all words. Only texts and records that the caller
 * can read are searched.
 */
export async function searchSaid(
  text: string,
  limit: number,
  { appsOff = [] }: Pick<Caller, 'appsOff'>,
): Promise<Said[]> {
  const search = searchWords(text);
  if (!search) return [];
  const rows = [...(await read('note', search.patterns)), ...(await read('comment', search.patterns))];
  const isOff = (kind: RecordKind) => appsOff.includes(appOfCall(KINDS[kind].path)?.id ?? '');
  const names = await namesOf([...new Set(rows.map(({ recordId }) => recordId))]);
  const words = search.patterns.map((pattern) => wordOf(pattern).trim());
  return rows
    .filter(({ kind, recordId }) => names.has(recordId) && !isOff(kind))
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, limit)
    .map(({ recordId, text: whole, ...row }) => ({
      ...row,
      text: excerptOf(whole, words),
      record: { id: recordId, name: names.get(recordId)! },
    }));
}

const TABLES = { note: 'record_notes', comment: 'record_comments' } as const;

function read(what: keyof typeof TABLES, patterns: readonly string[]): Promise<Row[]> {
  return query<Row>(
    `select s.id, '${what}' as what, s.kind, s.record_id as "recordId", s.text, s.created_at as at,
      ${what === 'note' ? 's.readers is not null' : 'false'} as private,
       case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name) end as author
     from search_said_ids('${what}', $2, ${MAX}) f join ${TABLES[what]} s on s.id = f.id
        left join workspace_people p on p.id = s.created_by where s.workspace_id = $1 order by s.id desc`,
    [currentWorkspaceId(), patterns],
    `crm_said_${what}`,
  );
}
