/**
 * Decides for each row whether to create, update, skip, or reject. The preview and the run share this code, so the
 * preview is accurate.
 */
import { newId } from '../../../../kernel/ids.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { ImportOptions } from '../../contract.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';
import { keyInWords } from '../../engine/imports/contact-row.ts';
import type { Entry, ImportedRow } from '../../engine/imports/row.ts';
import type { RowReader } from '../../engine/imports/row-reader.ts';
import type { AnyImportable, ReadRow } from './importable.ts';

/** The record that rows go into, as it is before the import. */
export interface Existing {
  id: string;
  name: string;
  /** Only where the import may change it. */
  found?: { version: number; image: unknown; importId: string | null; importVersion: number | null };
}

/** A record that the batch creates or changes; several rows may go into one. */
export interface Candidate {
  /** Of the record that is there or will be. */
  id: string;
  /** First row that it comes from. */
  row: number;
  /** Absent when it is new. */
  existing?: Existing;
  image: unknown;
  notes: string[];
  /** Not everyone will see it; only of one that the import makes. */
  isPrivate: boolean;
}

export interface PlannedRow extends ReadRow {
  outcome: 'create' | 'update' | 'skip' | 'reject';
  reasons: string[];
  /** The row becomes a record all the same; the report names it. */
  warned: boolean;
  /** The record that the row is about, as far as it exists already. */
  matchedId: string | null;
}

export interface Plan {
  rows: PlannedRow[];
  candidates: Candidate[];
  /** Which of them a key leads to. */
  byKey: ReadonlyMap<string, Candidate>;
}

export interface PlanContext {
  importId: string;
  of: AnyImportable;
  options: ImportOptions;
  read: RowReader;
  /** Ids of the workspace's people by folded name and email address, and by the names that were assigned to them. */
  people: ReadonlyMap<string, string>;
  /** Owners in the file whom no teammate is called, by folded name: each is reported once. */
  reportedOwners: Set<string>;
  /** Matching data of the kind. */
  own: unknown;
}

/** People by what a file may call them. A name that two share means neither. */
export async function peopleByText(): Promise<Map<string, string>> {
  const rows = await query<{ id: string; name: string; email: string }>(
    'select id, name, email from workspace_people where active',
  );
  const people = new Map<string, string>();
  for (const { id, name, email } of rows) {
    people.set(fold(email), id);
    const key = fold(name);
    people.set(key, people.has(key) && people.get(key) !== id ? '' : id);
  }
  return people;
}

/** Reads and checks rows, the first of them numbered `first`. Asks no one: it can run while the database works. */
export function readRows(first: number, batch: readonly string[][], context: PlanContext): ReadRow[] {
  return batch.map((cells, i) => {
    const imported = context.read(cells);
    return { row: first + i, cells, imported, warnings: applyOwner(imported, context) };
  });
}

/**
 * A file of another program names that program's people: a record without its owner is worth more than no record.
 * @returns what the report says of it
 */
function applyOwner(imported: ImportedRow, { people, reportedOwners }: PlanContext): string[] {
  const { ownerText } = imported;
  if (!ownerText) return [];
  const name = fold(ownerText);
  const id = people.get(name);
  if (id) imported.entry.ownerId = id;
  if (id || reportedOwners.has(name)) return [];
  reportedOwners.add(name);
  return [
    id === ''
      ? `Two teammates are called “${ownerText}”. Rows with this name were imported without an owner.`
      : `No teammate is called “${ownerText}”. Rows with this name were imported without an owner.`,
  ];
}

async function livingRecords(of: AnyImportable, ids: readonly string[], lock: boolean): Promise<Map<string, Existing>> {
  if (ids.length === 0) return new Map();
  const { list } = of.bulk;
  const { alias } = list;
  if (!lock) {
    const rows = await query<{ id: string }>(
      `select ${list.columns} from ${list.table} ${alias} ${list.joins}
        where ${alias}.workspace_id = $1 and ${alias}.id = any($2) and ${alias}.deleted_at is null`,
      [currentWorkspaceId(), ids],
    );
    return new Map(rows.map((row) => [row.id, { id: row.id, name: list.nameOf(row as never) }]));
  }
  const found = await (of.lock ?? of.bulk.lock)(ids);
  const marks = await query<{ id: string; import_id: string | null; import_version: number | null }>(
    `select id, import_id, import_version from ${list.table} where workspace_id = $1 and id = any($2)`,
    [currentWorkspaceId(), found.map(({ id }) => id)],
  );
  const markOf = new Map(marks.map((mark) => [mark.id, mark]));
  return new Map(
    found.map(({ id, version, image }) => {
      const mark = markOf.get(id);
      return [
        id,
        {
          id,
          name: of.nameOf(image),
          found: { version, image, importId: mark?.import_id ?? null, importVersion: mark?.import_version ?? null },
        },
      ];
    }),
  );
}

