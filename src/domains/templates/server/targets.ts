/** Workspaces that templates go into: the agency's own, and its clients. Runs as system. */
import { notFound } from '../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { operationsWorkspace } from '../../identity/index.ts';
import type { installs } from '../contract/installs.ts';

export interface Target {
  id: string;
  name: string;
  /** The agency's own. */
  own: boolean;
  /** Its owner has been through the registration. */
  setUp: boolean;
}

const MAX = 50;

const SELECT = `select w.id, w.name, w.kind = 'operations' as own, w.setup = 'done' as "setUp" from workspaces w
  where w.archived_at is null and (w.kind = 'client' or w.id = $1)`;

export function listTargets({
  search,
  id,
}: QueryOf<typeof installs.targets>): Promise<ResponseOf<typeof installs.targets>> {
  return asSystem(async () => ({
    items: await query<Target>(
      `${SELECT} and ($2::text is null or w.name ilike $2) and ($3::uuid is null or w.id = $3)
        order by w.kind <> 'operations', lower(w.name) collate "C", w.id limit ${MAX}`,
      [await operationsWorkspace(), search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null, id ?? null],
    ),
  }));
}

/** @throws AppError `not_found` for what is no client's workspace and not the agency's own, and for an archived one. */
export async function requireTarget(id: string): Promise<Target> {
  const [target] = await asSystem(async () =>
    query<Target>(`${SELECT} and w.id = $2`, [await operationsWorkspace(), id]),
  );
  if (!target) throw notFound('The workspace');
  return target;
}

/** Refreshes these responses on the agency's screens, whatever workspace changed. */
export async function tellHome(...paths: string[]): Promise<void> {
  await asSystem(async () => {
    const home = await operationsWorkspace();
    if (home) await publishPaths(home, paths);
  });
}
