/**
 * The sandbox bank: lives inside the product, needs no account and no network, and says so. It pages, keeps cursors,
 * books pending card payments days later and takes back what was pending, as a real provider does.
 */
import { createHash, randomBytes } from 'node:crypto';
import { addDays, dayAt, monthStart } from '../../../../../kernel/days.ts';
import {
  BankError,
  type BankAccountData,
  type BankInvestments,
  type BankLiabilityData,
  type BankProvider,
  type BankTransactionData,
  type BankTransactionsPage,
} from '../port.ts';
import { SANDBOX_CUSTOMERS, type SandboxCustomer } from './customers.ts';
import { liveThrough, type Movement, priceOn, type World } from './simulation.ts';

/** How far back a new connection tells. */
const MONTHS_BACK = 24;
/** Days until a card payment is booked. */
const PENDING_DAYS = 2;
const PAGE = 500;
const SHARE = 10_000;

interface Access {
  customer: SandboxCustomer;
  seed: string;
  start: string;
}

/** The sandbox by a clock, and by what tells the lives of its customers apart; tests set both. */
export function createSandboxBank(
  now: () => Date = () => new Date(),
  newSeed: () => string = () => randomBytes(6).toString('hex'),
): BankProvider {
  const today = () => dayAt(now(), 'UTC');
  const lived = (access: Access): World => liveThrough(access.customer, access.seed, access.start, today());
  return {
    id: 'sandbox',
    isReal: false,
    startLink: async () => ({
      kind: 'sandbox',
      customers: SANDBOX_CUSTOMERS.map(({ id, name, about }) => ({ id, name, about })),
    }),
    startSignIn: () => Promise.reject(new BankError('refused', 'The sandbox bank never asks for a new sign-in.')),
    isSignedIn: async () => true,
    async finishLink(chosen) {
      const customer = SANDBOX_CUSTOMERS.find(({ id }) => id === chosen);
      if (!customer) throw new BankError('refused', 'The sandbox bank has no such customer.');
      const seed = newSeed();
      return {
        accessToken: `${customer.id}:${seed}:${monthStart(today(), -MONTHS_BACK)}`,
        externalId: `sandbox-${seed}`,
        institutionName: 'Sandbox bank',
      };
    },
    async transactions(accessToken, cursor): Promise<BankTransactionsPage> {
      const access = accessOf(accessToken);
      const world = lived(access);
      const { from, to, offset } = cursorOf(cursor, today());
      const changes = changesBetween(access.customer, world.movements, from, to);
      const page = changes.slice(offset, offset + PAGE);
      const hasMore = offset + PAGE < changes.length;
      return {
        accounts: accountsOf(access, world, today()),
        told: page.flatMap(({ told }) => told ?? []),
        removed: page.flatMap(({ removed }) => removed ?? []),
        cursor: hasMore ? `${from}|${to}|${offset + PAGE}` : `${to}||0`,
        hasMore,
      };
    },
    async investments(accessToken): Promise<BankInvestments> {
      const access = accessOf(accessToken);
      return investmentsOf(access, lived(access), today());
    },
    async liabilities(accessToken): Promise<BankLiabilityData[]> {
      const access = accessOf(accessToken);
      return liabilitiesOf(access, lived(access), today());
    },
    unlink: async () => undefined,
  };
}

function accessOf(accessToken: string): Access {
  const [id, seed, start] = accessToken.split(':');
  const customer = SANDBOX_CUSTOMERS.find((one) => one.id === id);
  if (!customer || !seed || !start)
    throw new BankError('login_required', 'The sandbox bank does not know this connection.');
  return { customer, seed, start };
}

/** `day` told up to, or the days between which a listing of several pages is under way. */
function cursorOf(cursor: string | null, today: string): { from: string; to: string; offset: number } {
  const [from = '', to = '', offset = '0'] = (cursor ?? '').split('|');
  return { from, to: to || today, offset: Number(offset) };
}

