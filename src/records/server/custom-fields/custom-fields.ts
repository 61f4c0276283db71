/** Fields that a workspace adds to its records. Their key is made once, from the label, and never changes. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { fold } from '../../../kernel/text.ts';
import { currentWorkspaceId, query, transaction } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import {
  type CustomField,
  type CustomFieldUpdate,
  MAX_CUSTOM_FIELDS,
  type NewCustomField,
} from '../../contract/views.ts';
import { KINDS, type RecordKind } from '../../contract/kinds.ts';
import { ROLLED_UP, type RollUp, ROLLUP_WORDS } from '../../contract/rollups.ts';
import { keysRead, rollUpProblem, rollUpResult } from '../../engine/rollup.ts';
import { CRM } from '../../../domains/crm/paths.ts';
import { RECORD_PATHS } from '../../paths.ts';
import {
  compileFields,
  FieldFormulaError,
  type FormulaDefinition,
  formulaFields,
} from '../../engine/formula/fields.ts';
import type { FormulaType } from '../../engine/formula/functions.ts';
import { fieldsIn, parseFormula } from '../../engine/formula/parse.ts';
import { calculateAgain } from './recalculate-all.ts';
import { kindOf } from '../list/list-kind.ts';
import { checkRollUpFilter, type PreviewRow, previewRollUp } from './rollups.ts';
import { clearValues, keysBeingCleared } from './removed-values.ts';

const NOUN = 'The field';
const COLUMNS = 'id, version, object, key, label, kind, options, formula, rollup, result, position';
const WITH_OPTIONS = new Set(['select', 'multi']);
/** Changing fields of one workspace is serialized: keys and places must not collide. */
const LOCK = 'custom-fields';
/** Records that a preview shows. */
const PREVIEWED = 5;

export function listCustomFields(object: RecordKind): Promise<CustomField[]> {
  return query<CustomField>(
    `select ${COLUMNS} from custom_fields where workspace_id = $1 and object = $2 order by position, lower(label), id`,
    [currentWorkspaceId(), object],
  );
}

/** Removed fields whose names are told; the last ones. */
const MAX_REMOVED = 500;

/**
 * Labels of deleted fields by key, the last deleted first. If another field now uses the key, the key means that field.
 */
export function removedFields(object: RecordKind): Promise<{ key: string; label: string }[]> {
  return query(
    `select r.key, r.label from removed_fields r where r.workspace_id = $1 and r.object = $2
       and not exists (select 1 from custom_fields f where f.workspace_id = $1 and f.object = $2 and f.key = r.key)
          order by r.removed_at desc, r.key limit ${MAX_REMOVED}`,
    [currentWorkspaceId(), object],
  );
}

async function readField(id: string): Promise<CustomField> {
  const [field] = await query<CustomField>(`select ${COLUMNS} from custom_fields where workspace_id = $1 and id = $2`, [
    currentWorkspaceId(),
    id,
  ]);
  if (!field) throw notFound(NOUN);
  return field;
}

/** `Customer since (year)` → `customer_since_year`, made unique by a number. */
export function keyFor(label: string, taken: ReadonlySet<string>): string {
  const base =
    fold(label)
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 50) || 'field';
  if (!taken.has(base)) return base;
  for (let n = 2; ; n++) if (!taken.has(`${base}_${n}`)) return `${base}_${n}`;
}

function checkedOptions(kind: string, options: readonly string[] | undefined): string[] {
  const list = [...new Set(options ?? [])];
  if (WITH_OPTIONS.has(kind) && list.length === 0)
    throw new AppError('validation', 'Add at least one choice.', { field: 'options' });
  if (!WITH_OPTIONS.has(kind) && list.length > 0)
    throw new AppError('validation', 'Only choice fields have choices.', { field: 'options' });
  return list;
}

/** Properties that every JavaScript object has. A record without a value would seem to have one. */
const OF_OBJECTS = 'constructor';

/** Keys that a new field cannot have: those of others, and of what formulas read beside them. */
function takenKeys(object: RecordKind, fields: readonly CustomField[]): Set<string> {
  return new Set([
    OF_OBJECTS,
    ...fields.map((field) => field.key),
    ...formulaFields(object).map((field) => field.key.toLowerCase()),
  ]);
}

