/** Writes passages into the index, in the transaction that writes their document. */
import { createHash } from 'node:crypto';
import { newId } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, deleteRows, execute, insertIfNew, query } from '../../../../server/db/index.ts';
import type { CutPassage } from '../../engine/passages.ts';
import { blockOf, encodeEntries, type Entry, withoutEntries } from './postings.ts';
import { countTerms, termsOf } from '../../engine/terms.ts';

/** What of a passage is searched. */
export const indexedText = (title: string, heading: string, text: string): string => `${title}\n${heading}\n${text}`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

interface StoredPassage {
  id: string;
  number: number;
  hash: string;
  length: number;
  heading: string;
  text: string;
}

/** Keeps other writers of the workspace's index away until the transaction ends. */
export async function lockIndex(): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await insertIfNew('knowledge_indexes', { workspaceId });
  await query('select 1 from knowledge_indexes where workspace_id = $1 for update', [workspaceId]);
}

/** A number that stands for a new source in the index. */
export async function nextSourceNumber(): Promise<number> {
  await lockIndex();
  const [row] = await query<{ number: number }>(
    'update knowledge_indexes set next_source = next_source + 1 where workspace_id = $1 returning next_source as number',
    [currentWorkspaceId()],
  );
  return row!.number;
}

export interface IndexedDocument {
  id: string;
  sourceId: string;
  sourceNumber: number;
  title: string;
  /** The title under which its passages are in the index now. */
  indexedTitle: string;
}

/**
 * Replaces the passages of a document. One that did not change keeps its id, number, and vectors; until the transaction
 * commits, the old ones serve.
 * @returns how many are new
 */
export async function replacePassages(document: IndexedDocument, passages: readonly CutPassage[]): Promise<number> {
  await lockIndex();
  const stored = await readPassages(document.id);
  const byHash = Map.groupBy(stored, ({ hash }) => hash);
  const kept: { id: string; passage: CutPassage }[] = [];
  const added: { passage: CutPassage; hash: string; terms: string[] }[] = [];
  for (const passage of passages) {
    const text = indexedText(document.title, passage.heading, passage.text);
    const hash = hashOf(text);
    const same = byHash.get(hash)?.shift();
    if (same) kept.push({ id: same.id, passage });
    else added.push({ passage, hash, terms: termsOf(text) });
  }
  await removeFromIndex([...byHash.values()].flat(), document.indexedTitle);
  await movePassages(kept);
  await addPassages(document, added);
  await execute('update knowledge_documents set indexed_title = title, passages = $2 where id = $1', [
    document.id,
    passages.length,
  ]);
  return added.length;
}

const readPassages = (documentId: string) =>
  query<StoredPassage>(
    'select id, number, hash, length, heading, text from knowledge_passages where document_id = $1',
    [documentId],
  );

/** Takes all passages of a document out of the index, before the document is deleted. */
export async function removeDocumentFromIndex(document: Pick<IndexedDocument, 'id' | 'indexedTitle'>): Promise<void> {
  await lockIndex();
  await removeFromIndex(await readPassages(document.id), document.indexedTitle);
}

async function removeFromIndex(passages: readonly StoredPassage[], title: string): Promise<void> {
  if (passages.length === 0) return;
  const workspaceId = currentWorkspaceId();
  const numbers = new Set(passages.map(({ number }) => number));
  const terms = new Set(passages.flatMap(({ heading, text }) => termsOf(indexedText(title, heading, text))));
  const blocks = [...new Set(passages.map(({ number }) => blockOf(number)))];
  const rows = await query<{ term: string; block: number; data: Buffer }>(
    'select term, block, data from knowledge_postings where workspace_id = $1 and term = any($2) and block = any($3)',
    [workspaceId, [...terms], blocks],
  );
  const left = rows.map(({ term, block, data }) => ({ term, block, data: withoutEntries(data, numbers) }));
  await execute(
    `update knowledge_postings p set data = n.data from unnest($2::text[], $3::int[], $4::bytea[]) as n (term, block, data)
      where p.workspace_id = $1 and p.term = n.term and p.block = n.block`,
    columns(workspaceId, left),
  );
  await execute(
    `delete from knowledge_postings where workspace_id = $1 and term = any($2) and block = any($3) and data = ''`,
    [workspaceId, [...terms], blocks],
  );
  await deleteRows('knowledge_passages', { id: passages.map(({ id }) => id) });
  const length = passages.reduce((sum, passage) => sum + passage.length, 0);
  await execute(
    `update knowledge_indexes set passages = passages - $2, length = length - $3, removed = removed + $2
      where workspace_id = $1`,
    [workspaceId, passages.length, length],
  );
}

