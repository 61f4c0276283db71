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
  documentId: string;
  number: number;
  hash: string;
  length: number;
  /** The title under which it is in the index. */
  title: string;
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
}

/** A document with the passages that it has from now on. */
export interface ReplacedDocument {
  document: IndexedDocument;
  passages: readonly CutPassage[];
}

interface AddedPassage {
  document: IndexedDocument;
  passage: CutPassage;
  hash: string;
  terms: string[];
}

/**
 * Replaces the passages of documents. One that did not change keeps its id, number, and vectors; until the transaction
 * commits, the old ones serve. Several documents at once cost less, because they share the rows of their words.
 * @returns how many are new
 */
export async function replacePassages(replaced: readonly ReplacedDocument[]): Promise<number> {
  await lockIndex();
  const ids = replaced.map(({ document }) => document.id);
  const stored = Map.groupBy(await readPassages(ids), ({ documentId }) => documentId);
  const kept: { id: string; passage: CutPassage }[] = [];
  const added: AddedPassage[] = [];
  const removed: StoredPassage[] = [];
  for (const { document, passages } of replaced) {
    const byHash = Map.groupBy(stored.get(document.id) ?? [], ({ hash }) => hash);
    for (const passage of passages) {
      const text = indexedText(document.title, passage.heading, passage.text);
      const hash = hashOf(text);
      const same = byHash.get(hash)?.shift();
      if (same) kept.push({ id: same.id, passage });
      else added.push({ document, passage, hash, terms: termsOf(text) });
    }
    removed.push(...[...byHash.values()].flat());
  }
  await removeFromIndex(removed);
  await movePassages(kept);
  await addPassages(added);
  await execute(
    `update knowledge_documents d set indexed_title = d.title, passages = n.passages
      from unnest($1::uuid[], $2::int[]) as n (id, passages) where d.id = n.id`,
    [ids, replaced.map(({ passages }) => passages.length)],
  );
  return added.length;
}

const readPassages = (documentIds: readonly string[]) =>
  query<StoredPassage>(
    `select p.id, p.document_id as "documentId", p.number, p.hash, p.length, d.indexed_title as title, p.heading, p.text
      from knowledge_passages p join knowledge_documents d on d.id = p.document_id where p.document_id = any($1)`,
    [documentIds],
  );

/** Takes all passages of documents out of the index, before the documents are deleted. */
export async function removeDocumentsFromIndex(documentIds: readonly string[]): Promise<void> {
  await lockIndex();
  await removeFromIndex(await readPassages(documentIds));
}

/** Removed passages that are remembered, so that other processes can take them out of what they hold in memory. */
const MOST_REMOVALS = 20_000;

async function removeFromIndex(passages: readonly StoredPassage[]): Promise<void> {
  if (passages.length === 0) return;
  const workspaceId = currentWorkspaceId();
  const numbers = new Set(passages.map(({ number }) => number));
  const terms = new Set(passages.flatMap(({ title, heading, text }) => termsOf(indexedText(title, heading, text))));
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
  const [index] = await query<{ removed: number }>(
    `update knowledge_indexes set passages = passages - $2, length = length - $3, removed = removed + $2
      where workspace_id = $1 returning removed`,
    [workspaceId, passages.length, length],
  );
  await execute(
    `insert into knowledge_removals (workspace_id, place, number)
      select $1, $2::int + n.place, n.number from unnest($3::int[]) with ordinality as n (number, place)`,
    [workspaceId, index!.removed - passages.length, [...numbers]],
  );
  await execute('delete from knowledge_removals where workspace_id = $1 and place <= $2', [
    workspaceId,
    index!.removed - MOST_REMOVALS,
  ]);
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

async function addPassages(added: readonly AddedPassage[]): Promise<void> {
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
        select n.id, $1, n.source, n.document, n.number, n.position, n.heading, n.place, n.page, n.text, n.hash, n.length
        from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::int[], $7::text[], $8::text[], $9::int[],
          $10::text[], $11::text[], $12::int[])
          as n (source, document, id, number, position, heading, place, page, text, hash, length)`,
      [
        workspaceId,
        some.map(({ document }) => document.sourceId),
        some.map(({ document }) => document.id),
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
    await addPostings(workspaceId, first, some);
  }
}

async function addPostings(workspaceId: string, first: number, added: readonly AddedPassage[]): Promise<void> {
  const entries = new Map<string, { term: string; block: number; entries: Entry[] }>();
  for (const [i, { document, terms }] of added.entries()) {
    const number = first + i;
    const source = document.sourceNumber;
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
