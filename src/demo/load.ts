/** Loads the sample data into an empty installation, all or nothing. */
import { searchForDuplicates } from '../domains/crm/index.ts';
import { createAccount, createWorkspace } from '../domains/identity/index.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../server/db/index.ts';
import { randomToken } from '../server/secrets/secrets.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts';
import { generateBusiness } from './generate/index.ts';
import { loadAssistants } from './load-assistants.ts';
import { loadAutomation } from './load-automation.ts';
import { loadClients } from './load-clients.ts';
import { loadBusiness } from './load-crm.ts';
import { loadBooks } from './load-books.ts';
import { loadExpenses } from './load-expenses.ts';
import { loadFields } from './load-fields.ts';
import { loadFinance } from './load-finance.ts';
import { loadCollaboration } from './load-collaboration.ts';
import { loadInvestments } from './load-investments.ts';
import { loadNotifications } from './load-notifications.ts';
import { loadSupport } from './load-support.ts';
import { loadTax } from './load-tax.ts';
import { loadTemplates } from './load-templates.ts';
import { loadTeam } from './load-team.ts';
import { DEMO_WORKSPACES, type DemoWorkspace } from './workspaces.ts';

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
      await loadClients(ids.get('operations')!, ids.get('client')!, now);
      await loadSupport();
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
  await loadTeam(workspace, workspaceId, people, today);
  const business = generateBusiness(workspace.key, people.length, today);
  await inWorkspace(workspaceId, people[0]!, async () => {
    await loadBusiness(business, people, workspace.currency, today);
    if (workspace.kind !== 'personal') {
      await loadFields();
      await searchForDuplicates();
    }
    await loadNotifications(people, now);
    await loadCollaboration(people, now);
    await loadFinance(workspace.key, workspace.currency, today);
    if (workspace.kind !== 'personal') await loadAutomation();
    if (workspace.kind === 'operations') await loadBooks(workspace.key, workspace.currency, today);
    if (workspace.kind !== 'personal') await loadExpenses(workspace.key, people, workspace.currency, today);
    if (workspace.kind !== 'client') await loadInvestments(workspace.key, workspace.currency, today);
    if (workspace.kind === 'operations') await loadTax();
    if (workspace.kind === 'operations') await loadAssistants(people, now);
    await loadTemplates(workspace, today);
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
