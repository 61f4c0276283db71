import { send } from '../../../../web/api/send.ts';
import type { SearchHit } from '../../../../web/shell/commands.ts';
import type { Said } from '../../../../records/contract/collaboration.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';
import { RECORD_PATHS } from '../../../../records/paths.ts';

const HITS = 6;

/** Notes and comments that hold the words; each leads to where it stands on its record. */
export async function searchSaid(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const { items } = await send<{ items: Said[] }>('GET', RECORD_PATHS.notesAndComments, {
    query: { search, limit: HITS },
    signal,
  });
  return items.map(({ id, what, kind, record, text, author, private: isPrivate }) => ({
    id,
    title: record.name,
    detail: [isPrivate && 'Private', author?.name, text].filter(Boolean).join(' · '),
    to: `${KINDS[kind].page}/${record.id}?tab=${what}s`,
  }));
}
