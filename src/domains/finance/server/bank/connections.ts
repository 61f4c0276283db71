/**
 * Connections to banks: begun, finished, listed, ended. What opens a bank's data is sealed and never leaves the server.
 */
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { appLink } from '../../../../server/app-url.ts';
import { audit } from '../../../../server/audit/audit.ts';
import { afterCommit, currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { log } from '../../../../server/observability/log.ts';
import { open, seal, SealError } from '../../../../server/secrets/secrets.ts';
import { bank, type BankConnection, type BankProviderId } from '../../contract.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger, requireRecord } from '../ledgers/access.ts';
import { BankError, type LinkStart } from './port.ts';
import { bankProvider } from './providers.ts';

export interface ConnectionRow {
  id: string;
  ledger_id: string;
  version: number;
  provider: BankProviderId;
  external_id: string;
  institution_name: string;
  sealed_token: string;
  cursor: string | null;
  state: BankConnection['state'] | 'removed';
  problem: string;
  last_synced_at: string | null;
  created_by: string | null;
  created_at: string;
}

const NOUN = 'The connection';
export const BANK_CHANGED = [FINANCE.bank, FINANCE.plaid];

export const UNREADABLE =
  'The key of this connection cannot be read with the present SECRET_KEY. Connect the bank again.';
const sealContext = (id: string): string => `bank-connection:${id}`;
export const tokenOf = ({ id, sealed_token }: Pick<ConnectionRow, 'id' | 'sealed_token'>): string =>
  open(sealed_token, sealContext(id));

/** Converts a provider's error for the person who asked. */
function told(error: unknown): never {
  if (!(error instanceof BankError)) throw error;
  if (error.kind === 'unavailable')
    throw new AppError('unavailable', `${error.message} Try again in a moment.`, { cause: error });
  if (error.kind === 'unfinished') throw new AppError('conflict', error.message, { cause: error });
  throw new AppError('validation', error.message, { field: 'chosen', cause: error });
}

/** @throws AppError `not_found`, `forbidden`, `validation`, `unavailable` */
export async function startLink(ledgerId: string, provider: BankProviderId): Promise<LinkStart> {
  await requireLedger(ledgerId, 'editor');
  const [person] = await query<{ name: string }>('select name from workspace_people where id = $1', [currentUserId()]);
  return bankProvider(provider)
    .startLink({ userId: currentUserId()!, name: person?.name ?? '' }, webhookAddress())
    .catch(told);
}

/** Where Plaid tells of news. It calls back only where it can reach: not on someone's own machine. */
function webhookAddress(): string | undefined {
  const address = appLink(bank.webhook.path);
  return new URL(address).protocol === 'https:' ? address : undefined;
}

/**
 * Keeps a new connection. Its accounts come with the first sync.
 * @throws AppError `not_found`, `forbidden`, `validation`, `conflict`, `unavailable`
 */
export async function connect(ledgerId: string, providerId: BankProviderId, chosen: string): Promise<string> {
  await requireLedger(ledgerId, 'editor');
  const provider = bankProvider(providerId);
  const { accessToken, externalId, institutionName } = await provider.finishLink(chosen).catch(told);
  const id = newId();
  await transaction(async () => {
    const added = await query(
      `insert into bank_connections (id, workspace_id, ledger_id, provider, external_id, institution_name, sealed_token,
        created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (workspace_id, provider, external_id) do nothing returning id`,
      [
        id,
        currentWorkspaceId(),
        ledgerId,
        providerId,
        externalId,
        institutionName,
        seal(accessToken, sealContext(id)),
        currentUserId(),
      ],
    );
    if (added.length === 0) throw new AppError('conflict', 'This connection is there already.');
    await audit({
      action: 'bank.connected',
      subject: { type: 'bank_connection', id },
      details: { provider: providerId, institution: institutionName },
    });
    await emit({ type: 'finance.bank.connected', subject: { type: 'bank_connection', id }, paths: BANK_CHANGED });
  });
  return id;
}

/**
 * The connection, for someone who may change its ledger, and what opens its data.
 * @throws AppError `not_found`, `forbidden`, `conflict`
 */
async function openable(id: string): Promise<{ row: ConnectionRow; token: string }> {
  const row = await requireRecord(await readConnection(id), 'editor', NOUN);
  try {
    return { row, token: tokenOf(row) };
  } catch (error) {
    throw error instanceof SealError ? new AppError('conflict', UNREADABLE, { cause: error }) : error;
  }
}

/**
 * Leads to the bank again, for the connection as it is.
 * @throws AppError `not_found`, `forbidden`, `validation`, `conflict`, `unavailable`
 */
export async function startSignIn(id: string): Promise<LinkStart> {
  const { row, token } = await openable(id);
  const [person] = await query<{ name: string }>('select name from workspace_people where id = $1', [currentUserId()]);
  return bankProvider(row.provider)
    .startSignIn(token, { userId: currentUserId()!, name: person?.name ?? '' }, webhookAddress())
    .catch(told);
}

/**
 * After the person signed in again: the connection goes on where it stood.
 * @throws AppError `not_found`, `forbidden`, `conflict` while the bank still wants a sign-in, `unavailable`
 */
export async function finishSignIn(id: string): Promise<void> {
  const { row, token } = await openable(id);
  if (!(await bankProvider(row.provider).isSignedIn(token).catch(told)))
    throw new AppError('conflict', 'The sign-in at your bank is not finished yet.');
  await transaction(async () => {
    const going = await query(
      `update bank_connections set state = 'active', problem = '', told_stopped_at = null, version = version + 1,
        updated_at = now() where id = $1 and workspace_id = $2 and state <> 'removed' returning id`,
      [id, currentWorkspaceId()],
    );
    if (going.length === 0) throw new AppError('not_found', 'The connection was ended meanwhile.');
    await audit({
      action: 'bank.signed_in',
      subject: { type: 'bank_connection', id },
      details: { provider: row.provider, institution: row.institution_name },
    });
    await emit({ type: 'finance.bank.signed-in', subject: { type: 'bank_connection', id }, paths: BANK_CHANGED });
  });
}

const SELECT = `select c.id, c.ledger_id, c.version, c.provider, c.external_id, c.institution_name, c.sealed_token,
  c.cursor, c.state, c.problem, c.last_synced_at, c.created_by, c.created_at
  from bank_connections c where c.workspace_id = $1 and c.state <> 'removed'`;

/** Connections of the ledgers that the caller may see, or of one of them. @throws AppError `not_found` */
export async function listConnections(ledgerId?: string): Promise<{ items: BankConnection[] }> {
  if (ledgerId) await requireLedger(ledgerId);
  const rows = await query<ConnectionRow>(
    `${SELECT} and c.ledger_id in
      (select ledger_id from finance_ledger_members where workspace_id = $1 and user_id = $2)
      and ($3::uuid is null or c.ledger_id = $3) order by c.created_at, c.id limit 200`,
    [currentWorkspaceId(), currentUserId(), ledgerId ?? null],
  );
  return { items: await toConnections(rows) };
}

/** @throws AppError `not_found` */
export async function getConnection(id: string): Promise<BankConnection> {
  const [row] = await query<ConnectionRow>(`${SELECT} and c.id = $2`, [currentWorkspaceId(), id]);
  return (await toConnections([await requireRecord(row, 'viewer', NOUN)]))[0]!;
}

/** The row as a sync needs it; undefined when it was ended meanwhile. */
export async function readConnection(id: string): Promise<ConnectionRow | undefined> {
  const [row] = await query<ConnectionRow>(`${SELECT} and c.id = $2`, [currentWorkspaceId(), id]);
  return row;
}

async function toConnections(rows: readonly ConnectionRow[]): Promise<BankConnection[]> {
  const accounts =
    rows.length === 0
      ? []
      : await query<{ connection_id: string; account_id: string; name: string; mask: string }>(
          'select connection_id, account_id, name, mask from bank_accounts where workspace_id = $1 and connection_id = any($2) order by name, id',
          [currentWorkspaceId(), rows.map(({ id }) => id)],
        );
  const byConnection = Map.groupBy(accounts, (account) => account.connection_id);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    provider: row.provider,
    isReal: row.provider !== 'sandbox',
    institutionName: row.institution_name,
    state: row.state as BankConnection['state'],
    problem: row.problem,
    accounts: (byConnection.get(row.id) ?? []).map((account) => ({
      accountId: account.account_id,
      name: account.name,
      mask: account.mask,
    })),
    lastSyncedAt: row.last_synced_at,
    createdAt: row.created_at,
  }));
}