const columns = (workspaceId: string, rows: readonly { term: string; block: number; data: Buffer }[]) => [
  workspaceId,
  rows.map(({ term }) => term),
  rows.map(({ block }) => block),
  rows.map(({ data }) => data),
];

/** Places of passages that stay: another page, another order. */
async function movePassages(kept: readonly { id: string; passage: CutPassage }[]): Promise<void> {
  if (kept.length === 0) return;
  await execute(
    `update knowledge_passages p set position = n.position, place = n.place, page = n.page
      from unnest($1::uuid[], $2::int[], $3::text[], $4::int[]) as n (id, position, place, page)
      where p.id = n.id and (p.position, p.place, p.page) is distinct from (n.position, n.place, n.page)`,
    [
      kept.map(({ id }) => id),
      kept.map(({ passage }) => passage.position),
      kept.map(({ passage }) => passage.place),
      kept.map(({ passage }) => passage.page),
    ],
  );
}

/** Passages that one statement inserts. */
const BATCH = 500;

async function addPassages(
  document: IndexedDocument,
  added: readonly { passage: CutPassage; hash: string; terms: string[] }[],
): Promise<void> {
  if (added.length === 0) return;
  const workspaceId = currentWorkspaceId();
  const length = added.reduce((sum, { terms }) => sum + terms.length, 0);
  const [index] = await query<{ first: number }>(
    `update knowledge_indexes set next_number = next_number + $2, passages = passages + $2, length = length + $3
      where workspace_id = $1 returning next_number - $2 as first`,
    [workspaceId, added.length, length],
  );
  for (let from = 0; from < added.length; from += BATCH) {
    const some = added.slice(from, from + BATCH);
    const first = index!.first + from;
    await execute(
      `insert into knowledge_passages (id, workspace_id, source_id, document_id, number, position, heading, place, page,
          text, hash, length)
        select n.id, $1, $2, $3, n.number, n.position, n.heading, n.place, n.page, n.text, n.hash, n.length
        from unnest($4::uuid[], $5::int[], $6::int[], $7::text[], $8::text[], $9::int[], $10::text[], $11::text[],
          $12::int[]) as n (id, number, position, heading, place, page, text, hash, length)`,
      [
        workspaceId,
        document.sourceId,
        document.id,
        some.map(() => newId()),
        some.map((_, i) => first + i),
        some.map(({ passage }) => passage.position),
        some.map(({ passage }) => passage.heading),
        some.map(({ passage }) => passage.place),
        some.map(({ passage }) => passage.page),
        some.map(({ passage }) => passage.text),
        some.map(({ hash }) => hash),
        some.map(({ terms }) => terms.length),
      ],
    );
    await addPostings(workspaceId, document.sourceNumber, first, some);
  }
}

async function addPostings(
  workspaceId: string,
  source: number,
  first: number,
  added: readonly { terms: string[] }[],
): Promise<void> {
  const entries = new Map<string, { term: string; block: number; entries: Entry[] }>();
  for (const [i, { terms }] of added.entries()) {
    const number = first + i;
    const block = blockOf(number);
    for (const [term, count] of countTerms(terms)) {
      const key = `${block} ${term}`;
      const row = entries.get(key) ?? { term, block, entries: [] };
      row.entries.push({ number, source, count, length: terms.length });
      entries.set(key, row);
    }
  }
  const rows = [...entries.values()].map((row) => ({ ...row, data: encodeEntries(row.entries) }));
  await execute(
    `insert into knowledge_postings as p (workspace_id, term, block, data)
      select $1, n.term, n.block, n.data from unnest($2::text[], $3::int[], $4::bytea[]) as n (term, block, data)
      on conflict (workspace_id, term, block) do update set data = p.data || excluded.data`,
    columns(workspaceId, rows),
  );
}
