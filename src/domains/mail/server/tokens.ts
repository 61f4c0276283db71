/**
 * Access to mailboxes that people opened by signing in. Tokens are sealed; one process renews those of a mailbox at a
 * time, because a service may take each refresh token once.
 */
import * as z from 'zod';
import type { ImapFlow } from 'imapflow';
import { currentWorkspaceId, NOW, query, selectRow, updateRows } from '../../../server/db/index.ts';
import { log } from '../../../server/observability/log.ts';
import type { MailboxGrant, MailboxSignIn } from '../../../server/providers/mailbox/port.ts';
import { ProviderError } from '../../../server/providers/provider-error.ts';
import { AppError } from '../../../kernel/errors.ts';
import { open, seal } from '../../../server/secrets/secrets.ts';
import { openConnection } from '../../connections/index.ts';
import type { MailServer } from '../contract.ts';
import { type AccountRow, passwordOf, publishAccounts } from './account-rows.ts';
import { isSignInRefused, type Login, MailServerError, openImap } from './connect.ts';

/** Milliseconds before its end from which an access token is renewed. */
const MARGIN = 5 * 60_000;
const RENEWING = '30 seconds';
/** Milliseconds for which the renewal of another process is waited for, and between two looks. */
const WAIT = 25_000;
const LOOK = 250;

const Tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** A refresh token goes only where it came from. */
  tokenUrl: z.string(),
});
type Tokens = z.infer<typeof Tokens>;

const context = (accountId: string) => `mail-tokens:${accountId}`;

/** The grant as it is stored with its mailbox. @throws MailServerError for a service that gives no refresh token */
export function sealTokens(accountId: string, tokenUrl: string, grant: MailboxGrant, previous?: string): string {
  const refreshToken = grant.refreshToken ?? previous;
  if (!refreshToken)
    throw new MailServerError(
      'The provider allows access only once. Its client must allow offline access, so that email can be read later.',
      true,
    );
  const tokens: Tokens = {
    accessToken: grant.accessToken,
    refreshToken,
    expiresAt: Date.now() + grant.expiresIn * 1_000,
    tokenUrl,
  };
  return seal(JSON.stringify(tokens), context(accountId));
}

/** Why a mailbox stays shut until its owner signs in again. */
export class SignInNeeded extends MailServerError {
  constructor(message: string, cause?: unknown) {
    super(message, true, cause, true);
  }
}

interface TokenRow {
  signInId: string | null;
  tokens: string | null;
  needsSignIn: boolean;
  problem: string;
}

async function readTokens(accountId: string): Promise<{ row: TokenRow; tokens: Tokens }> {
  const row = await selectRow('mail_accounts', ['signInId', 'tokens', 'needsSignIn', 'problem'], {
    id: accountId,
    workspaceId: currentWorkspaceId(),
  });
  if (!row?.tokens) throw new SignInNeeded('This mailbox is no longer signed in.');
  if (row.needsSignIn) throw new SignInNeeded(row.problem || 'Sign in to this mailbox again.');
  return { row, tokens: Tokens.parse(JSON.parse(open(row.tokens, context(accountId)))) };
}

const renewals = new Map<string, Promise<string>>();

/**
 * An access token that holds for minutes at least.
 * @param rejected one that a mail server did not accept, whatever its time
 * @throws SignInNeeded; MailServerError while the service cannot be asked
 */
async function accessTokenOf(account: AccountRow, rejected?: string): Promise<string> {
  const { tokens } = await readTokens(account.id);
  if (isGood(tokens, rejected)) return tokens.accessToken;
  const renewal = renewals.get(account.id) ?? renew(account, rejected).finally(() => renewals.delete(account.id));
  renewals.set(account.id, renewal);
  return renewal;
}

const isGood = ({ accessToken, expiresAt }: Tokens, rejected: string | undefined): boolean =>
  accessToken !== rejected && expiresAt > Date.now() + MARGIN;

