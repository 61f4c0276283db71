/** Feeds that come with knowledge: the manual, and the notes on records. */
import { query, currentWorkspaceId } from '../../../server/db/index.ts';
import { readPages } from '../../manual/index.ts';
import { defineKnowledgeSource, type FeedDocument } from './feeds.ts';

defineKnowledgeSource({
  id: 'manual',
  name: 'Product manual',
  about: 'How this product works, page by page.',
  async *documents() {
    for (const { slug, title, text } of readPages())
      yield { key: slug, title, text, url: `/documentation?page=${slug}` };
  },
});

const PAGE = 500;
const MOST_NOTES = 20_000;
/** Tables with a name, by the kind of record that a note is on. */
const NAMED: Readonly<Record<string, { name: string; path: string }>> = {
  contact: {
    name: `(select trim(first_name || ' ' || last_name) from contacts where id = n.record_id)`,
    path: '/contacts',
  },
  company: { name: '(select name from companies where id = n.record_id)', path: '/companies' },
  lead: { name: `(select trim(first_name || ' ' || last_name) from leads where id = n.record_id)`, path: '/leads' },
  opportunity: { name: '(select name from opportunities where id = n.record_id)', path: '/opportunities' },
};

defineKnowledgeSource({
  id: 'crm-notes',
  name: 'CRM notes',
  about:
    'Notes on contacts, companies, leads, and opportunities. Private records and notes with chosen readers are left out.',
  async *documents() {
    const name = Object.entries(NAMED).map(([kind, { name: sql }]) => `when '${kind}' then ${sql}`);
    let after = '00000000-0000-0000-0000-000000000000';
    for (let read = 0; read < MOST_NOTES;) {
      const rows = await query<{
        id: string;
        kind: string;
        record_id: string;
        text: string;
        name: string | null;
        at: string;
      }>(
        `select n.id, n.kind, n.record_id, n.text, n.created_at as at, case n.kind ${name.join(' ')} end as name
          from record_notes n where n.workspace_id = $1 and n.deleted_at is null and n.readers is null
            and n.kind = any($2) and n.id > $3 order by n.id limit ${PAGE}`,
        [currentWorkspaceId(), Object.keys(NAMED), after],
      );
      for (const row of rows) {
        if (row.text.trim() === '') continue;
        yield {
          key: row.id,
          title: `Note on ${row.name || 'a record'}`,
          text: row.text,
          url: `${NAMED[row.kind]!.path}/${row.record_id}`,
          changedAt: row.at,
        } satisfies FeedDocument;
      }
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
      read += rows.length;
    }
  },
});