function checkedFormula(kind: string, formula: string | undefined): string {
  if (kind === 'formula' && !formula) throw new AppError('validation', 'Enter a formula.', { field: 'formula' });
  if (kind !== 'formula' && formula)
    throw new AppError('validation', 'Only calculated fields have a formula.', { field: 'formula' });
  return formula ?? '';
}

/**
 * Result types of all formulas, including a new or changed one.
 * @throws AppError `validation` if it is invalid or breaks another formula; `details.at` is the position in its text
 */
function resultsOf(
  object: RecordKind,
  fields: readonly FormulaDefinition[],
  changed: string,
): ReadonlyMap<string, FormulaType> {
  try {
    return compileFields(object, fields).types;
  } catch (error) {
    if (!(error instanceof FieldFormulaError)) throw error;
    const other = error.key === changed ? undefined : fields.find((field) => field.key === error.key);
    throw new AppError(
      'validation',
      other ? `“${other.label}” could not be calculated any more: ${error.message}` : error.message,
      { field: 'formula', details: { at: error.at } },
    );
  }
}

/** Keeps another formula or roll-up, with what it and those that read it now give, and calculates all records again. */
async function changeCalculation(
  field: CustomField,
  change: Partial<Pick<CustomField, 'formula' | 'rollup' | 'result'>>,
  fields: readonly CustomField[],
): Promise<void> {
  const next = { ...field, ...change };
  const results = resultsOf(
    field.object,
    fields.map((other) => (other.id === field.id ? next : other)),
    field.key,
  );
  await query('update custom_fields set formula = $3, rollup = $4, result = $5 where id = $1 and workspace_id = $2', [
    field.id,
    currentWorkspaceId(),
    next.formula,
    rollUpJson(next.rollup),
    next.result,
  ]);
  for (const [key, result] of results)
    await query('update custom_fields set result = $3 where workspace_id = $1 and object = $2 and key = $4', [
      currentWorkspaceId(),
      field.object,
      result,
      key,
    ]);
  await stillRolledUp(
    field.object,
    fields.map((other) => other.key),
    new Map([...results, ...(field.kind === 'rollup' && next.result ? [[field.key, next.result] as const] : [])]),
    fields,
  );
  await calculateAgain(field.object);
}

const rollUpJson = (rollUp: RollUp | null) => (rollUp ? JSON.stringify(rollUp) : null);

/** Roll-ups, of any kind of record, over records of this kind. */
async function rollUpsOver(object: RecordKind): Promise<CustomField[]> {
  const over: CustomField[] = [];
  for (const [parent, sources] of Object.entries(ROLLED_UP)) {
    if (!sources.some((source) => ROLLUP_WORDS[source].kind === object)) continue;
    const fields = await listCustomFields(parent as RecordKind);
    over.push(...fields.filter(({ rollup }) => rollup && ROLLUP_WORDS[rollup.source].kind === object));
  }
  return over;
}

/** @throws AppError `validation` when a roll-up over these records could not be made of what a field now gives */
async function stillRolledUp(
  object: RecordKind,
  keys: readonly string[],
  results: ReadonlyMap<string, FormulaType>,
  fields: readonly CustomField[],
): Promise<void> {
  const own = fields.map((field) => ({ ...field, result: results.get(field.key) ?? field.result }));
  for (const { label, object: parent, rollup } of await rollUpsOver(object)) {
    if (!rollup || !keysRead(rollup).some((key) => keys.includes(key))) continue;
    // A condition that no longer fits would refuse every change of the records that are rolled up.
    const broken = rollUpProblem(parent, rollup, own) !== undefined || !(await filterFits(parent, rollup));
    if (broken)
      throw new AppError('validation', `“${label}” of ${KINDS[parent].many} could not be calculated any more.`, {
        field: 'formula',
      });
  }
}

