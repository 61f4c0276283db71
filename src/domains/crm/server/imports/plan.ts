/** What becomes of each row: create, update, skip or reject. The preview and the run plan alike, so the one tells the truth about the other. */
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { ImportOptions } from '../../contract.ts';
import { displayName, type ContactData } from '../../engine/contact-data.ts';
import { type ImportedRow, keyInWords, mergeRow, rowMatchKeys, type RowReader } from '../../engine/import-row.ts';
import { lockContacts } from '../contacts/service.ts';
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

async function contactsByKey(keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await query<{ key: string; contact_id: string }>(
    `select k.key, k.contact_id from contact_keys k join contacts c on c.id = k.contact_id and c.workspace_id = k.workspace_id and c.deleted_at is null
     where k.workspace_id = $1 and k.key = any($2) order by k.contact_id desc`,
    [currentWorkspaceId(), keys],
  );
  // Descending, so that of several with one key the oldest is what stays in the map.
  return new Map(rows.map((row) => [row.key, row.contact_id]));
}

/** Plans a batch; existing contacts that it is about stay locked until the transaction ends. */
export async function planBatch(first: number, batch: readonly string[][], context: PlanContext): Promise<Plan> {
  const { options } = context;
  const rows: PlannedRow[] = batch.map((cells, i) => {
    const imported = context.read(cells);
    applyOwner(imported, context);
    return { row: first + i, cells, outcome: imported.errors.length > 0 ? 'reject' : 'create', reasons: [...imported.errors], matchedId: null, imported };
  });
  const keysOf = rows.map((row) => (row.outcome === 'reject' ? [] : rowMatchKeys(row.imported, options.matchOn)));
  const byKey = await contactsByKey([...new Set(keysOf.flat())]);
  const matched = [...new Set(byKey.values())];
  const existing = new Map((matched.length > 0 && options.onMatch !== 'create' ? await lockContacts(matched) : []).map((record) => [record.id, record]));
  const seen = new Map<string, Candidate>();
  const candidates: Candidate[] = [];
  const byId = new Map<string, Candidate>();
  rows.forEach((row, i) => {
    if (row.outcome === 'reject') return;
    const keys = keysOf[i]!;
    const key = options.onMatch === 'create' ? undefined : keys.find((one) => seen.has(one) || existing.has(byKey.get(one) ?? ''));
    let candidate = key === undefined ? undefined : seen.get(key);
    const record = key === undefined || candidate ? undefined : existing.get(byKey.get(key)!);
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
