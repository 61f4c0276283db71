/** An import before and after its run: mapping, preview, start, stop, report. */
import { AppError, type FieldError } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit, publishPaths } from '../../../../server/events/emit.ts';
import { files } from '../../../../server/files/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { type CustomValue, KINDS } from '../../../../records/contract.ts';
import {
  type ColumnMapping,
  type RecordImport,
  type ImportIssue,
  type ImportMapping,
  type ImportOptions,
  type ImportPreview,
  type IssueKind,
  type PreviewRow,
} from '../../contract.ts';
import { csvRow, withoutGuard } from '../../../../kernel/csv.ts';
import { isRepeated, isSufficient, IMPORT_TARGETS, MATCHES, NEEDED } from '../../contract/import-targets.ts';
import { describeColumns } from '../../engine/imports/mapping.ts';
import { isCurrency } from '../../../../kernel/money/currencies.ts';
import { isCountry } from '../../../../records/engine/phone.ts';
import { CRM } from '../../paths.ts';
import { referenceErrors } from '../contacts/references.ts';
import { createCustomField } from '../../../../records/server/custom-fields/custom-fields.ts';
import { customDefinitions } from '../../../../records/server/workspace.ts';
import { nameOfEntry, peopleByText, planBatch, type PlanContext, type PlannedRow, readRows } from './plan.ts';
import { importableOf } from './importable.ts';
import { readBatches } from './read-rows.ts';
import { enteredFields } from './create-custom-fields.ts';
import { importJob, planContext } from './run.ts';
import { type ImportRecord, lockImport, readImport, toImport } from './store.ts';

const PREVIEW_ROWS = 100;