async function filterFits(object: RecordKind, rollUp: RollUp): Promise<boolean> {
  try {
    await checkRollUpFilter(object, rollUp);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** A roll-up's result type. @throws AppError `validation` if it is invalid or belongs to another kind of field */
async function checkedRollUp(
  object: RecordKind,
  kind: CustomField['kind'],
  rollUp: RollUp | undefined,
): Promise<{ rollup: RollUp | null; result: 'number' | 'day' | null }> {
  if (kind !== 'rollup') {
    if (rollUp) throw new AppError('validation', 'Only roll-ups say what they roll up.', { field: 'rollup' });
    return { rollup: null, result: null };
  }
  if (!rollUp) throw new AppError('validation', 'Say what to roll up.', { field: 'rollup' });
  const child = ROLLUP_WORDS[rollUp.source].kind;
  const problem = rollUpProblem(object, rollUp, child ? await listCustomFields(child) : []);
  if (problem) throw new AppError('validation', problem.message, { field: problem.field });
  await checkRollUpFilter(object, rollUp);
  return { rollup: rollUp, result: rollUpResult(rollUp) };
}

/** Results of a roll-up for a few records. @throws AppError `validation` */
export async function previewField(
  object: RecordKind,
  rollUp: RollUp,
): Promise<{ result: 'number' | 'day'; items: PreviewRow[] }> {
  await checkedRollUp(object, 'rollup', rollUp);
  return { result: rollUpResult(rollUp), items: await previewRollUp(object, rollUp, PREVIEWED) };
}

/** @throws AppError `validation`, `conflict` for a label that is there already or when there are too many fields. */
export function createCustomField(input: z.output<typeof NewCustomField>): Promise<CustomField> {
  return transaction(async () => {
    if (!kindOf(input.object))
      throw new AppError('validation', `${KINDS[input.object].title} can’t have custom fields.`, { field: 'object' });
    await query('select pg_advisory_xact_lock(hashtext($1))', [`${LOCK} ${currentWorkspaceId()}`]);
    const fields = await listCustomFields(input.object);
    if (fields.length >= MAX_CUSTOM_FIELDS)
      throw new AppError('conflict', `${KINDS[input.object].title} can have up to ${MAX_CUSTOM_FIELDS} custom fields.`);
    if (fields.some((field) => fold(field.label) === fold(input.label)))
      throw new AppError('conflict', `A field named "${input.label}" already exists.`, { field: 'label' });
    const id = newId();
    const key = keyFor(
      input.label,
      new Set([...takenKeys(input.object, fields), ...(await keysBeingCleared(input.object))]),
    );
    const formula = checkedFormula(input.kind, input.formula);
    const { rollup, result } = await checkedRollUp(input.object, input.kind, input.rollup);
    const results = resultsOf(
      input.object,
      [...fields, { key, label: input.label, kind: input.kind, formula, result }],
      key,
    );
    await query(
      'insert into custom_fields (id, workspace_id, object, key, label, kind, options, formula, result, position, rollup) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [
        id,
        currentWorkspaceId(),
        input.object,
        key,
        input.label,
        input.kind,
        checkedOptions(input.kind, input.options),
        formula,
        results.get(key) ?? result,
        Math.max(0, ...fields.map((field) => field.position + 1)),
        rollUpJson(rollup),
      ],
    );
    if (input.kind === 'formula' || input.kind === 'rollup') await calculateAgain(input.object);
    await emit({
      type: 'custom_field.created',
      subject: { type: 'custom_field', id },
      paths: [RECORD_PATHS.customFields],
    });
    return readField(id);
  });
}

/** @throws AppError `not_found`, `stale`, `conflict`, `validation` */
export function updateCustomField(
  id: string,
  input: z.output<typeof CustomFieldUpdate>,
  ifMatch?: number,
): Promise<CustomField> {
  const version = input.version ?? ifMatch;
  if (version === undefined)
    throw new AppError('validation', 'Say which version your change is based on.', { field: 'version' });
  return transaction(async () => {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`${LOCK} ${currentWorkspaceId()}`]);
    const field = await readField(id);
    if (field.version !== version)
      throw new AppError('stale', 'Someone else changed this field in the meantime.', {
        details: { current: field, changed: [] },
      });
    const label = input.label;
    const fields = await listCustomFields(field.object);
    if (label !== undefined && fields.some((other) => other.id !== id && fold(other.label) === fold(label))) {
      throw new AppError('conflict', `A field named "${label}" already exists.`, { field: 'label' });
    }
    const options = input.options === undefined ? field.options : checkedOptions(field.kind, input.options);
    await query(
      'update custom_fields set label = coalesce($3, label), options = $4, position = coalesce($5, position), version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), label ?? null, options, input.position ?? null],
    );
    if (input.formula !== undefined && input.formula !== field.formula)
      await changeCalculation(field, { formula: checkedFormula(field.kind, input.formula) }, fields);
    if (input.rollup !== undefined && JSON.stringify(input.rollup) !== JSON.stringify(field.rollup))
      await changeCalculation(field, await checkedRollUp(field.object, field.kind, input.rollup), fields);
    await emit({
      type: 'custom_field.updated',
      subject: { type: 'custom_field', id },
      paths: [RECORD_PATHS.customFields, KINDS[field.object].path],
    });
    return readField(id);
  });
}

