/** Accounts: who there is, how they come to be, and what the product says of the one who is signed in. */
import type * as z from 'zod';
import { appOf } from '../../../kernel/apps.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import {
  asSystem,
  execute,
  insertIfNew,
  insertRow,
  isUniqueViolation,
  NOW,
  query,
  transaction,
} from '../../../server/db/index.ts';
import { type CurrentUser, type Role, WORKSPACE_LOGO, type WorkspaceRef, type WorkspaceRole } from '../contract.ts';
import { hashPassword } from './passwords.ts';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  role: z.infer<typeof Role>;
  workspaceId: string;
  workspaceRole: WorkspaceRole;
  isCommunityMember?: boolean;
  isOwner?: boolean;
  /** The address is proven: by a mailed link, or by whoever runs the installation. */
  emailConfirmed?: boolean;
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
  return addAccount(account, await hashPassword(account.password));
}

/** As `createAccount`, where the password's argon2id hash is known already. */
export async function addAccount(account: Omit<NewAccount, 'password'>, passwordHash: string): Promise<string> {
  const id = newId();
  try {
    await transaction(async () => {
      const wanted = account.username ?? account.email.split('@')[0]!;
      // Two people of one name may come at the same moment: whoever is second takes the next.
      while (
        (await execute(
          `insert into users (id, name, username, email, email_key, role, is_community_member, is_owner, password_hash,
            password_changed_at, created_at, email_confirmed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now(), case when $10 then now() end)
            on conflict (username) do nothing`,
          [
            id,
            account.name,
            await freeUsername(wanted, account.role),
            account.email.trim(),
            emailKey(account.email),
            account.role,
            account.isCommunityMember ?? false,
            account.isOwner ?? false,
            passwordHash,
            account.emailConfirmed ?? false,
          ],
        )) === 0
      );
      await addMembership(account.workspaceId, id, account.workspaceRole);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key'))
      throw new AppError('conflict', 'This email address already has an account.', { field: 'email' });
    throw error;
  }
  return id;
}

/** Lets an account into a workspace; does nothing when it is in already. Runs as system. */
export async function addMembership(workspaceId: string, userId: string, role: WorkspaceRole): Promise<void> {
  await insertIfNew('memberships', { workspaceId, userId, role, createdAt: NOW });
}

/** This name gives access to the fund (specification, section 6), so only an administrator may have it. */
const RESERVED = 'admin';

export function mayBear(username: string, role: NewAccount['role']): boolean {
  return username !== RESERVED || role === 'admin';
}

/**
 * The wanted name in the form that people may give themselves (`ProfileUpdate`), with a number where it is not free.
 */
export async function freeUsername(wanted: string, role: NewAccount['role']): Promise<string> {
  const plain = wanted
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/^[._-]+/, '')
    .slice(0, 32);
  const base = plain.length < 2 ? 'user' : plain;
  const rows = await query<{ username: string }>(
    `select username from users where username = $1 or username ~ ('^' || $2 || '[0-9]+$')`,
    [base, base.replace(/[.]/g, '\\.')],
  );
  const taken = new Set(rows.map((row) => row.username));
  if (!taken.has(base) && mayBear(base, role)) return base;
  for (let n = 2; ; n++) if (!taken.has(`${base}${n}`)) return `${base}${n}`;
}

export interface NewWorkspace {
  kind: 'operations' | 'client' | 'personal';
  name: string;
  timeZone: string;
  currency: string;
  country?: string;
  /** `open`: its owner goes through the registration wizard first. */
  setup?: 'open' | 'done';
}

/** Creates a workspace. Runs as system. */
export async function createWorkspace(workspace: NewWorkspace): Promise<string> {
  const id = newId();
  await insertRow('workspaces', {
    id,
    kind: workspace.kind,
    name: workspace.name,
    timeZone: workspace.timeZone,
    currency: workspace.currency,
    country: workspace.country ?? 'US',
    setup: workspace.setup ?? 'done',
    createdAt: NOW,
  });
  return id;
}

/** @throws AppError validation on `timeZone` for a zone that does not exist. */
export function requireTimeZone(zone: string): void {
  if (!isTimeZone(zone)) throw new AppError('validation', 'This time zone does not exist.', { field: 'timeZone' });
}

interface CurrentUserRow {
  id: string;
  username: string;
  name: string;
  email: string;
  role: CurrentUser['role'];
  is_community_member: boolean;
  is_owner: boolean;
  email_confirmed: boolean;
  workspace: WorkspaceRef;
  logo_mark: string;
  setup: CurrentUser['setup'];
  apps_off: string[];
  workspace_role: WorkspaceRole | null;
  workspaces: WorkspaceRef[];
  visit_until: string | null;
}

const REF = `jsonb_build_object('id', w.id, 'name', w.name, 'kind', w.kind)`;

/**
 * The user as the browser sees them, in the given workspace.
 * @param sessionId of the present session, which may be on a visit; absent right after sign-in
 */
export async function currentUser(userId: string, workspaceId: string, sessionId?: string): Promise<CurrentUser> {
  const [row] = await asSystem(() =>
    query<CurrentUserRow>(
      `select u.id, u.username, u.name, u.email, u.role, u.is_community_member, u.is_owner,
        u.email_confirmed_at is not null as email_confirmed,
       ${REF} as workspace, w.logo_mark, w.setup, w.apps_off,
       (select m.role from memberships m where m.workspace_id = w.id and m.user_id = u.id) as workspace_role,
       (select coalesce(jsonb_agg(mine.ref order by mine.at, mine.id), '[]') from (
          select ${REF} as ref, m.created_at as at, w.id from memberships m join workspaces w on w.id = m.workspace_id
            where m.user_id = u.id and w.archived_at is null
        ) mine) as workspaces,
       (select s.visit_until from sessions s where s.id = $3 and s.visit_until > now()) as visit_until
     from users u join workspaces w on w.id = $2 where u.id = $1`,
      [userId, workspaceId, sessionId ?? null],
      'current_user',
    ),
  );
  if (!row) throw notFound('The account');
  const steppedIn = row.workspace_role === null;
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    role: row.role,
    isClient: row.workspace.kind === 'client' && !steppedIn,
    isCommunityMember: row.is_community_member,
    seesFund: row.is_owner || row.username === 'admin' || row.role === 'opus_team',
    workspace: row.workspace,
    logo: (row.logo_mark && `${WORKSPACE_LOGO}?v=${row.logo_mark}`) || null,
    workspaceRole: row.workspace_role,
    setup: row.setup,
    appsOff: row.apps_off
      .flatMap((id) => appOf(id) ?? [])
      .map(({ id, name, pages }) => ({ id, name, pages: [...pages] })),
    workspaces: row.workspaces,
    steppedIn,
    visitUntil: steppedIn ? row.visit_until : null,
    emailConfirmed: row.email_confirmed,
  };
}

/** The workspace that a user lands in at sign-in: the one they joined first. */
export async function homeWorkspace(userId: string): Promise<string> {
  const [row] = await asSystem(() =>
    query<{ workspace_id: string }>(
      'select m.workspace_id from memberships m join workspaces w on w.id = m.workspace_id where m.user_id = $1 and w.archived_at is null order by m.created_at limit 1',
      [userId],
    ),
  );
  if (!row) throw new AppError('forbidden', 'This account no longer belongs to a workspace. Ask your administrator.');
  return row.workspace_id;
}
