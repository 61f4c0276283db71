/** Signing in to mailboxes: the browser goes to the provider and comes back with a code, which becomes tokens. */
import { createHash, randomBytes } from 'node:crypto';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appLink } from '../../../server/app-url.ts';
import {
  currentUserId,
  currentWorkspaceId,
  execute,
  insertRow,
  isUniqueViolation,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { notify } from '../../../server/events/bus.ts';
import type { MailboxGrant, MailboxSignIn } from '../../../server/providers/mailbox/port.ts';
import { SIGN_IN_PAGE } from '../../../server/providers/mailbox/providers.ts';
import { ProviderError } from '../../../server/providers/provider-error.ts';
import { open, seal } from '../../../server/secrets/secrets.ts';
import { connectionsOf, openConnection } from '../../connections/index.ts';
import type { BodyOf } from '../../../kernel/endpoint.ts';
import type { MailAccount, MailSignIn, mailSignIns, NewMailSignIn } from '../contract.ts';
import { findAccount, publishAccounts, readAccount } from './account-rows.ts';
import { alreadyThere, ownName, readersOf, requireOwner, requireRoom, tryServers } from './accounts.ts';
import { MAILBOX_CHANNEL } from './sync/channel.ts';
import { wakeMailbox } from './sync/job.ts';
import { sealTokens, signedIn } from './tokens.ts';

const KINDS: Readonly<Record<string, MailSignIn['kind']>> = { google: 'gmail', microsoft: 'microsoft' };
const redirectUri = () => appLink(SIGN_IN_PAGE);

export async function listSignIns(): Promise<{ items: MailSignIn[]; redirectUri: string }> {
  const all = await connectionsOf('mailbox', currentWorkspaceId());
  return {
    items: all.map(({ id, provider, name }) => ({ connectionId: id, name, kind: KINDS[provider] ?? 'imap' })),
    redirectUri: redirectUri(),
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const context = (id: string) => `mail-sign-in:${id}`;
/** Sign-ins of one person that are open at a time: as many as windows. */
const MAX_OPEN = 5;

/** @throws AppError `not_found`; `forbidden` for someone else's mailbox; `conflict` at the limit of mailboxes */
export async function startSignIn(entry: NewMailSignIn, sessionId: string): Promise<{ url: string }> {
  const service = await openConnection('mailbox', entry.connectionId, currentWorkspaceId());
  let { address } = entry;
  if (entry.accountId) {
    const account = await findAccount(entry.accountId);
    requireOwner(account.ownerId);
    if (account.kind === 'sample') throw new AppError('conflict', 'This mailbox holds sample data.');
    address = account.address;
  } else {
    await requireRoom();
    await readersOf(entry.isShared ? entry.memberIds : []);
  }
  const state = randomBytes(32).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');
  const id = hashOf(state).toString('hex');
  await transaction(async () => {
    await execute(
      `delete from mail_sign_ins where user_id = $1 and (created_at < now() - interval '1 hour' or id not in (
        select s.id from mail_sign_ins s where s.user_id = $1 order by s.created_at desc limit ${MAX_OPEN - 1}))`,
      [currentUserId()],
    );
    await insertRow('mail_sign_ins', {
      id,
      workspaceId: currentWorkspaceId(),
      userId: currentUserId()!,
      sessionId,
      connectionId: entry.connectionId,
      accountId: entry.accountId ?? null,
      sealedVerifier: seal(verifier, context(id)),
      senderName: entry.senderName,
      isShared: entry.isShared,
      memberIds: entry.isShared ? entry.memberIds : [],
      address,
    });
  });
  const challenge = hashOf(verifier).toString('base64url');
  return { url: service.authorizeUrl({ redirectUri: redirectUri(), state, challenge, address }) };
}

interface Begun {
  connectionId: string;
  accountId: string | null;
  verifier: string;
  senderName: string;
  isShared: boolean;
  memberIds: string[];
  address: string;
}

/** The sign-in of this state, which ends with it. @throws AppError `not_found` */
async function takeBegun(id: string, sessionId: string): Promise<Begun> {
  const [begun] = await query<Begun>(
    `delete from mail_sign_ins where id = $1 and workspace_id = $2 and user_id = $3 and session_id = $4
        and created_at > now() - interval '15 minutes'
      returning connection_id as "connectionId", account_id as "accountId", sealed_verifier as verifier, sender_name as "senderName",
        is_shared as "isShared", member_ids as "memberIds", address`,
    [id, currentWorkspaceId(), currentUserId(), sessionId],
  );
  if (!begun) throw new AppError('not_found', 'This sign-in is no longer open. Start again.');
  return begun;
}

/** @throws AppError `not_found` for a state of no one's or of another session; `conflict`, `unavailable` in words */
export async function finishSignIn(
  { state, code, error }: BodyOf<typeof mailSignIns.finish>,
  sessionId: string,
): Promise<MailAccount> {
  const id = hashOf(state).toString('hex');
  const begun = await takeBegun(id, sessionId);
  if (error === 'access_denied')
    throw new AppError('conflict', 'You did not allow access, so no mailbox was connected.');
  if (error || !code)
    throw new AppError('conflict', `The provider did not sign you in${error ? `: ${error}` : ''}. Try again.`);
  const service = await openConnection('mailbox', begun.connectionId, currentWorkspaceId());
  const grant = await service.redeem(code, open(begun.verifier, context(id)), redirectUri()).catch((cause: unknown) => {
    if (cause instanceof ProviderError && cause.kind === 'refused')
      throw new AppError('conflict', `${cause.message} Try again.`, { cause });
    throw cause;
  });
  const address = grant.address ?? begun.address;
  if (!address) throw invalid('address', 'The provider does not say whose mailbox this is. Enter your address first.');
  const known = await knownAccount(begun, address);
  if (!known) await requireRoom(address);
  await tryServers(known?.servers ?? service, known?.userName ?? address, { accessToken: grant.accessToken });
  return known ? openAgain(known.id, begun, service, grant) : addAccount(begun, service, grant, address);
}

/**
 * The mailbox that is signed in to: the one that was meant, or the person's own with the same address, which had a
 * password until now. @throws AppError `conflict` when someone signed in as someone else
 */
async function knownAccount({ accountId }: Begun, address: string) {
  if (accountId) {
    const account = await findAccount(accountId);
    requireOwner(account.ownerId);
    if (account.address !== address)
      throw new AppError(
        'conflict',
        `You signed in as ${address}, but this mailbox is ${account.address}. Sign in as ${account.address}.`,
      );
    return { id: accountId, userName: account.userName, servers: serversOf(account) };
  }
  const own = await selectRow('mail_accounts', ['id', 'kind', 'userName', 'imap', 'smtp'], {
    workspaceId: currentWorkspaceId(),
    ownerId: currentUserId()!,
    address,
  });
  // Someone who has it already gets a sign-in in place of the password; who may read it stays as it is.
  return own && own.kind !== 'sample' ? { id: own.id, userName: address, servers: undefined } : undefined;
}

const serversOf = ({ imap, smtp }: Awaited<ReturnType<typeof findAccount>>) =>
  imap && smtp ? { imap, smtp } : undefined;

async function openAgain(
  id: string,
  { connectionId }: Begun,
  { tokenUrl, kind, imap, smtp }: MailboxSignIn,
  grant: MailboxGrant,
): Promise<MailAccount> {
  return transaction(async () => {
    const { address, version } = await readAccount(id);
    await updateRows(
      'mail_accounts',
      {
        ...signedIn(connectionId, sealTokens(id, tokenUrl, grant)),
        kind,
        imap,
        smtp,
        userName: address,
        version: version + 1,
      },
      { id, workspaceId: currentWorkspaceId() },
    );
    await notify(MAILBOX_CHANNEL, id);
    await wakeMailbox(id);
    await publishAccounts();
    return readAccount(id);
  });
}

async function addAccount(
  begun: Begun,
  { tokenUrl, kind, imap, smtp }: MailboxSignIn,
  grant: MailboxGrant,
  address: string,
): Promise<MailAccount> {
  const id = newId();
  return transaction(async () => {
    await insertRow('mail_accounts', {
      id,
      workspaceId: currentWorkspaceId(),
      ownerId: currentUserId(),
      readers: await readersOf(begun.memberIds),
      isShared: begun.isShared,
      kind,
      name: address,
      address,
      senderName: begun.senderName || (await ownName()),
      userName: address,
      imap,
      smtp,
      ...signedIn(begun.connectionId, sealTokens(id, tokenUrl, grant)),
    });
    await publishAccounts();
    await wakeMailbox(id);
    return readAccount(id);
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw alreadyThere(address);
    throw error;
  });
}
