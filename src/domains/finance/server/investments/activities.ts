/** Entering, changing, deleting and restoring activities, and their list. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { COUNT_CAP, type QueryOf, type ResponseOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import { dayWords } from '../../../../kernel/days.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import {
  type activityCalls,
  type ActivityUpdate,
  type InvestmentActivity,
  type NewActivity,
  TRADES,
  WITH_CHARGES,
} from '../../contract.ts';
import { HUNDREDTHS } from '../../contract/shared.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';
import { editableAccount } from '../accounts/accounts.ts';
import { type ActivityRow, SELECT_ACTIVITIES, type Terms, toActivity } from './activity-rows.ts';
import { missingFor } from './books.ts';
import { moveCash } from './cash.ts';
import { ACCOUNT_ITSELF, ACTIVITIES_CHANGED, touchAccount } from './changed.ts';

const NOUN = 'The activity';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TERMS = [
  'newUnits',
  'oldUnits',
  'newSecurityId',
  'unitsPerUnit',
  'costShare',
  'cashPerUnit',
  'newPrice',
] as const;
/** Which terms belong to which kind; others are not kept, whatever a form still holds. */
const TERMS_OF: Partial<Record<NewActivity['kind'], readonly (typeof TERMS)[number][]>> = {
  split: ['newUnits', 'oldUnits'],
  spinOff: ['newSecurityId', 'unitsPerUnit', 'costShare'],
  merger: ['newSecurityId', 'unitsPerUnit', 'cashPerUnit', 'newPrice'],
};
const WITH_QUANTITY: readonly NewActivity['kind'][] = [...TRADES, 'transferIn', 'transferOut'];
const WITH_AMOUNT: readonly NewActivity['kind'][] = [
  'dividend',
  'interest',
  'capitalGain',
  'fee',
  'transferIn',
  'returnOfCapital',
];

/** Takes what is held, or covers what was sold short. */
const GOES_OUT: ReadonlySet<NewActivity['kind']> = new Set(['sell', 'transferOut', 'buyToCover']);

type Input = Omit<NewActivity, 'accountId'>;

interface Account {
  id: string;
  ledger_id: string;
  currency: string;
}

/** Securities must be of the account's ledger. @throws AppError `validation` @returns the currency of the activity */
async function checkSecurities(account: Account, input: Input): Promise<string> {
  const named = [
    ['securityId', input.securityId],
    ['newSecurityId', TERMS_OF[input.kind]?.includes('newSecurityId') ? input.newSecurityId : undefined],
  ] as const;
  const ids = named.flatMap(([, id]) => id || []);
  const rows =
    ids.length === 0
      ? []
      : await query<{ id: string; currency: string; kind: string }>(
          'select id, currency, kind from finance_securities where workspace_id = $1 and ledger_id = $2 and id = any($3)',
          [currentWorkspaceId(), account.ledger_id, ids],
        );
  for (const [field, id] of named) {
    const row = rows.find((one) => one.id === id);
    if (id && !row) throw new AppError('validation', 'This security is not in the ledger.', { field });
    if (row?.kind === 'index')
      throw new AppError('validation', 'An index cannot be held. Enter a fund that follows it.', { field });
  }
  if (named.some(([, id]) => id) && HUNDREDTHS[input.currency ?? ''])
    await keepQuotation(input.securityId!, input.currency!);
  const security = rows.find((one) => one.id === input.securityId);
  const wanted = HUNDREDTHS[input.currency ?? ''] ?? input.currency;
  if (security && wanted && wanted !== security.currency)
    throw new AppError('validation', `This security is in ${security.currency}.`, { field: 'currency' });
  return security?.currency ?? (wanted || account.currency);
}

/** Prices of the security are read and shown in this quotation from now on. */
async function keepQuotation(securityId: string, code: string): Promise<void> {
  await query(
    "update finance_securities set quoted_in = $3, version = version + 1, updated_at = now() where workspace_id = $1 and id = $2 and currency = $4 and quoted_in = ''",
    [currentWorkspaceId(), securityId, code, HUNDREDTHS[code]],
  );
}

/** Figures in the currency, where they were given in a hundredth of it. */
function inWholeUnits<T extends Input>(input: T): T {
  if (!HUNDREDTHS[input.currency ?? '']) return input;
  const part = (value: string | null | undefined): string | null | undefined =>
    value ? decimal(value).div(100n).toFixed() : value;
  return {
    ...input,
    price: part(input.price),
    amount: part(input.amount),
    fee: part(input.fee),
    tax: part(input.tax),
    cashPerUnit: part(input.cashPerUnit),
    newPrice: part(input.newPrice),
  };
}

