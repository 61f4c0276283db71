/**
 * Choices, people and records that a workflow names and that are not there: deleted since, left since, or never there.
 */
import { isDay } from '../../../kernel/days.ts';
import { allConditions, type Filter, type FilterField, ME } from '../../../kernel/filter.ts';
import { UUID } from '../../../kernel/ids.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { listPipelines } from '../../crm/index.ts';
import type { Problem, SetField } from '../contract/workflows.ts';
import { daysAhead } from '../engine/template.ts';

type Field = Pick<FilterField, 'label' | 'kind' | 'options' | 'choices'> & Pick<SetField, 'free' | 'required'>;

/** A chosen value and its place. */
export interface Given {
  field: Field;
  values: readonly string[];
  place: Omit<Problem, 'message'>;
}

const isTemplate = (text: string) => text.includes('{{');

/** The value that a step sets; undefined if only the run knows it. */
export function givenText(field: Field, text: string, place: Given['place']): Given | undefined {
  const value = text.trim();
  if (field.kind === 'day' && daysAhead(value) !== undefined) return undefined;
  if (isTemplate(value)) return undefined;
  const several = field.kind === 'tags' && !field.options?.some((option) => option.value === value);
  return {
    field,
    values: several
      ? value
          .split(/[;,]/)
          .map((part) => part.trim())
          .filter(Boolean)
      : value === ''
        ? []
        : [value],
    place,
  };
}

/** The choices in a filter's conditions. */
export function givenInFilter(filter: Filter, fields: readonly FilterField[], place: Given['place']): Given[] {
  const known = new Map(fields.map((field) => [field.field, field]));
  return allConditions(filter).flatMap(({ field, value }) => {
    const found = known.get(field);
    return found && Array.isArray(value) && ['select', 'tags', 'reference'].includes(found.kind)
      ? [{ field: found, values: value.map(String), place }]
      : [];
  });
}

/** How each of what was chosen is called, and whether it can still be had; those that are not there are left out. */
type Known = ReadonlyMap<string, { name: string; here: boolean }>;

/** Records and people by the choices that they belong to; undefined for choices that no one keeps a list of. */
export async function knownOf(choices: string, ids: readonly string[]): Promise<Known | undefined> {
  const rows = async (sql: string, values: unknown[]) =>
    new Map((await query<{ id: string; name: string; here: boolean }>(sql, values)).map(({ id, ...row }) => [id, row]));
  const proper = ids.filter((id) => UUID.test(id));
  switch (choices) {
    case 'owners':
      return rows('select id, name, active as here from workspace_people where id = any($1)', [proper]);
    case 'companies':
      return rows(
        'select id, name, deleted_at is null as here from companies where workspace_id = $1 and id = any($2)',
        [currentWorkspaceId(), proper],
      );
    case 'contacts':
      return rows(
        `select id, concat_ws(' ', first_name, last_name) as name, deleted_at is null as here from contacts
          where workspace_id = $1 and id = any($2)`,
        [currentWorkspaceId(), proper],
      );
    case 'pipelines':
      return new Map((await listPipelines()).map(({ id, name }) => [id, { name, here: true }]));
    case 'stages':
      return new Map(
        (await listPipelines()).flatMap(({ stages }) => stages.map(({ id, name }) => [id, { name, here: true }])),
      );
    default:
      return undefined;
  }
}

/** Everything that was chosen and cannot be had. */
export async function problemsOfValues(given: readonly Given[]): Promise<Problem[]> {
  const choices = new Map<string, Set<string>>();
  for (const { field, values } of given) {
    if (field.kind === 'reference' && field.choices)
      choices.set(field.choices, new Set([...(choices.get(field.choices) ?? []), ...values]));
  }
  const known = new Map<string, Known | undefined>();
  for (const [name, ids] of choices) known.set(name, await knownOf(name, [...ids]));
  return given.flatMap(({ field, values, place }) => {
    const message = wrongWith(field, values, field.choices === undefined ? undefined : known.get(field.choices));
    return message === undefined ? [] : [{ ...place, message }];
  });
}

function wrongWith(field: Field, values: readonly string[], known: Known | undefined): string | undefined {
  const { label, kind, options, choices } = field;
  const [first] = values;
  if (first === undefined) return field.required ? `${label} is required.` : undefined;
  switch (kind) {
    case 'number':
      return Number.isFinite(Number(first)) ? undefined : `${label} must be a number.`;
    case 'boolean':
      return /^(?:true|false|yes|no)$/i.test(first) ? undefined : `${label} must be yes or no.`;
    case 'day':
      return isDay(first) ? undefined : `${label} must be a date, such as 2030-12-31.`;
    case 'select':
    case 'tags': {
      const gone =
        options && !field.free ? values.find((value) => !options.some((option) => option.value === value)) : undefined;
      return gone === undefined ? undefined : `“${gone}” is no longer an option for ${label}. Choose another one.`;
    }
    case 'reference': {
      if (values.includes(ME)) return `“Me” has no meaning in a workflow. Choose people by name for ${label}.`;
      const gone = known && values.find((value) => !known.get(value)?.here);
      if (gone === undefined) return undefined;
      const name = known?.get(gone)?.name;
      if (choices === 'owners')
        return `${name ? `${name} is no longer a member` : 'The chosen person is no longer a member'}. Choose someone else for ${label}.`;
      return `${name ? `“${name}”` : `The value of ${label}`} no longer exists. Choose another one for ${label}.`;
    }
    default:
      return undefined;
  }
}
