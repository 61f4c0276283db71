/** Connecting, changing, and disconnecting mailboxes. */
import { AppError, invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  afterCommit,
  asSystem,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  execute,
  insertRow,
  isUniqueViolation,
  query,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { dropContents } from '../../../records/server/files.ts';
import { notify } from '../../../server/events/bus.ts';
import { ProviderError } from '../../../server/providers/provider-error.ts';
import type { MailAccount, MailServer, NewMailAccount } from '../contract.ts';
import { PRESETS } from '../engine/presets.ts';
import {
  findAccount,
  publishAccounts,
  publishThreads,
  readAccount,
  readAccounts,
  sealPassword,
} from './account-rows.ts';
import { type Credential, type Login, MailServerError, openImap, openSmtp } from './connect.ts';
import { MAILBOX_CHANNEL } from './sync/channel.ts';
import { wakeMailbox } from './sync/job.ts';

export const listAccounts = (): Promise<{ items: MailAccount[] }> => readAccounts().then((items) => ({ items }));

const MAX_OWN = 20;

/** @throws AppError `validation` when a server does not accept the password; `conflict` at the limit */
export async function connectAccount(entry: NewMailAccount): Promise<MailAccount> {
  const servers = entry.kind === 'imap' ? ownServers(entry) : PRESETS[entry.kind];
  const user = entry.userName || entry.address;
  const readers = await readersOf(entry.isShared ? entry.memberIds : []);
  // Before the password is tried, so that a second press does not sign in twice.
  await requireRoom(entry.address);
  await tryServers(servers, user, { password: entry.password });
  const id = newId();
  return transaction(async () => {
    await insertRow('mail_accounts', {
      id,
      workspaceId: currentWorkspaceId(),
      ownerId: currentUserId(),
      readers,
      isShared: entry.isShared,
      kind: entry.kind,
      name: entry.address,
      address: entry.address,
      senderName: entry.senderName || (await ownName()),
      userName: user,
      secret: sealPassword(id, entry.password),
      imap: servers.imap,
      smtp: servers.smtp,
    });
    await publishAccounts();
    await wakeMailbox(id);
    return readAccount(id);
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw alreadyThere(entry.address);
    throw error;
  });
}

export const alreadyThere = (address: string) => invalid('address', `${address} is connected already.`);

function ownServers({ imap, smtp }: NewMailAccount): { imap: MailServer; smtp: MailServer } {
  if (!imap) throw invalid('imap.host', 'Server is required.');
  if (!smtp) throw invalid('smtp.host', 'Server is required.');
  return { imap, smtp };
}

/** @param address of a new mailbox; absent: not known yet */
export async function requireRoom(address?: string): Promise<void> {
  const own = await selectRows(
    'mail_accounts',
    ['address'],
    { workspaceId: currentWorkspaceId(), ownerId: currentUserId()! },
    { limit: MAX_OWN },
  );
  if (address && own.some((one) => one.address === address)) throw alreadyThere(address);
  if (own.length >= MAX_OWN) throw new AppError('conflict', `You have reached the limit of ${MAX_OWN} mailboxes.`);
}

export async function ownName(): Promise<string> {
  const [person] = await query<{ name: string }>('select name from workspace_people where id = $1', [currentUserId()]);
  return person?.name ?? '';
}

/** The owner and the members. @throws AppError `validation` for someone who is not in the workspace */
export async function readersOf(memberIds: readonly string[]): Promise<string[]> {
  const ids = [...new Set([currentUserId()!, ...memberIds])];
  const found = await query<{ id: string }>('select id from workspace_people where id = any($1) and active', [ids]);
  if (memberIds.some((id) => !found.some((one) => one.id === id)))
    throw invalid('memberIds', 'This person isn’t in the workspace. Choose someone else.');
  return ids;
}

/** @throws AppError `validation` naming the part that does not work */
export async function tryServers(
  servers: { imap: MailServer; smtp: MailServer },
  user: string,
  credential: Credential,
): Promise<void> {
  await attempt('imap.host', { server: servers.imap, user, ...credential }, async (login) => {
    const client = await openImap(login);
    await client.logout().catch(() => client.close());
  });
  await attempt('smtp.host', { server: servers.smtp, user, ...credential }, async (login) => {
    const mail = await openSmtp(login);
    try {
      await mail.verify();
    } finally {
      await mail.close();
    }
  });
}

async function attempt(field: string, login: Login, run: (login: Login) => Promise<void>): Promise<void> {
  try {
    await run(login);
  } catch (error) {
    if (!(error instanceof MailServerError) && !(error instanceof ProviderError)) throw error;
    if ('accessToken' in login) throw new AppError('unavailable', error.message, { cause: error });
    throw invalid(/password/.test(error.message) ? 'password' : field, error.message);
  }
}

interface AccountUpdate {
  version: number;
  name?: string | undefined;
  senderName?: string | undefined;
  signature?: string | undefined;
  password?: string | undefined;
  isPaused?: boolean | undefined;
  memberIds?: string[] | undefined;
}

/** @throws AppError `validation`, `forbidden` for a member who does not own it, `not_found`, `stale` */
export async function updateAccount(id: string, change: AccountUpdate): Promise<MailAccount> {
  const row = await findAccount(id);
  requireOwner(row.ownerId);
  const { version, name, senderName, signature, password, isPaused, memberIds } = change;
  if (memberIds && !row.isShared) throw invalid('memberIds', 'A personal mailbox has no members.');
  const readers = memberIds && (await readersOf(memberIds));
  if (password !== undefined && row.imap && row.smtp)
    await tryServers({ imap: row.imap, smtp: row.smtp }, row.userName, { password });
  return transaction(async () => {
    const wakes = isPaused === false || password !== undefined;
    const changed = await updateRows(
      'mail_accounts',
      {
        name,
        senderName,
        signature,
        readers,
        ...(password !== undefined && {
          secret: sealPassword(id, password),
          signInId: null,
          tokens: null,
          needsSignIn: false,
        }),
        ...(isPaused === true && { state: 'paused', problem: '' }),
        ...(wakes && { state: 'active', problem: '', failures: 0 }),
        version: version + 1,
      },
      { id, workspaceId: currentWorkspaceId(), version },
    );
    if (changed === 0)
      throw new AppError('stale', 'Someone changed this mailbox in the meantime.', { details: await readAccount(id) });
    // Conversations of someone who is no member any more are open again.
    if (readers)
      await execute(
        'update mail_threads set assigned_to = null where account_id = $1 and not (assigned_to = any($2))',
        [id, readers],
      );
    await notify(MAILBOX_CHANNEL, id);
    if (wakes) await wakeMailbox(id);
    await publishThreads();
    return readAccount(id);
  });
}

export function requireOwner(ownerId: string): void {
  if (ownerId !== currentUserId())
    throw new AppError('forbidden', 'Only the person who connected this mailbox can change it.');
}

/** @throws AppError `not_found`; `conflict` while it is paused */
export async function syncNow(id: string): Promise<void> {
  const { state, kind, needsSignIn } = await findAccount(id);
  if (needsSignIn) throw new AppError('conflict', 'Sign in to this mailbox again first.');
  if (state === 'paused') throw new AppError('conflict', 'This mailbox is paused. Resume it first.');
  if (kind === 'sample') throw new AppError('conflict', 'This mailbox holds sample data. There is no server to ask.');
  await transaction(async () => {
    await updateRows('mail_accounts', { state: 'active', problem: '' }, { id, state: 'failed' });
    await wakeMailbox(id);
    await notify(MAILBOX_CHANNEL, id);
  });
}

/** Deletes what is here of a mailbox, attachments included. @throws AppError `not_found`, `forbidden` */
export async function disconnectAccount(id: string): Promise<void> {
  const { ownerId } = await findAccount(id);
  requireOwner(ownerId);
  await transaction(async () => {
    // Drafts of all members end with the mailbox, also those that its owner cannot read.
    const keys = await asSystem(() => selectRows('mail_attachments', ['storageKey'], { accountId: id }));
    await deleteRows('mail_accounts', { id, workspaceId: currentWorkspaceId() });
    await notify(MAILBOX_CHANNEL, id);
    await publishThreads();
    afterCommit(() => void dropContents(keys.map(({ storageKey }) => storageKey)));
  });
}