/** Ends a connection: what it brought stays. Whoever set it up may always. @throws AppError `not_found`, `forbidden` */
export function disconnect(id: string): Promise<void> {
  return transaction(async () => {
    const [found] = await query<ConnectionRow>(`${SELECT} and c.id = $2 for update`, [currentWorkspaceId(), id]);
    if (!found || found.created_by !== currentUserId()) await requireRecord(found, 'editor', NOUN);
    await end(found!);
  });
}

/**
 * Ends what these people connected to a ledger: their banks tell nothing to a ledger that they do not see. In the
 * ambient transaction.
 */
export async function endConnectionsOf(ledgerId: string, userIds: readonly string[]): Promise<void> {
  for (const row of await query<ConnectionRow>(
    `${SELECT} and c.ledger_id = $2 and c.created_by = any($3) order by c.id for update`,
    [currentWorkspaceId(), ledgerId, userIds],
  ))
    await end(row);
}

async function end(row: ConnectionRow): Promise<void> {
  const { id, provider, institution_name: institution } = row;
  await query(
    `update bank_connections set state = 'removed', sealed_token = '', cursor = null, version = version + 1,
      updated_at = now() where id = $1 and workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  await query('delete from bank_accounts where connection_id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
  await audit({
    action: 'bank.disconnected',
    subject: { type: 'bank_connection', id },
    details: { provider, institution },
  });
  await emit({ type: 'finance.bank.disconnected', subject: { type: 'bank_connection', id }, paths: BANK_CHANGED });
  afterCommit(() => void unlink(row));
}

/**
 * Here it is over already; where the provider does not answer, or the key cannot be read any more, its own access runs
 * out by itself.
 */
async function unlink(row: ConnectionRow): Promise<void> {
  try {
    await bankProvider(row.provider).unlink(tokenOf(row));
  } catch (error) {
    log().warn({ err: error, provider: row.provider }, 'a bank connection could not be ended at the provider');
  }
}
