import { send } from '../../../../web/api/send.ts';
import type { SearchHit } from '../../../../web/shell/commands.ts';
import type { Said } from '../../contract/collaboration.ts';
import { KINDS } from '../../contract/kinds.ts';
import { CRM } from '../../paths.ts';

const HITS = 6;

/** Notes and comments that hold the words; each leads to where it stands on its record. */
export async function searchSaid(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const { items } = await send<{ items: Said[] }>('GET', CRM.said, { query: { search, limit: HITS }, signal });
  return items.map(({ id, what, kind, record, text, author, private: isPrivate }) => ({
    id,
    title: record.name,
    detail: [isPrivate && 'Private', author?.name, text].filter(Boolean).join(' · '),
    to: `${KINDS[kind].page}/${record.id}?tab=${what}s`,
  }));
}