const isPending = (customer: SandboxCustomer, { account, day, cents }: Movement, today: string): boolean =>
  cents < 0 &&
  customer.accounts.find(({ key }) => key === account)!.type === 'credit' &&
  day > addDays(today, -PENDING_DAYS);

/** Items not reported on the day `from` (or ever, if blank) but due on the day `to`. */
function changesBetween(
  customer: SandboxCustomer,
  movements: readonly Movement[],
  from: string,
  to: string,
): { told?: BankTransactionData; removed?: string }[] {
  return movements.flatMap((movement) => {
    if (movement.day > to) return [];
    const pending = isPending(customer, movement, to);
    const wasTold = from !== '' && movement.day <= from;
    const wasPending = wasTold && isPending(customer, movement, from);
    if (wasTold && wasPending === pending) return [];
    const told = toTransaction(movement, pending, wasPending);
    return [{ told, ...(wasPending ? { removed: `${movement.id}-p` } : {}) }];
  });
}

function toTransaction(movement: Movement, pending: boolean, wasPending: boolean): BankTransactionData {
  const { id, account, day, cents, pendingCents, payee, memo, category } = movement;
  return {
    externalId: pending ? `${id}-p` : id,
    accountId: account,
    day,
    amount: money(pending ? pendingCents : cents),
    payee,
    memo,
    pending,
    pendingId: wasPending ? `${id}-p` : null,
    checkNumber: '',
    category,
  };
}

