/** What becomes of each row: create, update, skip or reject. The preview and the run plan alike, so the one tells the truth about the other. */
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { ImportOptions } from '../../contract.ts';
import { displayName, type ContactData } from '../../engine/contact-data.ts';
import { type ImportedRow, keyInWords, mergeRow, rowMatchKeys, type RowReader } from '../../engine/import-row.ts';
import { lockContacts, readContacts } from '../contacts/service.ts';
import { type DbRecord, toData } from '../contacts/rows.ts';

/** A contact that the batch creates or changes; several rows may go into one. */
export interface Candidate {
  /** First row that it comes from. */
  row: number;
  /** The contact as it was; absent when it is new. */
  existing?: DbRecord;
  data: ContactData;
  companyName: string;
  notes: string[];
}

export interface PlannedRow {
  row: number;
  cells: string[];
  outcome: 'create' | 'update' | 'skip' | 'reject';
  reasons: string[];
  /** The contact that the row is about, as far as it exists already. */
  matchedId: string | null;
  imported: ImportedRow;
}

export interface Plan {
  rows: PlannedRow[];
  candidates: Candidate[];
}

export interface PlanContext {
  options: ImportOptions;
  read: RowReader;
  /** Ids of the workspace's people by folded name and e-mail address. */
  people: ReadonlyMap<string, string>;
}

/** People by what a file may call them. A name that two share means neither. */
export async function peopleByText(): Promise<Map<string, string>> {
  const rows = await query<{ id: string; name: string; email: string }>('select id, name, email from workspace_people where active');
  const people = new Map<string, string>();
  for (const { id, name, email } of rows) {
    people.set(fold(email), id);
    const key = fold(name);
    people.set(key, people.has(key) && people.get(key) !== id ? '' : id);
  }
  return people;
}

/** Contacts that a key may lead to; more than a few with one key are no help in telling who is meant. */
const MOST_PER_KEY = 5;

/** Ids of contacts by key, the oldest first; deleted ones may be among them. */
async function contactsByKey(keys: readonly string[]): Promise<Map<string, string[]>> {
  const byKey = new Map<string, string[]>();
  if (keys.length === 0) return byKey;
  // One look into the index for each key: while a table grows from nothing, the planner's figures lead it to worse ideas.
  const rows = await query<{ key: string; contact_id: string }>(
    `select w.key, k.contact_id from unnest($2::text[]) w(key) cross join lateral (
       select contact_id from contact_keys where workspace_id = $1 and key = w.key collate "C" order by contact_id limit ${MOST_PER_KEY}) k`,
    [currentWorkspaceId(), keys],
  );
  for (const { key, contact_id: id } of rows) {
    const ids = byKey.get(key);
    if (ids) ids.push(id);
    else byKey.set(key, [id]);
  }
  return byKey;
}

async function livingContacts(ids: readonly string[], lock: boolean): Promise<Map<string, DbRecord>> {
  if (ids.length === 0) return new Map();
  const rows = lock ? await lockContacts(ids) : await readContacts(ids);
  return new Map(rows.map((record) => [record.id, record]));
}

/** A row as it was read and checked, before anything is known of who is there already. */
export type ReadRow = Pick<PlannedRow, 'row' | 'cells' | 'imported'>;

/** Reads and checks rows, the first of them numbered `first`. Asks nobody: it can run while the database works. */
export function readRows(first: number, batch: readonly string[][], context: PlanContext): ReadRow[] {
  return batch.map((cells, i) => {
    const imported = context.read(cells);
    applyOwner(imported, context);
    return { row: first + i, cells, imported };
  });
}

/** Plans rows that were read; existing contacts that they would change stay locked until the transaction ends. */
export async function planBatch(read: readonly ReadRow[], context: PlanContext): Promise<Plan> {
  const { options } = context;
  // New objects each time: a transaction that has to be repeated plans the same rows again.
  const rows: PlannedRow[] = read.map((row) => ({
    ...row, outcome: row.imported.errors.length > 0 ? 'reject' : 'create', reasons: [...row.imported.errors], matchedId: null,
  }));
  const matching = options.onMatch !== 'create';
  const keysOf = rows.map((row) => (row.outcome === 'reject' || !matching ? [] : rowMatchKeys(row.imported, options.matchOn)));
  const byKey = await contactsByKey([...new Set(keysOf.flat())]);
  const existing = await livingContacts([...new Set([...byKey.values()].flat())], options.onMatch === 'update');
  const existingFor = (key: string) => byKey.get(key)?.map((id) => existing.get(id)).find((record) => record !== undefined);
  const seen = new Map<string, Candidate>();
  const candidates: Candidate[] = [];
  const byId = new Map<string, Candidate>();
  rows.forEach((row, i) => {
    if (row.outcome === 'reject') return;
    const keys = keysOf[i]!;
    const key = keys.find((one) => seen.has(one) || existingFor(one) !== undefined);
    let candidate = key === undefined ? undefined : seen.get(key);
    const record = key === undefined || candidate ? undefined : existingFor(key);
    if (record) candidate = byId.get(record.id) ?? startUpdate(record, row.row);
    if (!candidate) {
      candidate = { row: row.row, data: withDefaultOwner(row.imported.data, options), companyName: row.imported.companyName, notes: notesOf(row.imported) };
      candidates.push(candidate);
    } else if (options.onMatch === 'skip') {
      describeMatch(row, candidate, key!);
      row.outcome = 'skip';
    } else {
      describeMatch(row, candidate, key!);
      row.outcome = 'update';
      addTo(candidate, row.imported, options);
      if (candidate.existing && !byId.has(candidate.existing.id)) {
        byId.set(candidate.existing.id, candidate);
        candidates.push(candidate);
      }
    }
    for (const one of keys) if (!seen.has(one)) seen.set(one, candidate);
  });
  return { rows, candidates };
}

function startUpdate(record: DbRecord, row: number): Candidate {
  return { row, existing: record, data: toData(record), companyName: record.company_name ?? '', notes: [] };
}

function notesOf(imported: ImportedRow): string[] {
  return imported.note ? [imported.note] : [];
}

function addTo(candidate: Candidate, imported: ImportedRow, options: ImportOptions): void {
  candidate.data = mergeRow(candidate.data, imported.data, options.update);
  if (imported.companyName && (options.update === 'replace' || !candidate.companyName)) candidate.companyName = imported.companyName;
  candidate.notes.push(...notesOf(imported));
}

function describeMatch(row: PlannedRow, candidate: Candidate, key: string): void {
  row.matchedId = candidate.existing?.id ?? null;
  const who = candidate.existing ? displayName(candidate.data) : `row ${candidate.row} of the file`;
  row.reasons.push(candidate.existing ? `${who} has ${keyInWords(key)} already.` : `The same person as ${who}: ${keyInWords(key)}.`);
}

function applyOwner(imported: ImportedRow, { people }: PlanContext): void {
  if (!imported.ownerText) return;
  const id = people.get(fold(imported.ownerText));
  if (id) imported.data.ownerId = id;
}

/** The chosen owner, where the file names none that is known here. */
function withDefaultOwner(data: ContactData, options: ImportOptions): ContactData {
  return data.ownerId === null && options.ownerId !== null ? { ...data, ownerId: options.ownerId } : data;
}