/**
 * Plans rows that were read; existing records that they would change stay locked until the transaction ends.
 * @param before the plan of rows before these, which the database may not show yet
 */
export async function planBatch(read: readonly ReadRow[], context: PlanContext, before?: Plan): Promise<Plan> {
  const { of, options } = context;
  const resolved = of.resolve ? await of.resolve(read, context.own) : read;
  // New objects each time: a transaction that has to be repeated plans the same rows again.
  const rows: PlannedRow[] = resolved.map((row) => ({
    ...row,
    outcome: row.imported.errors.length > 0 ? 'reject' : 'create',
    reasons: [...row.imported.errors, ...row.warnings],
    matchedId: null,
    warned: row.warnings.length > 0,
  }));
  const matching = options.onMatch !== 'create' && options.matchOn.length > 0;
  const keysOf = rows.map((row) =>
    row.outcome === 'reject' || !matching ? [] : of.keys(row.imported.entry, options.matchOn),
  );
  const keys = [...new Set(keysOf.flat())];
  const byKey = keys.length > 0 ? await of.find(keys) : new Map<string, string[]>();
  const existing = await livingRecords(of, [...new Set([...byKey.values()].flat())], options.onMatch === 'update');
  const plan = new Planner(context, byKey, existing, before);
  rows.forEach((row, i) => plan.add(row, keysOf[i]!));
  if (of.warn && keys.length > 0) warnOfOthers(rows, keysOf, await of.warn(keys));
  return { rows, candidates: plan.candidates, byKey: plan.seen };
}

class Planner {
  readonly candidates: Candidate[] = [];
  readonly seen = new Map<string, Candidate>();
  readonly #byId = new Map<string, Candidate>();
  readonly #context: PlanContext;
  readonly #idsByKey: ReadonlyMap<string, readonly string[]>;
  readonly #existing: ReadonlyMap<string, Existing>;
  readonly #before: Plan | undefined;

  constructor(
    context: PlanContext,
    idsByKey: ReadonlyMap<string, readonly string[]>,
    existing: ReadonlyMap<string, Existing>,
    before: Plan | undefined,
  ) {
    this.#context = context;
    this.#idsByKey = idsByKey;
    this.#existing = existing;
    this.#before = before;
  }