/** Cents as a decimal. */
function money(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const shares = (quantity: number): string =>
  `${Math.trunc(quantity / SHARE)}.${String(quantity % SHARE).padStart(4, '0')}`;

function accountsOf({ customer }: Access, world: World, today: string): BankAccountData[] {
  return customer.accounts.map((account): BankAccountData => {
    const pending = world.movements.reduce(
      (total, one) => total + (one.account === account.key && isPending(customer, one, today) ? one.cents : 0),
      0,
    );
    const booked = world.balances.get(account.key)! - pending;
    const owed = account.type === 'credit' || account.type === 'loan';
    const value = account.type === 'investment' ? booked + valueOf(customer, world, today) : booked;
    return {
      externalId: account.key,
      name: account.name,
      officialName: account.officialName,
      mask: account.mask,
      type: account.type,
      subtype: account.subtype,
      currency: 'USD',
      current: money(owed ? -value : value),
      available: account.limit
        ? money(account.limit + booked + pending)
        : account.type === 'depository'
          ? money(booked + pending)
          : null,
      limit: account.limit ? money(account.limit) : null,
    };
  });
}

function heldOf(world: World, fundKey: string): { quantity: number; cost: number } {
  const buys = world.trades.filter(({ kind, fund }) => kind === 'buy' && fund?.key === fundKey);
  return {
    quantity: buys.reduce((total, one) => total + one.quantity, 0),
    cost: buys.reduce((total, one) => total - one.cents, 0),
  };
}

function valueOf(customer: SandboxCustomer, world: World, today: string): number {
  return (customer.invests?.funds ?? []).reduce(
    (total, fund) => total + Math.round((heldOf(world, fund.key).quantity * priceOn(fund, today)) / SHARE),
    0,
  );
}

/**
 * A security's code as ISINs look (ISO 6166), in the range for private use (XF), with its check digit left out on
 * purpose.
 */
const securityId = (ticker: string): string =>
  `sandbox-${createHash('sha256').update(ticker).digest('hex').slice(0, 12)}`;

function investmentsOf(access: Access, world: World, today: string): BankInvestments {
  const { customer } = access;
  const { invests } = customer;
  if (!invests) return { accounts: [], securities: [], holdings: [], transactions: [] };
  const cash = world.balances.get(invests.account)!;
  return {
    accounts: accountsOf(access, world, today).filter(({ type }) => type === 'investment'),
    securities: [
      ...invests.funds.map((fund) => ({
        externalId: securityId(fund.ticker),
        name: fund.name,
        ticker: fund.ticker,
        isin: '',
        cusip: '',
        type: fund.type,
        currency: 'USD',
        closePrice: money(priceOn(fund, today)),
        closeDay: today,
        isCash: false,
        sector: fund.sector,
      })),
      {
        externalId: 'sandbox-cash',
        name: 'US dollars',
        ticker: 'CUR:USD',
        isin: '',
        cusip: '',
        type: 'cash',
        currency: 'USD',
        closePrice: '1.00',
        closeDay: today,
        isCash: true,
        sector: '',
      },
    ],
    holdings: [
      ...invests.funds.map((fund) => {
        const { quantity, cost } = heldOf(world, fund.key);
        const price = priceOn(fund, today);
        return {
          accountId: invests.account,
          securityId: securityId(fund.ticker),
          quantity: shares(quantity),
          price: money(price),
          value: money(Math.round((quantity * price) / SHARE)),
          costBasis: money(cost),
          currency: 'USD',
        };
      }),
      {
        accountId: invests.account,
        securityId: 'sandbox-cash',
        quantity: money(cash),
        price: '1.00',
        value: money(cash),
        costBasis: money(cash),
        currency: 'USD',
      },
    ],
    transactions: world.trades.map(({ id, day, kind, fund, quantity, cents, price }) => ({
      externalId: id,
      accountId: invests.account,
      securityId: fund ? securityId(fund.ticker) : null,
      day,
      name: nameOf(kind, fund?.name),
      quantity: shares(quantity),
      amount: money(cents),
      price: money(price),
      fees: '0.00',
      type: kind === 'buy' ? 'buy' : 'cash',
      subtype: kind,
      currency: 'USD',
    })),
  };
}

function nameOf(kind: 'deposit' | 'buy' | 'dividend', fund = ''): string {
  if (kind === 'deposit') return 'Deposit';
  return kind === 'buy' ? `Buy ${fund}` : `Dividend ${fund}`;
}

function liabilitiesOf({ customer }: Access, world: World, today: string): BankLiabilityData[] {
  const none = {
    nextPayment: null,
    lastStatementBalance: null,
    originalAmount: null,
    originDay: null,
    maturityDay: null,
    rate: null,
    rateType: null,
  };
  const lastPaid = (account: string, key: string) =>
    world.movements.findLast((one) => one.account === account && one.id.includes(`-${key}-`));
  const nextDue = (day: number): string => {
    const here = addDays(monthStart(today), day - 1);
    return here >= today ? here : addDays(monthStart(today, 1), day - 1);
  };
  const liabilities: BankLiabilityData[] = [];
  if (customer.cardPaid) {
    const { card, day } = customer.cardPaid;
    const paid = lastPaid(card, 'card-payment');
    const owed = -world.balances.get(card)!;
    liabilities.push({
      ...none,
      accountId: card,
      kind: 'credit',
      rate: '21.49',
      rateType: 'purchase_apr',
      minimumPayment: money(Math.min(Math.max(owed, 0), Math.max(3_500, Math.round(owed * 0.02)))),
      nextDueDay: nextDue(day),
      lastPayment: paid ? money(paid.cents) : null,
      lastPaymentDay: paid?.day ?? null,
      lastStatementBalance: paid ? money(paid.cents) : null,
      isOverdue: false,
    });
  }
  if (customer.loan) {
    const { account, rate, originalAmount, originDay, months, payment, day } = customer.loan;
    const paid = lastPaid(account, 'loan-payment');
    liabilities.push({
      ...none,
      accountId: account,
      kind: 'mortgage',
      rate: String(rate),
      rateType: 'fixed',
      minimumPayment: money(payment),
      nextPayment: money(payment),
      nextDueDay: nextDue(day),
      lastPayment: paid ? money(paid.cents) : null,
      lastPaymentDay: paid?.day ?? null,
      originalAmount: money(originalAmount),
      originDay,
      maturityDay: monthStart(originDay, months),
      isOverdue: false,
    });
  }
  return liabilities;
}
