/** Collects the permissions of every domain from its `domain.permissions.ts`. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import * as platform from './platform.ts';
import type { Row } from './rows.ts';

interface DomainPermissions {
  permissions: Record<string, Row>;
  tables?: Record<string, string>;
  elsewhere?: Record<string, string>;
}

const SOURCE = join(import.meta.dirname, '../..');
const files = globSync(['domains/*/domain.permissions.ts', 'records/domain.permissions.ts'], { cwd: SOURCE });
const all: DomainPermissions[] = [
  platform,
  ...(await Promise.all(files.toSorted().map((file) => import(join(SOURCE, file)) as Promise<DomainPermissions>))),
];

/** The whole table: every call of the API, by `METHOD /path`. */
export const PERMISSIONS: Readonly<Record<string, Row>> = merged(all.map(({ permissions }) => permissions));
/** Tables behind ids, by the address up to and including the parameter. */
export const TABLES: Readonly<Record<string, string>> = merged(all.map(({ tables = {} }) => tables));
/** Parameters that are no row id of a workspace, and administrators' calls across workspaces, with the reason. */
export const ELSEWHERE: Readonly<Record<string, string>> = merged(all.map(({ elsewhere = {} }) => elsewhere));

/** @throws Error when two domains declare the same call */
function merged<T>(parts: readonly Record<string, T>[]): Record<string, T> {
  const whole: Record<string, T> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (name in whole) throw new Error(`Two domains declare ${name}`);
    whole[name] = value;
  }
  return whole;
}