/**
 * Stages ask for what there is: one that went on asking for a removed field would ask for the next field of that name.
 */
async function demandNoLonger(key: string): Promise<void> {
  await query(
    `with asking as (update stages set required_fields = array_remove(required_fields, $2) where workspace_id = $1
      and $2 = any(required_fields) returning pipeline_id)
     update pipelines p set version = version + 1, updated_at = now()
        where p.workspace_id = $1 and p.id in (select pipeline_id from asking)`,
    [currentWorkspaceId(), `custom.${key}`],
  );
}

/**
 * Calculated fields that read a field, which is not removed before them, and pipelines whose stages ask for it; each
 * with words for it.
 */
export async function usersOfField({
  object,
  key,
}: Pick<CustomField, 'object' | 'key'>): Promise<{ id: string; words: string }[]> {
  const formulas = (await listCustomFields(object)).filter(
    (field) => field.kind === 'formula' && field.key !== key && fieldsIn(parseFormula(field.formula)).includes(key),
  );
  const rollUps = (await rollUpsOver(object)).filter(({ rollup }) => rollup && keysRead(rollup).includes(key));
  const pipelines =
    object === 'opportunity'
      ? await query<{ id: string; name: string }>(
          'select p.id, p.name from pipelines p where p.workspace_id = $1 and exists (select 1 from stages s where s.workspace_id = $1 and s.pipeline_id = p.id and $2 = any(s.required_fields)) order by p.position, p.id',
          [currentWorkspaceId(), `custom.${key}`],
        )
      : [];
  return [
    ...formulas.map(({ id, label }) => ({ id, words: `“${label}” is calculated from it.` })),
    ...rollUps.map(({ id, label, object: of }) => ({
      id,
      words: `“${label}” of ${KINDS[of].many} is a roll-up of it.`,
    })),
    ...pipelines.map(({ id, name }) => ({ id, words: `A stage of the pipeline “${name}” asks for it.` })),
  ];
}

/**
 * Removes a field with all its values, those of many records in the background.
 * @throws AppError `not_found`; `conflict` while a formula or a roll-up reads it.
 */
export function removeCustomField(id: string): Promise<void> {
  return transaction(async () => {
    // No one makes a formula of it at the same moment: that could never be calculated, nor would any field come after
    // it.
    await query('select pg_advisory_xact_lock(hashtext($1))', [`${LOCK} ${currentWorkspaceId()}`]);
    const { key, object, label } = await readField(id);
    const reader = (await listCustomFields(object)).find(
      (field) => field.kind === 'formula' && field.key !== key && fieldsIn(parseFormula(field.formula)).includes(key),
    );
    if (reader)
      throw new AppError('conflict', `“${reader.label}” is calculated from “${label}”. Change its formula first.`);
    const rolled = (await rollUpsOver(object)).find(({ rollup }) => rollup && keysRead(rollup).includes(key));
    if (rolled)
      throw new AppError(
        'conflict',
        `“${rolled.label}” of ${KINDS[rolled.object].many} is a roll-up of “${label}”. Change it first.`,
      );
    // It would go on filling it, for the next field of that name.
    const [filling] = await query<{ name: string }>(
      `select file_name as name from imports where workspace_id = $1 and kind = $2 and state in ('queued', 'running')
        and mapping @> $3::jsonb limit 1`,
      [currentWorkspaceId(), object, JSON.stringify([{ target: `custom:${key}` }])],
    );
    if (filling)
      throw new AppError(
        'conflict',
        `The import of ${filling.name} is filling “${label}”. Stop it, or wait until it finishes.`,
      );
    await query('delete from custom_fields where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await query(
      `insert into removed_fields (workspace_id, object, key, label)
        values ($1, $2, $3, $4) on conflict (workspace_id, object, key) do update
        set label = excluded.label, removed_at = excluded.removed_at`,
      [currentWorkspaceId(), object, key, label],
    );
    await clearValues(object, key, label);
    if (object === 'opportunity') await demandNoLonger(key);
    await emit({
      type: 'custom_field.deleted',
      subject: { type: 'custom_field', id },
      data: { key },
      paths: [RECORD_PATHS.customFields, KINDS[object].path, ...(object === 'opportunity' ? [CRM.pipelines] : [])],
    });
  });
}
