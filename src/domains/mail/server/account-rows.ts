/** Rows of mailboxes. Only readers of a mailbox find it: `mail_readers` in the database. */
import { notFound } from '../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, query, selectRow } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { open, seal } from '../../../server/secrets/secrets.ts';
import { connectionsOf } from '../../connections/index.ts';
import type { MailAccount, MailServer } from '../contract.ts';
import { MAIL } from '../paths.ts';

/** A mailbox as synchronizing and sending need it. */
export interface AccountRow {
  id: string;
  workspaceId: string;
  ownerId: string;
  kind: MailAccount['kind'];
  address: string;
  name: string;
  senderName: string;
  userName: string;
  secret: string | null;
  /** The connection through which its owner signed in; null: it has a password. */
  signInId: string | null;
  needsSignIn: boolean;
  imap: MailServer | null;
  smtp: MailServer | null;
  signature: string;
  isShared: boolean;
  state: MailAccount['state'];
}

export async function findAccount(id: string): Promise<AccountRow> {
  const row = await selectRow(
    'mail_accounts',
    [
      'id',
      'workspaceId',
      'ownerId',
      'kind',
      'address',
      'name',
      'senderName',
      'userName',
      'secret',
      'signInId',
      'needsSignIn',
      'imap',
      'smtp',
      'signature',
      'isShared',
      'state',
    ],
    { id, workspaceId: currentWorkspaceId() },
  );
  if (!row) throw notFound('The mailbox');
  return row as unknown as AccountRow;
}

const context = (accountId: string) => `mail-account:${accountId}`;
export const sealPassword = (accountId: string, password: string): string => seal(password, context(accountId));
/** @throws SealError when the installation's key changed */
export const passwordOf = ({ id, secret }: Pick<AccountRow, 'id' | 'secret'>): string =>
  secret ? open(secret, context(id)) : '';

interface ListRow extends Omit<MailAccount, 'members' | 'isMine' | 'progress' | 'signIn'> {
  signInId: string | null;
  ownerId: string;
  readers: string[];
  syncDone: number;
  syncTotal: number;
  isComplete: boolean;
}

const COLUMNS = `a.id, a.kind, a.name, a.address, a.sender_name as "senderName", a.user_name as "userName",
  a.secret is not null as "hasPassword", a.sign_in_id as "signInId",
  a.needs_sign_in as "needsSignIn", a.imap, a.smtp, a.signature, a.state, a.problem, a.is_shared as "isShared",
  a.owner_id as "ownerId", a.readers, a.sync_done as "syncDone", a.sync_total as "syncTotal",
  a.is_complete as "isComplete", a.synced_at as "syncedAt", a.version,
  (select count(*)::int from (select 1 from mail_threads t where t.account_id = a.id and t.unread_count > 0
    and t.places && '{inbox}' and t.snoozed_until is null limit 1000) unread) as unread`;

const MAX_ACCOUNTS = 100;

/** The caller's mailboxes, the personal ones first. @param id one of them */
export async function readAccounts(id?: string): Promise<MailAccount[]> {
  const rows = await query<ListRow>(
    `select ${COLUMNS} from mail_accounts a where a.workspace_id = $1 and ($2::uuid is null or a.id = $2)
      order by a.is_shared, lower(a.name), a.id limit ${MAX_ACCOUNTS}`,
    [currentWorkspaceId(), id ?? null],
  );
  const shared = [...new Set(rows.flatMap(({ isShared, readers }) => (isShared ? readers : [])))];
  const people = await query<{ id: string; name: string }>(
    'select id, name from workspace_people where id = any($1) and active order by name',
    [shared],
  );
  const services = rows.some(({ signInId }) => signInId) ? await connectionsOf('mailbox', currentWorkspaceId()) : [];
  return rows.map(({ ownerId, readers, syncDone, syncTotal, isComplete, signInId, ...row }) => ({
    ...row,
    signIn: signInId === null ? null : signInOf(services.find((one) => one.id === signInId)),
    members: row.isShared ? people.filter((one) => readers.includes(one.id)) : [],
    isMine: ownerId === currentUserId(),
    progress: isComplete || row.kind === 'sample' ? null : { done: syncDone, total: syncTotal },
  }));
}

const signInOf = (service: { id: string; name: string } | undefined): MailAccount['signIn'] => ({
  connectionId: service?.id ?? null,
  name: service?.name ?? '',
});

/** @throws AppError `not_found` */
export async function readAccount(id: string): Promise<MailAccount> {
  const [account] = await readAccounts(id);
  if (!account) throw notFound('The mailbox');
  return account;
}

/** Tells browsers that mailboxes, or their conversations, changed. */
export const publishAccounts = (): Promise<void> => publishPaths(currentWorkspaceId(), [MAIL.accounts]);
export const publishThreads = (): Promise<void> => publishPaths(currentWorkspaceId(), [MAIL.threads, MAIL.accounts]);