/** @throws AppError `validation`, `not_found`; `conflict` once the import has run. */
export function setMapping(id: string, input: ImportMapping, caller: Caller): Promise<RecordImport> {
  return transaction(async () => {
    const record = await lockImport(id, ['mapping'], 'changed');
    const options: ImportOptions = { ...record.options, ...input.options };
    await checkMapping({ ...record, mapping: input.columns, options });
    const hasHeader = input.hasHeader ?? record.dialect.hasHeader;
    // Whether the first row is a header changes what the columns are called and what the rows are.
    const rows =
      hasHeader === record.dialect.hasHeader
        ? undefined
        : await firstRows(record.storage_key!, { ...record.dialect, hasHeader: false });
    await query(
      `update imports set mapping = $3, options = $4, dialect = $5, columns = coalesce($6, columns),
        sample_rows = coalesce($7, sample_rows) where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        JSON.stringify(input.columns),
        JSON.stringify(options),
        JSON.stringify({ ...record.dialect, hasHeader }),
        rows ? JSON.stringify(describeColumns(record.kind, rows, hasHeader, await enteredFields(record.kind))) : null,
        rows ? JSON.stringify(rows.slice(hasHeader ? 1 : 0, 21)) : null,
      ],
    );
    await publishPaths(currentWorkspaceId(), [CRM.imports]);
    return toImport(await readImport(id), caller);
  });
}

async function firstRows(storageKey: string, dialect: RecordImport['dialect']): Promise<string[][]> {
  for await (const batch of readBatches(storageKey, dialect, 0, PREVIEW_ROWS)) return batch.rows;
  return [];
}

async function checkMapping({
  kind,
  mapping,
  options,
  columns,
}: Pick<ImportRecord, 'kind' | 'mapping' | 'options' | 'columns'>): Promise<void> {
  const errors: FieldError[] = (await referenceErrors({ ownerId: options.ownerId })).map(({ field, message }) => ({
    field: `options.${field}`,
    message,
  }));
  const owners = Object.values(options.ownerNames).filter((id) => id !== null);
  if (owners.length > 0) {
    const active = new Set((await peopleByText()).values());
    if (owners.some((id) => !active.has(id)))
      errors.push({ field: 'options.ownerNames', message: 'This person isn’t in the workspace. Choose someone else.' });
  }
  if (
    options.pipelineId !== null &&
    (
      await query('select 1 from pipelines where id = $1 and workspace_id = $2', [
        options.pipelineId,
        currentWorkspaceId(),
      ])
    ).length === 0
  ) {
    errors.push({ field: 'options.pipelineId', message: 'This pipeline does not exist.' });
  }
  if (!isCountry(options.defaultCountry))
    errors.push({ field: 'options.defaultCountry', message: 'Enter a valid country code.' });
  if (options.currency !== null && !isCurrency(options.currency))
    errors.push({
      field: 'options.currency',
      message: `${options.currency.slice(0, 20)} is not a currency code. Use its three letters, such as USD.`,
    });
  const unfit = options.matchOn.find((match) => !(MATCHES[kind] as readonly string[]).includes(match));
  if (unfit) errors.push({ field: 'options.matchOn', message: `${KINDS[kind].title} are not recognised by that.` });
  // There is one company of a name.
  if (
    kind === 'company' &&
    (!options.matchOn.includes('name') || options.onMatch === 'warn' || options.onMatch === 'create')
  ) {
    errors.push({
      field: 'options.onMatch',
      message: 'There is one company of a name: skip or update those that are there.',
    });
  }
  const known = new Set((await enteredFields(kind)).map(({ key }) => `custom:${key}`));
  for (const target of IMPORT_TARGETS[kind]) known.add(target);
  const taken = new Set<string>();
  const indexes = new Set<number>();
  mapping.forEach(({ index, target, newField }, i) => {
    if (index >= columns.length)
      errors.push({ field: `columns.${i}.index`, message: `The file has only ${columns.length} columns.` });
    if (indexes.has(index)) errors.push({ field: `columns.${i}.index`, message: 'This column is mapped twice.' });
    indexes.add(index);
    if (target === null || newField) return;
    if (!known.has(target))
      errors.push({
        field: `columns.${i}.target`,
        message: target.startsWith('custom:')
          ? 'This custom field does not exist.'
          : `${KINDS[kind].title} have no such field.`,
      });
    if (taken.has(target) && !isRepeated(kind, target))
      errors.push({ field: `columns.${i}.target`, message: 'Two columns fill the same field.' });
    taken.add(target);
  });
  if (errors.length > 0)
    throw new AppError('validation', errors.length === 1 ? errors[0]!.message : 'Fix the column mapping.', {
      fields: errors,
    });
}

/** A column that becomes a new field is previewed as if the field were there. */
function withNewFields(columns: readonly ColumnMapping[]) {
  const definitions = columns.flatMap(({ index, newField }) =>
    newField
      ? [
          {
            index,
            definition: { key: `new-${index}`, label: newField.label, kind: newField.kind, options: [] as string[] },
          },
        ]
      : [],
  );
  const keys = new Map(definitions.map(({ index, definition }) => [index, definition.key]));
  return {
    definitions: definitions.map((one) => one.definition),
    columns: columns.map((column) =>
      keys.has(column.index) ? { ...column, target: `custom:${keys.get(column.index)}` } : column,
    ),
  };
}

/** The first rows as they would become; writes nothing. @throws AppError `not_found`, `conflict` */
export function previewImport(id: string): Promise<ImportPreview> {
  return transaction(async () => {
    const record = await lockImport(id, ['mapping'], 'previewed');
    const { definitions, columns } = withNewFields(record.mapping);
    const rows = await firstRows(record.storage_key!, record.dialect);
    const added = openChoices(definitions, columns, rows);
    const context = await planContext(record, columns, added);
    const plan = await planBatch(readRows(1, rows, context), context);
    const counts = { read: rows.length, created: 0, updated: 0, skipped: 0, rejected: 0, warned: 0 };
    const named = { create: 'created', update: 'updated', skip: 'skipped', reject: 'rejected' } as const;
    for (const row of plan.rows) {
      counts[named[row.outcome]]++;
      if (row.warned && row.outcome === 'create') counts.warned++;
    }
    const labels = new Map(
      [...(await customDefinitions(record.kind)), ...added].map((field) => [field.key, field.label]),
    );
    return {
      columns: [...context.of.preview.columns],
      rows: plan.rows.map((row) => toPreview(context, row, labels)),
      counts,
    };
  });
}

/** New choice fields take whatever the file holds; in the preview, whatever its first rows hold. */
function openChoices(
  definitions: {
    key: string;
    label: string;
    kind: RecordImport['columns'][number]['guess']['kind'];
    options: string[];
  }[],
  columns: readonly ColumnMapping[],
  rows: readonly string[][],
) {
  return definitions.map((definition) => {
    if (definition.kind !== 'select' && definition.kind !== 'multi') return definition;
    const column = columns.find(({ target }) => target === `custom:${definition.key}`)!;
    return {
      ...definition,
      options: choicesIn(
        rows.map((row) => row[column.index] ?? ''),
        definition.kind,
      ),
    };
  });
}

function choicesIn(cells: readonly string[], kind: string): string[] {
  const parts = kind === 'multi' ? cells.flatMap((cell) => cell.split(/[;|\n,]/)) : cells;
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== '' && part.length <= 200))];
}

function toPreview(
  context: PlanContext,
  { row, outcome, reasons, matchedId, imported }: PlannedRow,
  labels: ReadonlyMap<string, string>,
): PreviewRow {
  const { preview } = context.of;
  const { entry, note, ownerText } = imported;
  const rest: Record<string, string> = {};
  const add = (label: string, value: CustomValue) => {
    if (value !== '' && value !== null) rest[label] = Array.isArray(value) ? value.join(', ') : String(value);
  };
  for (const [label, value] of preview.rest(entry)) add(label, value);
  add('Source', entry.source);
  add('Owner', ownerText);
  add('Note', note);
  for (const [key, value] of Object.entries(entry.custom)) add(labels.get(key) ?? key, value);
  return {
    row,
    outcome,
    reasons,
    matchedId,
    name: nameOfEntry(context, entry),
    cells: preview.cells(entry),
    tags: entry.tags,
    private: outcome === 'create' && entry.private === true,
    rest,
  };
}

const MAX_CHOICES = 200;

/** Runs the import, or goes on with one that was stopped. @throws AppError `validation`, `not_found`, `conflict` */
export function startImport(id: string, caller: Caller): Promise<RecordImport> {
  return transaction(async () => {
    const record = await lockImport(id, ['mapping', 'cancelled', 'failed'], 'started');
    if (record.state === 'mapping') {
      await checkMapping(record);
      if (!isSufficient(record.kind, record.mapping))
        throw new AppError('validation', NEEDED[record.kind].message, { field: 'columns' });
      await query('update imports set mapping = $3 where id = $1 and workspace_id = $2', [
        id,
        currentWorkspaceId(),
        JSON.stringify(await makeNewFields(record)),
      ]);
    }
    const jobId = await enqueue(importJob, { importId: id, fileName: record.file_name });
    await query(
      `update imports set state = 'queued', job_id = $3, error = null, finished_at = null
        where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), jobId],
    );
    await publishPaths(currentWorkspaceId(), [CRM.imports]);
    return toImport(await readImport(id), caller);
  });
}

