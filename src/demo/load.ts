/** Loads the example business into an empty installation, all of it or nothing. */
import { createAccount, createWorkspace } from '../domains/identity/index.ts';
import { asSystem, query, transaction } from '../server/db/index.ts';
import { randomToken } from '../server/secrets/secrets.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts';
import { DEMO_WORKSPACES, type DemoWorkspace } from './workspaces.ts';

/** Two servers that start on one empty database: the second waits and finds the work done. */
const LOCK = 72_717_803;

/** The installation is somebody's own: example data must not come into it. */
export class DemoRefusedError extends Error {
  override readonly name = 'DemoRefusedError';
}

/** Whether the example accounts, whose password everybody knows, exist in this database. */
export async function hasDemoAccounts(): Promise<boolean> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const [row] = await asSystem(() => query<{ found: boolean }>('select exists (select 1 from users where email_key = any($1)) as found', [emails]));
  return row!.found;
}

/**
 * Loads the example business unless it is there already.
 * @returns whether anything was loaded.
 * @throws DemoRefusedError when the database has accounts, but not the example's.
 */
export async function loadDemo(): Promise<boolean> {
  return asSystem(() => transaction(async () => {
    await query('select pg_advisory_xact_lock($1)', [LOCK]);
    if (await hasDemoAccounts()) return false;
    const [row] = await query<{ taken: boolean }>('select exists (select 1 from users) as taken');
    if (row!.taken) {
      throw new DemoRefusedError('This installation is in use: example data goes into an empty one only. Set DATA_DIR (or DATABASE_URL) to another place for the example.');
    }
    for (const workspace of DEMO_WORKSPACES) await createPeople(workspace);
    return true;
  }));
}

async function createPeople(workspace: DemoWorkspace): Promise<void> {
  const workspaceId = await createWorkspace(workspace);
  for (const account of DEMO_ACCOUNTS.filter((one) => one.workspace === workspace.key)) {
    await createAccount({
      name: account.name, email: account.email, username: account.username, password: DEMO_PASSWORD, role: account.role, workspaceId,
      workspaceRole: account.role === 'admin' || workspace.kind !== 'operations' ? 'owner' : 'member',
      isOwner: account.role === 'admin', isClient: workspace.kind === 'client', isCommunityMember: workspace.kind === 'personal',
    });
  }
  for (const { name, email } of workspace.team) {
    await createAccount({ name, email, password: randomToken(), role: 'user', workspaceId, workspaceRole: 'member', isClient: workspace.kind === 'client' });
  }
}