async function renew(account: AccountRow, rejected: string | undefined): Promise<string> {
  const giveUp = Date.now() + WAIT;
  while (!(await claimRenewal(account.id))) {
    if (Date.now() > giveUp) throw new MailServerError('The sign-in is being renewed. It is tried again.', false);
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
  try {
    // Another process may have been quicker.
    const { row, tokens } = await readTokens(account.id);
    if (isGood(tokens, rejected)) return tokens.accessToken;
    const service = await openService(account, row);
    if (service.tokenUrl !== tokens.tokenUrl)
      throw await needSignIn(account, 'The addresses of the sign-in service changed. Sign in again.');
    const grant = await service.renew(tokens.refreshToken).catch(async (error: unknown) => {
      throw await refusalOf(account, error);
    });
    await updateRows(
      'mail_accounts',
      { tokens: sealTokens(account.id, tokens.tokenUrl, grant, tokens.refreshToken) },
      { id: account.id },
    );
    return grant.accessToken;
  } finally {
    await updateRows('mail_accounts', { renewingUntil: null }, { id: account.id });
  }
}

async function claimRenewal(accountId: string): Promise<boolean> {
  const claimed = await query(
    `update mail_accounts set renewing_until = now() + interval '${RENEWING}'
      where id = $1 and (renewing_until is null or renewing_until < now()) returning 1`,
    [accountId],
  );
  return claimed.length > 0;
}

async function openService(account: AccountRow, { signInId }: TokenRow): Promise<MailboxSignIn> {
  try {
    return await openConnection('mailbox', signInId ?? '', account.workspaceId, { purpose: 'mailbox' });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw await needSignIn(
        account,
        'The service that this mailbox was opened with is no longer connected. Sign in again, or ask a manager to connect it in Settings → Connections.',
      );
    throw error instanceof AppError ? new MailServerError(error.message, false, error) : error;
  }
}

/** What the refusal of a renewal means for the mailbox. */
async function refusalOf(account: AccountRow, error: unknown): Promise<unknown> {
  if (!(error instanceof ProviderError)) return error;
  if (error.kind === 'refused')
    return needSignIn(account, 'The provider no longer accepts the sign-in. Sign in again.', error);
  // The client of the installation is wrong, or the service is down: the person has nothing to do.
  return new MailServerError(error.message, false, error);
}

/** Notes that only the owner can open the mailbox again. Its emails, drafts, and rules stay. */
async function needSignIn(account: AccountRow, problem: string, cause?: unknown): Promise<SignInNeeded> {
  log().info({ accountId: account.id }, 'a mailbox needs its owner to sign in again');
  await updateRows('mail_accounts', { needsSignIn: true, state: 'failed', problem }, { id: account.id });
  await publishAccounts();
  return new SignInNeeded(problem, cause);
}

/**
 * Does something with a login of a mailbox. A token that the server refuses is renewed, and tried once more.
 * @throws what `work` throws; SignInNeeded when the second token is refused, too
 */
export async function withLogin<T>(
  account: AccountRow,
  server: MailServer,
  work: (login: Login) => Promise<T>,
): Promise<T> {
  const login = { server, user: account.userName };
  if (!account.signInId) return work({ ...login, password: passwordOf(account) });
  const accessToken = await accessTokenOf(account);
  try {
    return await work({ ...login, accessToken });
  } catch (error) {
    if (!isSignInRefused(error)) throw error;
  }
  const renewed = await accessTokenOf(account, accessToken);
  return work({ ...login, accessToken: renewed }).catch(async (error: unknown) => {
    if (!isSignInRefused(error)) throw error;
    throw await needSignIn(account, `${(error as Error).message} Sign in again.`, error);
  });
}

/** A signed-in connection to the mailbox's IMAP server. @throws MailServerError */
export const openMailbox = (account: AccountRow): Promise<ImapFlow> => withLogin(account, account.imap!, openImap);

/** Columns of a mailbox whose owner has just signed in. */
export const signedIn = (connectionId: string, tokens: string) =>
  ({
    signInId: connectionId,
    tokens,
    needsSignIn: false,
    renewingUntil: null,
    secret: null,
    state: 'active',
    problem: '',
    failures: 0,
    nextSyncAt: NOW,
  }) as const;
