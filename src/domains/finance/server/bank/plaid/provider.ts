/**
 * Plaid, by its official library (https://plaid.com/docs/api). Plaid counts money out of an account as positive; the
 * port counts it as negative. Its numbers are doubles: they are taken by their shortest decimal notation, which is what
 * Plaid sent.
 */
import type {
  AccountBase,
  APRAprTypeEnum,
  LinkTokenCreateRequest,
  PlaidApi,
  PlaidError,
  Security,
  Transaction,
} from 'plaid';
import { addDays, dayAt } from '../../../../../kernel/days.ts';
import { decimal } from '../../../../../kernel/money/index.ts';
import {
  BankError,
  type BankAccountData,
  type BankAccountType,
  type BankInvestments,
  type BankLiabilityData,
  type BankProvider,
  type BankSecurityData,
  type BankTransactionData,
  type LinkStart,
} from '../port.ts';

export interface PlaidSettings {
  clientId: string;
  secret: string;
  environment: 'sandbox' | 'production';
  /** Where Plaid answers; absent: its own address for the environment. */
  baseUrl: string | undefined;
}

const PAGE = 500;
/** The value of the library's enum, which is not loaded for it. */
const PURCHASES = 'purchase_apr' as APRAprTypeEnum;
/** Plaid tells investment transactions of at most the last 24 months. */
const INVESTMENT_DAYS = 730;
const TIMEOUT = 30_000;

/** The library is loaded when it is first needed: it is large, and few installations have keys. */
export function createPlaid(settings: PlaidSettings): BankProvider {
  let api: Promise<PlaidApi> | undefined;
  const client = () => (api ??= load(settings));
  return {
    id: 'plaid',
    isReal: settings.environment === 'production',
    async startLink({ userId }, webhook) {
      const { Products } = await import('plaid');
      // Linking goes on where a bank has no investments or liabilities.
      return hostedLink(await client(), userId, webhook, {
        products: [Products.Transactions],
        optional_products: [Products.Investments, Products.Liabilities],
        transactions: { days_requested: 730 },
      });
    },
    // Update mode (https://plaid.com/docs/link/update-mode): the item's access token instead of products.
    startSignIn: async (accessToken, { userId }, webhook) =>
      hostedLink(await client(), userId, webhook, { access_token: accessToken }),
    async isSignedIn(accessToken) {
      const {
        data: { item },
      } = await ask((await client()).itemGet({ access_token: accessToken }));
      return item.error === null;
    },
    async finishLink(linkToken) {
      const plaid = await client();
      const {
        data: { link_sessions: sessions },
      } = await ask(plaid.linkTokenGet({ link_token: linkToken }));
      const publicToken = sessions?.flatMap(({ results }) => results?.item_add_results ?? []).at(-1)?.public_token;
      if (!publicToken) throw new BankError('unfinished', 'The sign-in at your bank is not finished yet.');
      const { data } = await ask(plaid.itemPublicTokenExchange({ public_token: publicToken }));
      const {
        data: { item },
      } = await ask(plaid.itemGet({ access_token: data.access_token }));
      return {
        accessToken: data.access_token,
        externalId: data.item_id,
        institutionName: item.institution_name ?? 'Bank',
      };
    },
    async transactions(accessToken, cursor) {
      const { data } = await ask(
        (await client()).transactionsSync({ access_token: accessToken, count: PAGE, ...(cursor && { cursor }) }),
      );
      return {
        accounts: data.accounts.filter(isMoney).map(toAccount),
        told: [...data.added, ...data.modified].map(toTransaction),
        removed: data.removed.map(({ transaction_id }) => transaction_id),
        cursor: data.next_cursor,
        hasMore: data.has_more,
      };
    },
    investments: async (accessToken) => investmentsOf(await client(), accessToken),
    liabilities: async (accessToken) => liabilitiesOf(await client(), accessToken),
    async unlink(accessToken) {
      await ask((await client()).itemRemove({ access_token: accessToken }));
    },
  };
}

/** A page of Plaid's own on which a person signs in to their bank. */
async function hostedLink(
  plaid: PlaidApi,
  userId: string,
  webhook: string | undefined,
  purpose: Partial<LinkTokenCreateRequest>,
): Promise<LinkStart> {
  const { CountryCode } = await import('plaid');
  const { data } = await ask(
    plaid.linkTokenCreate({
      client_name: 'Gauntlet',
      language: 'en',
      country_codes: [CountryCode.Us],
      user: { client_user_id: userId },
      hosted_link: {},
      ...(webhook && { webhook }),
      ...purpose,
    }),
  );
  if (!data.hosted_link_url)
    throw new BankError('refused', 'Plaid gave no page to sign in on. Its Hosted Link must be allowed for these keys.');
  return { kind: 'plaid', linkToken: data.link_token, url: data.hosted_link_url, expiresAt: data.expiration };
}

