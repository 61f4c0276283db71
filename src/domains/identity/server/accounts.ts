/** Accounts: who there is, how they come to be, and what the product says of the one who is signed in. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, isUniqueViolation, query, transaction } from '../../../server/db/index.ts';
import type { CurrentUser, Registration, Role, SetupStatus } from '../contract.ts';
import { refuseKnownPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';

/** Guards the first registration: of two that arrive together, one becomes the owner. */
const FIRST_RUN_LOCK = 72_717_802;

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  role: z.infer<typeof Role>;
  workspaceId: string;
  workspaceRole: 'owner' | 'member';
  isClient?: boolean;
  isCommunityMember?: boolean;
  isOwner?: boolean;
  /** Default: the part of the address before the @, made unique. */
  username?: string;
}

/** Addresses are compared in lower case. */
export const emailKey = (email: string) => email.trim().toLowerCase();

/**
 * Creates an account and its membership. Runs as system.
 * @returns the new user's id.
 * @throws AppError conflict when the address has an account.
 */
export async function createAccount(account: NewAccount): Promise<string> {
  const passwordHash = await hashPassword(account.password);
  const id = newId();
  try {
    await transaction(async () => {
      await execute(
        `insert into users (id, name, username, email, email_key, role, is_client, is_community_member, is_owner, password_hash, password_changed_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())`,
        [id, account.name, await freeUsername(account.username ?? account.email.split('@')[0]!), account.email.trim(), emailKey(account.email), account.role,
          account.isClient ?? false, account.isCommunityMember ?? false, account.isOwner ?? false, passwordHash],
      );
      await execute('insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, $3, now())', [account.workspaceId, id, account.workspaceRole]);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw new AppError('conflict', 'This e-mail address already has an account.', { field: 'email' });
    throw error;
  }
  return id;
}

async function freeUsername(wanted: string): Promise<string> {
  const base = wanted.toLowerCase().replace(/[^a-z0-9._-]/g, '').slice(0, 40) || 'user';
  const rows = await query<{ username: string }>(`select username from users where username = $1 or username ~ ('^' || $2 || '[0-9]+$')`, [base, base.replace(/[.]/g, '\\.')]);
  const taken = new Set(rows.map((row) => row.username));
  if (!taken.has(base)) return base;
  for (let n = 2; ; n++) if (!taken.has(`${base}${n}`)) return `${base}${n}`;
}

export interface NewWorkspace {
  kind: 'operations' | 'client' | 'personal';
  name: string;
  timeZone: string;
  currency: string;
  country?: string;
}

/** Creates a workspace. Runs as system. */
export async function createWorkspace(workspace: NewWorkspace): Promise<string> {
  const id = newId();
  await execute('insert into workspaces (id, kind, name, time_zone, currency, country, created_at) values ($1, $2, $3, $4, $5, $6, now())', [
    id, workspace.kind, workspace.name, workspace.timeZone, workspace.currency, workspace.country ?? 'US',
  ]);
  return id;
}

/** Whether this installation still waits for its owner. */
export async function isFirstRun(): Promise<boolean> {
  const [row] = await asSystem(() => query<{ empty: boolean }>('select not exists (select 1 from users) as empty'));
  return row!.empty;
}

export async function setupStatus(demo: boolean, demoAccounts: SetupStatus['demoAccounts']): Promise<SetupStatus> {
  return { firstRun: await isFirstRun(), demo, demoAccounts: demo ? demoAccounts : [] };
}

/**
 * The first registration of an installation: makes the operations workspace and its owner, role admin.
 * @throws AppError forbidden when the installation has an owner.
 */
export function registerOwner(registration: Registration): Promise<{ id: string; workspaceId: string }> {
  refuseKnownPassword(registration.password, [registration.name, registration.email, registration.businessName]);
  if (!isTimeZone(registration.timeZone)) throw new AppError('validation', 'This time zone is not known.', { field: 'timeZone' });
  return asSystem(() => transaction(async () => {
    await query(`select pg_advisory_xact_lock(${FIRST_RUN_LOCK})`);
    if (!(await isFirstRun())) throw new AppError('forbidden', 'This installation has its owner. Further accounts come by invitation: ask your administrator.');
    const workspaceId = await createWorkspace({
      kind: 'operations', name: registration.businessName, timeZone: registration.timeZone, currency: registration.currency,
    });
    const id = await createAccount({ ...registration, role: 'admin', workspaceId, workspaceRole: 'owner', isOwner: true });
    return { id, workspaceId };
  }));
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

interface CurrentUserRow {
  id: string;
  username: string;
  name: string;
  email: string;
  role: CurrentUser['role'];
  is_client: boolean;
  is_community_member: boolean;
  is_owner: boolean;
  workspace_id: string;
  workspace_name: string;
  workspace_kind: CurrentUser['workspace']['kind'];
  is_member: boolean;
}

/** The user as the browser sees them, in the given workspace. */
export async function currentUser(userId: string, workspaceId: string): Promise<CurrentUser> {
  const [row] = await asSystem(() => query<CurrentUserRow>(
    `select u.id, u.username, u.name, u.email, u.role, u.is_client, u.is_community_member, u.is_owner,
       w.id as workspace_id, w.name as workspace_name, w.kind as workspace_kind,
       exists (select 1 from memberships m where m.workspace_id = w.id and m.user_id = u.id) as is_member
     from users u join workspaces w on w.id = $2 where u.id = $1`,
    [userId, workspaceId], 'current_user',
  ));
  if (!row) throw notFound('The account');
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    role: row.role,
    isClient: row.is_client,
    isCommunityMember: row.is_community_member,
    seesFund: row.is_owner || row.username === 'admin' || row.role === 'opus_team',
    workspace: { id: row.workspace_id, name: row.workspace_name, kind: row.workspace_kind },
    steppedIn: !row.is_member,
  };
}

/** The workspace that a user lands in at sign-in: the one they joined first. */
export async function homeWorkspace(userId: string): Promise<string> {
  const [row] = await asSystem(() => query<{ workspace_id: string }>(
    'select m.workspace_id from memberships m join workspaces w on w.id = m.workspace_id where m.user_id = $1 and w.archived_at is null order by m.created_at limit 1', [userId],
  ));
  if (!row) throw new AppError('forbidden', 'This account belongs to no workspace any more. Ask your administrator.');
  return row.workspace_id;
}