function valuesOf(typed: Input, currency: string): unknown[] {
  const input = inWholeUnits(typed);
  const given = (value: string | null | undefined): string | null => value || null;
  const terms: Terms = {};
  for (const name of TERMS_OF[input.kind] ?? []) if (input[name]) terms[name] = input[name];
  const of = (kinds: readonly Input['kind'][], value: string | null | undefined): string | null =>
    kinds.includes(input.kind) ? given(value) : null;
  return [
    given(input.securityId),
    input.day,
    input.kind,
    currency,
    of(WITH_QUANTITY, input.quantity),
    of(TRADES, input.price),
    of(WITH_AMOUNT, input.amount),
    of(WITH_CHARGES, input.fee) ?? '0',
    of(WITH_CHARGES, input.tax) ?? '0',
    input.kind === 'transferIn' ? given(input.acquired) : null,
    JSON.stringify(terms),
    JSON.stringify(input.kind === 'sell' ? (input.lots ?? []) : []),
    input.notes ?? '',
  ];
}

async function readActivity(id: string, lock = ''): Promise<ActivityRow | undefined> {
  const [row] = await query<ActivityRow>(`${SELECT_ACTIVITIES} and a.id = $2 ${lock}`, [currentWorkspaceId(), id]);
  return row;
}

/** @throws AppError `not_found` */
export async function getActivity(id: string): Promise<InvestmentActivity> {
  const row = await requireRecord(await readActivity(id), 'viewer', NOUN);
  if (row.deleted_at) throw notFound(NOUN);
  return toActivity(row);
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function createActivity({ accountId, ...input }: NewActivity): Promise<InvestmentActivity> {
  return transaction(async () => {
    const account = await editableAccount(accountId);
    const currency = await checkSecurities(account, input);
    await lockHoldings(account.id, input);
    const id = newId();
    await query(
      `insert into finance_activities (id, workspace_id, ledger_id, account_id, created_by, security_id, day, kind,
        currency, quantity, price, amount, fee, tax, acquired, terms, lots, notes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
      [id, currentWorkspaceId(), account.ledger_id, account.id, currentUserId(), ...valuesOf(input, currency)],
    );
    await requireHeld(account, id, input);
    await moveCash(account, [id]);
    await changed(
      account,
      TERMS_OF[input.kind]?.includes('newSecurityId') ? null : input.securityId || ACCOUNT_ITSELF,
      'created',
      id,
    );
    return getActivity(id);
  });
}

/** Two who sell the same at once wait for each other: the second finds what is left. */
async function lockHoldings(accountId: string, { kind }: Pick<Input, 'kind'>): Promise<void> {
  if (GOES_OUT.has(kind))
    await query('select 1 from finance_accounts where workspace_id = $1 and id = $2 for update', [
      currentWorkspaceId(),
      accountId,
    ]);
}

/**
 * Manual activities cannot exceed the holdings. Files and banks report facts; missing purchases are shown in the
 * portfolio.
 * @throws AppError `validation`
 */
async function requireHeld(account: Account, id: string, { kind, securityId, quantity, day }: Input): Promise<void> {
  if (!GOES_OUT.has(kind) || !securityId || !quantity) return;
  const missing = await missingFor(account, securityId, id);
  if (missing.isZero()) return;
  const held = decimal(quantity).minus(missing);
  throw new AppError(
    'validation',
    kind === 'buyToCover'
      ? `${held.isZero() ? 'None of it is' : `Only ${held.toFixed()} are`} sold short in this account on ${dayWords(day)}. Enter the short sale first, or enter this as a purchase.`
      : `${held.isZero() ? 'None of it is' : `Only ${held.toFixed()} are`} held in this account on ${dayWords(day)}. Enter what was bought before, or enter this as a short sale.`,
    { field: 'quantity' },
  );
}

async function changed(
  account: { id: string; ledger_id: string },
  securityId: string | null,
  what: string,
  id: string,
): Promise<void> {
  await touchAccount(account, securityId);
  await emit({
    type: `finance.activity.${what}`,
    subject: { type: 'investment_activity', id },
    paths: ACTIVITIES_CHANGED,
  });
}

async function lockActivity(id: string): Promise<ActivityRow> {
  return requireRecord(await readActivity(id, 'for update of a'), 'editor', NOUN);
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateActivity(id: string, { version, ...input }: ActivityUpdate): Promise<InvestmentActivity> {
  return transaction(async () => {
    const row = await lockActivity(id);
    if (row.deleted_at) throw notFound(NOUN);
    requireVersion(row, version, 'this activity');
    const account = await editableAccount(row.account_id);
    const currency = await checkSecurities(account, input);
    await lockHoldings(account.id, input);
    await query(
      `update finance_activities
        set security_id = $3, day = $4, kind = $5, currency = $6, quantity = $7, price = $8, amount = $9, fee = $10,
        tax = $11, acquired = $12, terms = $13, lots = $14, notes = $15,
         version = version + 1, updated_at = now() where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), ...valuesOf(input, currency)],
    );
    await requireHeld(account, id, input);
    await moveCash(account, [id]);
    const same =
      row.security_id === (input.securityId || null) &&
      !row.terms.newSecurityId &&
      !TERMS_OF[input.kind]?.includes('newSecurityId');
    await changed(account, same ? (row.security_id ?? ACCOUNT_ITSELF) : null, 'updated', id);
    return getActivity(id);
  });
}