/** The library's client for these settings. */
export async function load({ clientId, secret, environment, baseUrl }: PlaidSettings): Promise<PlaidApi> {
  const { Configuration, PlaidApi: Api, PlaidEnvironments } = await import('plaid');
  return new Api(
    new Configuration({
      basePath: baseUrl ?? PlaidEnvironments[environment]!,
      baseOptions: {
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret, 'Plaid-Version': '2020-09-14' },
        timeout: TIMEOUT,
      },
    }),
  );
}

/** Plaid's errors in the port's words: https://plaid.com/docs/errors */
async function ask<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const { response } = error as { response?: { status: number; data?: Partial<PlaidError> } };
    const { error_code: code = '', error_message: message = '', display_message: shown } = response?.data ?? {};
    // The error of the library carries the request, secrets included: it is not passed on.
    const words = shown ?? (message || 'The bank data service did not answer.');
    if (code === 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION') throw new BankError('mutation', words);
    if (code === 'ITEM_LOGIN_REQUIRED' || code === 'PENDING_EXPIRATION' || code === 'ACCESS_NOT_GRANTED')
      throw new BankError('login_required', words);
    if (!response || response.status >= 500 || response.status === 429 || code === 'PRODUCT_NOT_READY')
      throw new BankError('unavailable', words);
    throw Object.assign(new BankError('refused', words), { code });
  }
}

/** A product that the item lacks counts as empty. */
async function orNothing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await ask(request);
  } catch (error) {
    const { code } = error as { code?: string };
    if (
      code &&
      [
        'PRODUCTS_NOT_SUPPORTED',
        'NO_INVESTMENT_ACCOUNTS',
        'NO_LIABILITY_ACCOUNTS',
        'ADDITIONAL_CONSENT_REQUIRED',
        'PRODUCT_NOT_ENABLED',
        'INVALID_PRODUCT',
        'NO_ACCOUNTS',
      ].includes(code)
    )
      return undefined;
    throw error;
  }
}

/** A double as Plaid wrote it. Very small quantities (of coins) come in exponent notation. */
function exact(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text;
}
const orNull = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : exact(value);
const turned = (value: number): string => decimal(exact(value)).negated().toFixed();

const TYPES: Readonly<Record<string, BankAccountType>> = {
  depository: 'depository',
  credit: 'credit',
  loan: 'loan',
  investment: 'investment',
  brokerage: 'investment',
};

function toAccount({
  account_id,
  balances,
  mask,
  name,
  official_name,
  type,
  subtype,
}: Pick<
  AccountBase,
  'account_id' | 'balances' | 'mask' | 'name' | 'official_name' | 'type' | 'subtype'
>): BankAccountData {
  return {
    externalId: account_id,
    name,
    officialName: official_name ?? '',
    mask: mask ?? '',
    type: TYPES[type] ?? 'other',
    subtype: subtype ?? '',
    currency: currencyOf(balances),
    current: orNull(balances.current),
    available: orNull(balances.available),
    limit: orNull(balances.limit),
  };
}

/** Coins and points have no ISO code and are not money in a ledger. */
const isMoney = ({ balances }: Pick<AccountBase, 'balances'>): boolean => Boolean(balances.iso_currency_code);

/** A security without a currency is one that is quoted nowhere; Plaid tells US markets in dollars. */
function currencyOf({ iso_currency_code }: { iso_currency_code?: string | null }): string {
  return iso_currency_code ?? 'USD';
}

function toTransaction(one: Transaction): BankTransactionData {
  return {
    externalId: one.transaction_id,
    accountId: one.account_id,
    day: one.date,
    amount: turned(one.amount),
    payee: one.merchant_name ?? one.name,
    memo: one.original_description ?? one.name,
    pending: one.pending,
    pendingId: one.pending_transaction_id,
    checkNumber: one.check_number ?? '',
    category: one.personal_finance_category?.detailed ?? '',
  };
}

function toSecurity(one: Security): BankSecurityData {
  return {
    externalId: one.security_id,
    name: one.name ?? one.ticker_symbol ?? 'Unnamed security',
    ticker: one.ticker_symbol ?? '',
    isin: one.isin ?? '',
    cusip: one.cusip ?? '',
    type: one.type ?? '',
    currency: currencyOf(one),
    closePrice: orNull(one.close_price),
    closeDay: one.close_price_as_of ?? null,
    isCash: one.is_cash_equivalent ?? false,
    sector: one.sector ?? '',
  };
}