  add(row: PlannedRow, keys: readonly string[]): void {
    if (row.outcome === 'reject') return;
    const namesake = this.#namesake(row, keys);
    const key = namesake?.key ?? keys.find((one) => this.seen.has(one) || this.#existingFor(one) !== undefined);
    const candidate = namesake
      ? this.#start(namesake.existing, row.row)
      : key === undefined
        ? undefined
        : (this.seen.get(key) ?? this.#start(this.#existingFor(key)!, row.row));
    const used = candidate ? this.#match(row, candidate, key!) : this.#create(row);
    if (used) for (const one of keys) if (!this.seen.has(one)) this.seen.set(one, used);
  }

  /**
   * Of several who share an address or a number the one who is called as the row says: else all rows of theirs went
   * into the first.
   */
  #namesake({ imported }: PlannedRow, keys: readonly string[]): { key: string; existing: Existing } | undefined {
    const { of, options, own } = this.#context;
    for (const key of keys) {
      const sharing = (this.#idsByKey.get(key) ?? []).flatMap((id) => this.#existing.get(id) ?? []);
      if (sharing.length < 2) continue;
      const name = fold(of.nameOf(of.fresh(imported.entry, options, own)));
      const existing = sharing.find((one) => fold(one.name) === name);
      if (existing) return { key, existing };
    }
    return undefined;
  }

  #existingFor(key: string): Existing | undefined {
    for (const id of this.#idsByKey.get(key) ?? []) {
      const record = this.#existing.get(id);
      if (record) return record;
    }
    const planned = this.#before?.byKey.get(key);
    return planned && (planned.existing ?? { id: planned.id, name: this.#context.of.nameOf(planned.image) });
  }

  #start(existing: Existing, row: number): Candidate {
    return (
      this.#byId.get(existing.id) ?? {
        id: existing.id,
        row,
        existing,
        image: existing.found?.image,
        notes: [],
        isPrivate: false,
      }
    );
  }

  #create(row: PlannedRow): Candidate | undefined {
    const { of, options, own } = this.#context;
    const { entry, note } = row.imported;
    const image = of.fresh(
      entry.ownerId === null && options.ownerId !== null ? { ...entry, ownerId: options.ownerId } : entry,
      options,
      own,
    );
    if (this.#refused(row, image, undefined)) return undefined;
    const candidate: Candidate = {
      id: newId(),
      row: row.row,
      image,
      notes: note ? [note] : [],
      isPrivate: entry.private === true,
    };
    this.candidates.push(candidate);
    return candidate;
  }

  /** @returns the candidate that the row's keys lead to from now on */
  #match(row: PlannedRow, candidate: Candidate, key: string): Candidate | undefined {
    const { of, options, own } = this.#context;
    const { existing } = candidate;
    row.matchedId = existing?.id ?? null;
    row.reasons.push(
      existing
        ? `${existing.name} already has ${keyInWords(key)}.`
        : `The same ${KINDS[of.rows.kind].one} as row ${candidate.row} of the file: ${keyInWords(key)}.`,
    );
    if (options.onMatch === 'warn') {
      row.warned = true;
      this.#create(row);
      return candidate;
    }
    const frozen = options.onMatch === 'update' && existing?.found ? of.frozen?.(existing.found.image) : undefined;
    if (frozen !== undefined) row.reasons.push(frozen);
    if (options.onMatch === 'skip' || frozen !== undefined) {
      row.outcome = 'skip';
      return candidate;
    }
    const image = of.merge(candidate.image, row.imported.entry, options.update, own);
    if (this.#refused(row, image, existing?.found?.image)) return undefined;
    row.outcome = 'update';
    candidate.image = image;
    this.#sayPrivate(row, candidate);
    if (row.imported.note) candidate.notes.push(row.imported.note);
    if (existing && !this.#byId.has(existing.id)) {
      this.#byId.set(existing.id, candidate);
      this.candidates.push(candidate);
    }
    return candidate;
  }

  /**
   * One that was there before stays seen by whom it is: a file neither hides nor shows it, and so its undo need not
   * either.
   */
  #sayPrivate({ imported, reasons }: PlannedRow, candidate: Candidate): void {
    if (imported.entry.private !== true) return;
    const found = candidate.existing?.found;
    if (!candidate.existing || (found?.importId === this.#context.importId && found.importVersion === found.version))
      candidate.isPrivate = true;
    else reasons.push('Who sees it stays as it is.');
  }

  #refused(row: PlannedRow, image: unknown, before: unknown): boolean {
    const problem = this.#context.of.problem?.(image, before, this.#context.own);
    if (problem === undefined) return false;
    row.outcome = 'reject';
    row.reasons = [problem];
    return true;
  }
}

/** Rows that are created although something else of the same person is there. */
function warnOfOthers(
  rows: readonly PlannedRow[],
  keysOf: readonly (readonly string[])[],
  others: ReadonlyMap<string, { id: string; name: string; what: string }>,
): void {
  rows.forEach((row, i) => {
    const key =
      row.outcome === 'create' && row.reasons.length === row.warnings.length
        ? keysOf[i]!.find((one) => others.has(one))
        : undefined;
    if (key === undefined) return;
    const { name, what } = others.get(key)!;
    row.warned = true;
    row.reasons.push(`${name} is ${what} already: ${keyInWords(key)}.`);
  });
}

/** How a row's entry looks to a person before it is written. */
export function nameOfEntry(context: PlanContext, entry: Entry): string {
  return context.of.nameOf(context.of.fresh(entry, context.options, context.own));
}
