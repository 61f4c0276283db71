/** Fields that a workspace adds to its contacts. Their key is made once, from the label, and never changes. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { type CustomField, type CustomFieldUpdate, MAX_CUSTOM_FIELDS, type NewCustomField } from '../../contract/views.ts';
import { CRM } from '../../paths.ts';

const NOUN = 'The field';
const COLUMNS = 'id, version, object, key, label, kind, options, position';
const WITH_OPTIONS = new Set(['select', 'multi']);
/** Changing fields of one workspace is serialised: keys and places must not collide. */
const LOCK = 'custom-fields';

export function listCustomFields(): Promise<CustomField[]> {
  return query<CustomField>(`select ${COLUMNS} from custom_fields where workspace_id = $1 order by position, lower(label), id`, [currentWorkspaceId()]);
}

async function readField(id: string): Promise<CustomField> {
  const [field] = await query<CustomField>(`select ${COLUMNS} from custom_fields where workspace_id = $1 and id = $2`, [currentWorkspaceId(), id]);
  if (!field) throw notFound(NOUN);
  return field;
}

/** `Customer since (year)` → `customer_since_year`, made unique by a number. */
export function keyFor(label: string, taken: ReadonlySet<string>): string {
  const base = fold(label).replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 50) || 'field';
  if (!taken.has(base)) return base;
  for (let n = 2; ; n++) if (!taken.has(`${base}_${n}`)) return `${base}_${n}`;
}

function checkedOptions(kind: string, options: readonly string[] | undefined): string[] {
  const list = [...new Set(options ?? [])];
  if (WITH_OPTIONS.has(kind) && list.length === 0) throw new AppError('validation', 'Give the field at least one choice.', { field: 'options' });
  if (!WITH_OPTIONS.has(kind) && list.length > 0) throw new AppError('validation', 'Only choice fields have choices.', { field: 'options' });
  return list;
}

/** @throws AppError `validation`, `conflict` for a label that is there already or when there are too many fields. */
export function createCustomField(input: z.output<typeof NewCustomField>): Promise<CustomField> {
  return transaction(async () => {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`${LOCK} ${currentWorkspaceId()}`]);
    const fields = await listCustomFields();
    if (fields.length >= MAX_CUSTOM_FIELDS) throw new AppError('conflict', `A workspace has at most ${MAX_CUSTOM_FIELDS} fields of its own.`);
    if (fields.some((field) => fold(field.label) === fold(input.label))) throw new AppError('conflict', `There is a field called "${input.label}" already.`, { field: 'label' });
    const id = newId();
    await query('insert into custom_fields (id, workspace_id, object, key, label, kind, options, position) values ($1, $2, $3, $4, $5, $6, $7, $8)', [
      id, currentWorkspaceId(), input.object, keyFor(input.label, new Set(fields.map((field) => field.key))), input.label, input.kind, checkedOptions(input.kind, input.options),
      Math.max(0, ...fields.map((field) => field.position + 1)),
    ]);
    await emit({ type: 'custom_field.created', subject: { type: 'custom_field', id }, paths: [CRM.customFields] });
    return readField(id);
  });
}

/** @throws AppError `not_found`, `stale`, `conflict`, `validation` */
export function updateCustomField(id: string, input: z.output<typeof CustomFieldUpdate>, ifMatch?: number): Promise<CustomField> {
  const version = input.version ?? ifMatch;
  if (version === undefined) throw new AppError('validation', 'Say which version your change is based on.', { field: 'version' });
  return transaction(async () => {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`${LOCK} ${currentWorkspaceId()}`]);
    const field = await readField(id);
    if (field.version !== version) throw new AppError('stale', 'Someone else changed this field meanwhile.', { details: { current: field, changed: [] } });
    const label = input.label;
    if (label !== undefined && (await listCustomFields()).some((other) => other.id !== id && fold(other.label) === fold(label))) {
      throw new AppError('conflict', `There is a field called "${label}" already.`, { field: 'label' });
    }
    const options = input.options === undefined ? field.options : checkedOptions(field.kind, input.options);
    await query(
      'update custom_fields set label = coalesce($3, label), options = $4, position = coalesce($5, position), version = version + 1, updated_at = now() where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId(), label ?? null, options, input.position ?? null],
    );
    await emit({ type: 'custom_field.updated', subject: { type: 'custom_field', id }, paths: [CRM.customFields, CRM.contacts] });
    return readField(id);
  });
}

/** Removes a field with all its values. @throws AppError `not_found` */
export function removeCustomField(id: string): Promise<void> {
  return transaction(async () => {
    const { key } = await readField(id);
    await query('delete from custom_fields where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await query('update contacts set custom = custom - $2 where workspace_id = $1 and custom ? $2', [currentWorkspaceId(), key]);
    await emit({ type: 'custom_field.deleted', subject: { type: 'custom_field', id }, data: { key }, paths: [CRM.customFields, CRM.contacts] });
  });
}