async function investmentsOf(plaid: PlaidApi, accessToken: string): Promise<BankInvestments> {
  const held = await orNothing(plaid.investmentsHoldingsGet({ access_token: accessToken }));
  if (!held) return { accounts: [], securities: [], holdings: [], transactions: [] };
  const to = dayAt(new Date(), 'UTC');
  const securities = new Map(held.data.securities.map((one) => [one.security_id, one]));
  const transactions: BankInvestments['transactions'] = [];
  for (let offset = 0; ;) {
    const { data } = await ask(
      plaid.investmentsTransactionsGet({
        access_token: accessToken,
        start_date: addDays(to, -INVESTMENT_DAYS),
        end_date: to,
        options: { count: PAGE, offset },
      }),
    );
    for (const one of data.securities) securities.set(one.security_id, one);
    for (const one of data.investment_transactions) {
      transactions.push({
        externalId: one.investment_transaction_id,
        accountId: one.account_id,
        securityId: one.security_id,
        day: one.date,
        name: one.name,
        quantity: exact(one.quantity),
        amount: turned(one.amount),
        price: exact(one.price),
        fees: exact(one.fees ?? 0),
        type: one.type,
        subtype: one.subtype,
        currency: currencyOf(one),
      });
    }
    offset += data.investment_transactions.length;
    if (offset >= data.total_investment_transactions || data.investment_transactions.length === 0) break;
  }
  return {
    accounts: held.data.accounts
      .filter(isMoney)
      .map(toAccount)
      .filter(({ type }) => type === 'investment'),
    securities: [...securities.values()].map(toSecurity),
    holdings: held.data.holdings.map((one) => ({
      accountId: one.account_id,
      securityId: one.security_id,
      quantity: exact(one.quantity),
      price: exact(one.institution_price),
      value: exact(one.institution_value),
      costBasis: orNull(one.cost_basis),
      currency: currencyOf(one),
    })),
    transactions,
  };
}

async function liabilitiesOf(plaid: PlaidApi, accessToken: string): Promise<BankLiabilityData[]> {
  const answer = await orNothing(plaid.liabilitiesGet({ access_token: accessToken }));
  const { credit, mortgage, student } = answer?.data.liabilities ?? {};
  const none = {
    nextPayment: null,
    originalAmount: null,
    originDay: null,
    maturityDay: null,
    lastStatementBalance: null,
  };
  return [
    ...(credit ?? [])
      .filter(({ account_id }) => account_id !== null)
      .map((one): BankLiabilityData => {
        const apr = one.aprs.find(({ apr_type }) => apr_type === PURCHASES) ?? one.aprs[0];
        return {
          ...none,
          accountId: one.account_id!,
          kind: 'credit',
          rate: orNull(apr?.apr_percentage),
          rateType: apr?.apr_type ?? null,
          minimumPayment: orNull(one.minimum_payment_amount),
          nextDueDay: one.next_payment_due_date,
          lastPayment: orNull(one.last_payment_amount),
          lastPaymentDay: one.last_payment_date,
          lastStatementBalance: orNull(one.last_statement_balance),
          isOverdue: one.is_overdue,
        };
      }),
    ...(mortgage ?? []).map((one): BankLiabilityData => ({
      ...none,
      accountId: one.account_id,
      kind: 'mortgage',
      rate: orNull(one.interest_rate.percentage),
      rateType: one.interest_rate.type,
      minimumPayment: orNull(one.next_monthly_payment),
      nextPayment: orNull(one.next_monthly_payment),
      nextDueDay: one.next_payment_due_date,
      lastPayment: orNull(one.last_payment_amount),
      lastPaymentDay: one.last_payment_date,
      originalAmount: orNull(one.origination_principal_amount),
      originDay: one.origination_date,
      maturityDay: one.maturity_date,
      isOverdue: one.past_due_amount === null ? null : one.past_due_amount > 0,
    })),
    ...(student ?? [])
      .filter(({ account_id }) => account_id !== null)
      .map((one): BankLiabilityData => ({
        ...none,
        accountId: one.account_id!,
        kind: 'student',
        rate: orNull(one.interest_rate_percentage),
        rateType: null,
        minimumPayment: orNull(one.minimum_payment_amount),
        nextDueDay: one.next_payment_due_date,
        lastPayment: orNull(one.last_payment_amount),
        lastPaymentDay: one.last_payment_date,
        lastStatementBalance: orNull(one.last_statement_balance),
        originalAmount: orNull(one.origination_principal_amount),
        originDay: one.origination_date,
        maturityDay: one.expected_payoff_date,
        isOverdue: one.is_overdue,
      })),
  ];
}