async function setDeleted(row: ActivityRow, deleted: boolean): Promise<void> {
  await query(
    `update finance_activities
      set deleted_at = ${deleted ? 'now()' : 'null'}, version = version + 1, updated_at = now()
      where id = $1 and workspace_id = $2`,
    [row.id, currentWorkspaceId()],
  );
  await moveCash({ id: row.account_id }, [row.id]);
  await changed(
    { id: row.account_id, ledger_id: row.ledger_id },
    row.terms.newSecurityId ? null : (row.security_id ?? ACCOUNT_ITSELF),
    deleted ? 'deleted' : 'restored',
    row.id,
  );
}

/** @throws AppError `not_found`, `forbidden` */
export function removeActivity(id: string): Promise<void> {
  return transaction(async () => {
    const row = await lockActivity(id);
    if (row.deleted_at) throw notFound(NOUN);
    await setDeleted(row, true);
  });
}

/** Brings one back; one that is there stays as it is. @throws AppError `not_found`, `forbidden` */
export function restoreActivity(id: string): Promise<InvestmentActivity> {
  return transaction(async () => {
    const row = await lockActivity(id);
    if (row.deleted_at) await setDeleted(row, false);
    return getActivity(id);
  });
}

/** @throws AppError `not_found`, `bad_request` */
export async function listActivities(
  wanted: QueryOf<typeof activityCalls.list>,
): Promise<ResponseOf<typeof activityCalls.list>> {
  await requireLedger(wanted.ledgerId);
  const values: unknown[] = [currentWorkspaceId(), wanted.ledgerId];
  let where = ' and a.ledger_id = $2 and a.deleted_at is null';
  const add = (sql: (place: string) => string, value: unknown): void => {
    if (value === undefined || value === '') return;
    values.push(value);
    where += ` and ${sql(`$${values.length}`)}`;
  };
  add((place) => `a.account_id = ${place}`, wanted.accountId);
  add((place) => `(a.security_id = ${place} or a.terms->>'newSecurityId' = ${place}::text)`, wanted.securityId);
  add((place) => `a.kind = ${place}`, wanted.kind);
  add((place) => `a.day >= ${place}::date`, wanted.from);
  add((place) => `a.day <= ${place}::date`, wanted.to);
  for (const word of fold(wanted.search ?? '').split(' '))
    add(
      (place) =>
        `strpos(unaccented(coalesce(s.name, '') || ' ' || coalesce(s.ticker, '') || ' ' || a.notes), ${place}) > 0`,
      word,
    );
  const after = unpackCursor(wanted.cursor, DAY, UUID);
  const beyond = after ? ` and (a.day, a.id) < ($${values.length + 1}::date, $${values.length + 2}::uuid)` : '';
  // The page first: what each of its rows moved in cash is looked up for those alone, not for all transactions of the
  // workspace.
  const found = `select a.id from finance_activities a
    left join finance_securities s on s.id = a.security_id and s.workspace_id = a.workspace_id
    where a.workspace_id = $1${where}${beyond} order by a.day desc, a.id desc limit ${wanted.limit + 1}`;
  const rows = await query<ActivityRow>(`${SELECT_ACTIVITIES} and a.id in (${found}) order by a.day desc, a.id desc`, [
    ...values,
    ...(after ?? []),
  ]);
  const page = pageFrom(rows, wanted.limit, (row) => packCursor(row.day, row.id));
  const items = page.items.map(toActivity);
  if (after) return { items, next: page.next };
  const [counted] = await query<{ count: number }>(
    `select count(*)::int as count
      from (select 1 from finance_activities a left join finance_securities s on s.id = a.security_id
      and s.workspace_id = a.workspace_id where a.workspace_id = $1${where} limit ${COUNT_CAP + 1}) x`,
    values,
  );
  return {
    items,
    next: page.next,
    total: { count: Math.min(counted!.count, COUNT_CAP), capped: counted!.count > COUNT_CAP },
  };
}
