/** Workspace settings that the CRM needs. */
import { dayAt } from '../../kernel/days.ts';
import { currentUserId, query } from '../../server/db/index.ts';
import type { RecordKind } from '../contract/kinds.ts';
import type { CustomDefinition } from '../engine/custom-field-values.ts';

export interface WorkspaceSettings {
  /** IANA zone in which the workspace counts its days. */
  timeZone: string;
  /** ISO 3166 two-letter code: how phone numbers without a prefix are read. */
  country: string;
  /** ISO 4217: the currency in which the workspace reports. */
  currency: string;
}

export async function workspaceSettings(): Promise<WorkspaceSettings> {
  const [row] = await query<{ time_zone: string; country: string; currency: string }>(
    'select time_zone, country, currency from present_workspace',
    [],
    'crm_workspace',
  );
  return { timeZone: row?.time_zone ?? 'UTC', country: row?.country ?? 'US', currency: row?.currency ?? 'USD' };
}

/** Today where the workspace counts its days. */
export async function workspaceToday(now = new Date()): Promise<string> {
  return dayAt(now, (await workspaceSettings()).timeZone);
}

/** Definitions of the workspace's custom fields of a kind of record, in their order. */
export function customDefinitions(kind: RecordKind): Promise<CustomDefinition[]> {
  return query<CustomDefinition>(
    'select key, label, kind, options, formula, result, rollup from custom_fields where object = $1 order by position, label',
    [kind],
    'crm_custom_fields',
  );
}

/** Names of the workspace's people by id, those who have left included as far as they are known. */
export async function peopleNames(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await query<{ id: string; name: string }>(
    'select id, name from workspace_people where id = any($1)',
    [wanted],
    'crm_people_names',
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Those of the people who are in the workspace, and active. */
export async function presentPeople(ids: Iterable<string | null>): Promise<Set<string>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  if (wanted.length === 0) return new Set();
  return new Set(
    (await query<{ id: string }>('select id from workspace_people where active and id = any($1)', [wanted])).map(
      ({ id }) => id,
    ),
  );
}

/**
 * The default owner of a new record: its creator. An administrator on a visit is not a member, and the record could
 * never be reassigned.
 */
export async function makerAsOwner(): Promise<string | null> {
  const [me] = await query<{ id: string }>(
    'select id from workspace_people where active and id = $1',
    [currentUserId()],
    'crm_maker',
  );
  return me?.id ?? null;
}
