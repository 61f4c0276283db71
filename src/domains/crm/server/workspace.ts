/** What the CRM needs to know of the present workspace. */
import { query } from '../../../server/db/index.ts';
import type { CustomDefinition } from '../engine/custom-values.ts';

export interface WorkspaceSettings {
  /** IANA zone in which the workspace counts its days. */
  timeZone: string;
  /** ISO 3166 two-letter code: how phone numbers without a prefix are read. */
  country: string;
}

export async function workspaceSettings(): Promise<WorkspaceSettings> {
  const [row] = await query<{ time_zone: string; country: string }>('select time_zone, country from present_workspace', [], 'crm_workspace');
  return { timeZone: row?.time_zone ?? 'UTC', country: row?.country ?? 'US' };
}

/** Definitions of the workspace's custom fields, in their order. */
export function customDefinitions(): Promise<CustomDefinition[]> {
  return query<CustomDefinition>(`select key, label, kind, options from custom_fields where object = 'contact' order by position, label`, [], 'crm_custom_fields');
}

/** Names of the workspace's people by id, those who have left included as far as they are known. */
export async function peopleNames(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await query<{ id: string; name: string }>('select id, name from workspace_people where id = any($1)', [wanted]);
  return new Map(rows.map((row) => [row.id, row.name]));
}