/** Creates the custom fields that the mapping asks for, with the choices that the file's columns hold. */
async function makeNewFields(record: Awaited<ReturnType<typeof readImport>>): Promise<ColumnMapping[]> {
  const wanting = record.mapping.filter(({ newField }) => newField?.kind === 'select' || newField?.kind === 'multi');
  const choices = new Map(wanting.map(({ index }) => [index, new Set<string>()]));
  if (wanting.length > 0) {
    for await (const batch of readBatches(record.storage_key!, record.dialect, 0, 2_000)) {
      for (const { index, newField } of wanting) {
        for (const choice of choicesIn(
          batch.rows.map((row) => row[index] ?? ''),
          newField!.kind,
        ))
          choices.get(index)!.add(choice);
        if (choices.get(index)!.size > MAX_CHOICES) {
          throw new AppError(
            'validation',
            `"${newField!.label}" has more than ${MAX_CHOICES} different values: make it a text field.`,
            { field: 'columns' },
          );
        }
      }
    }
  }
  const mapping: ColumnMapping[] = [];
  for (const column of record.mapping) {
    if (!column.newField) {
      mapping.push(column);
      continue;
    }
    const options = choices.get(column.index);
    const field = await createCustomField({
      object: record.kind,
      ...column.newField,
      ...(options ? { options: [...options] } : {}),
    });
    mapping.push({ index: column.index, target: `custom:${field.key}` });
  }
  return mapping;
}

/** Stops an import after the batch under way. @throws AppError `not_found`, `conflict` */
export function cancelImport(id: string, caller: Caller): Promise<RecordImport> {
  return transaction(async () => {
    const record = await lockImport(id, ['queued', 'running'], 'stopped');
    await query(`update imports set state = 'cancelled', finished_at = now() where id = $1 and workspace_id = $2`, [
      id,
      currentWorkspaceId(),
    ]);
    await emit({
      type: 'import.cancelled',
      subject: { type: 'import', id },
      paths: [CRM.imports, ...importableOf(record.kind).changed],
    });
    return toImport(await readImport(id), caller);
  });
}

/** Rows that were rejected, skipped or warned of, in the order of the file. @throws AppError `not_found` */
export async function listIssues(
  id: string,
  request: { outcome: IssueKind; cursor?: string | undefined; limit: number },
): Promise<{ items: ImportIssue[]; next: string | null }> {
  await readImport(id);
  const after = request.cursor === undefined ? 0 : Number(request.cursor);
  if (!Number.isSafeInteger(after) || after < 0 || after > 2_147_483_647)
    throw new AppError('bad_request', 'This page marker does not fit the list.', { field: 'cursor' });
  const rows = await query<ImportIssue>(
    'select row, outcome, reason, cells, record_id as "recordId" from import_rows where import_id = $1 and workspace_id = $2 and outcome = $3 and row > $4 order by row limit $5',
    [id, currentWorkspaceId(), request.outcome, after, request.limit + 1],
  );
  const more = rows.length > request.limit;
  if (more) rows.pop();
  return { items: rows, next: more ? String(rows.at(-1)!.row) : null };
}

const REPORT_PAGE = 1_000;

/** Every rejected row as CSV: its number, the reason, and its original cells, ready to be fixed and imported again. */
export async function* rejectsCsv(id: string): AsyncGenerator<string> {
  const record = await readImport(id);
  yield `\uFEFF${csvRow(['Row', 'Reason', ...record.columns.map((column) => column.name)])}`;
  let cursor: string | null = '0';
  while (cursor !== null) {
    const page: { items: ImportIssue[]; next: string | null } = await listIssues(id, {
      outcome: 'reject',
      cursor,
      limit: REPORT_PAGE,
    });
    yield page.items
      .map((issue) => csvRow([String(issue.row), issue.reason, ...issue.cells.map(withoutGuard)]))
      .join('');
    cursor = page.next;
  }
}

/** Forgets an import that never ran, with its file. @throws AppError `not_found`, `conflict` */
export async function removeImport(id: string): Promise<void> {
  const key = await transaction(async () => {
    const record = await lockImport(id, ['mapping'], 'removed');
    await query('delete from imports where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await publishPaths(currentWorkspaceId(), [CRM.imports]);
    return record.storage_key;
  });
  if (key) await files().delete(key);
}
