/** Loads the sample data into an empty installation, all or nothing. */
import { SERVER_DOMAINS } from '../domains.ts';
import { createAccount, createWorkspace } from '../domains/identity/index.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../server/db/index.ts';
import { randomToken } from '../server/secrets/secrets.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts';
import type { DemoWorkspace } from '../server/domain.ts';
import { DEMO_WORKSPACES } from './workspaces.ts';

/** If two servers start on one empty database, the second waits and finds the work done. */
const LOCK = 72_717_803;

/** The installation has real accounts: sample data must not be loaded. */
export class DemoRefusedError extends Error {
  override readonly name = 'DemoRefusedError';
}

/** Whether the sample accounts, with their public password, exist in this database. */
export async function hasDemoAccounts(): Promise<boolean> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const [row] = await asSystem(() =>
    query<{ found: boolean }>('select exists (select 1 from users where email_key = any($1)) as found', [emails]),
  );
  return row!.found;
}

/**
 * Loads the sample data unless it exists.
 * @returns whether anything was loaded
 * @throws DemoRefusedError when the database has accounts other than the sample's
 */
export async function loadDemo(now: Date = new Date()): Promise<boolean> {
  const loaded = await asSystem(() =>
    transaction(async () => {
      await query('select pg_advisory_xact_lock($1)', [LOCK]);
      if (await hasDemoAccounts()) return false;
      const [row] = await query<{ taken: boolean }>('select exists (select 1 from users) as taken');
      if (row!.taken) {
        throw new DemoRefusedError(
          'This installation is in use: example data goes into an empty one only. Set DATA_DIR (or DATABASE_URL) to another place for the example.',
        );
      }
      const ids = new Map<DemoWorkspace['key'], string>();
      for (const workspace of DEMO_WORKSPACES) ids.set(workspace.key, await loadWorkspace(workspace, now));
      for (const { demo } of SERVER_DOMAINS) await (await demo?.())?.loadInstallation?.(ids, now);
      return true;
    }),
  );
  // The planner has no statistics yet about the bulk of new rows.
  if (loaded) await asSystem(() => execute('analyze'));
  return loaded;
}

/** @returns its id */
async function loadWorkspace(workspace: DemoWorkspace, now: Date): Promise<string> {
  const today = now.toISOString().slice(0, 10);
  const workspaceId = await createWorkspace(workspace);
  const people = await createPeople(workspace, workspaceId);
  await inWorkspace(workspaceId, people[0]!, async () => {
    for (const { demo } of SERVER_DOMAINS)
      await (await demo?.())?.loadWorkspace?.({ workspace, workspaceId, people, today, now });
  });
  return workspaceId;
}

/** @returns the ids of the workspace's people, its owner first */
async function createPeople(workspace: DemoWorkspace, workspaceId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, email, username, role } of DEMO_ACCOUNTS.filter((one) => one.workspace === workspace.key)) {
    ids.push(
      await createAccount({
        name,
        email,
        username,
        password: DEMO_PASSWORD,
        role,
        workspaceId,
        emailConfirmed: true,
        isCommunityMember: workspace.kind === 'personal',
        isOwner: role === 'admin',
        workspaceRole: role === 'admin' || workspace.kind !== 'operations' ? 'owner' : 'member',
      }),
    );
  }
  for (const { name, email } of workspace.team) {
    ids.push(
      await createAccount({
        name,
        email,
        password: randomToken(),
        role: 'user',
        workspaceId,
        workspaceRole: ids.length === 0 ? 'owner' : 'member',
        emailConfirmed: true,
      }),
    );
  }
  return ids;
}
