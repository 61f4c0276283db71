/**
 * Simulates the sandbox bank's customers: the same for the same seed, day after day, so that tomorrow has more than
 * today. Amounts are whole cents.
 */
import { addDays, monthStart } from '../../../../../kernel/days.ts';
import { chanceOf } from './seeded-random.ts';
import type { SandboxAccount, SandboxCustomer, SandboxFund } from './customers.ts';

export interface Movement {
  id: string;
  account: string;
  day: string;
  /** Money in is positive. */
  cents: number;
  payee: string;
  memo: string;
  category: string;
  /** Before a card's purchase is booked a tip may still be missing. */
  pendingCents: number;
}

export interface Trade {
  id: string;
  day: string;
  kind: 'deposit' | 'buy' | 'dividend';
  fund: SandboxFund | undefined;
  /** Ten-thousandths of a share. */
  quantity: number;
  /** Cash in is positive. */
  cents: number;
  price: number;
}

export interface World {
  movements: Movement[];
  trades: Trade[];
  /** Cents on each account at the end; what is owed is negative. */
  balances: Map<string, number>;
}

const SHARE = 10_000;

/** Everything from `start` to `today`, both included. */
export function liveThrough(customer: SandboxCustomer, seed: string, start: string, today: string): World {
  const world: World = {
    movements: [],
    trades: [],
    balances: new Map(customer.accounts.map((account) => [account.key, openingOf(customer, account, start)])),
  };
  let cardAtMonthEnd = -(world.balances.get(customer.cardPaid?.card ?? '') ?? 0);
  for (let day = start; day <= today; day = addDays(day, 1)) {
    const add: Add = (account, key, cents, { payee, memo, category }, pendingCents = cents) => {
      if (cents === 0) return;
      world.movements.push({
        id: `${seed}-${account}-${key}-${day}`,
        account,
        day,
        cents,
        pendingCents,
        payee,
        memo,
        category,
      });
      world.balances.set(account, world.balances.get(account)! + cents);
    };
    for (const regular of customer.regular) {
      if (!fallsOn(regular.days, day)) continue;
      const cents = wobbled(regular.cents, regular.wobble, `${seed}/${regular.key}/${day}`);
      add(regular.account, regular.key, cents, regular);
      if (regular.to)
        add(regular.to, regular.key, -cents, {
          payee: 'Transfer from checking',
          memo: regular.memo,
          category: 'TRANSFER_IN_SAVINGS',
        });
    }
    for (const habit of customer.habits) {
      const chance = chanceOf(`${seed}/${habit.key}/${day}`);
      if (chance.share() >= habit.chance * (habit.weekends && isWeekend(day) ? 2 : 1)) continue;
      const pending = chance.between(habit.low, habit.high);
      const booked = habit.key === 'restaurant' ? Math.round(pending * 1.18) : pending;
      const payee = chance.pick(habit.payees);
      add(
        habit.account,
        habit.key,
        -booked,
        { payee, memo: `${payee.toUpperCase()} #${chance.between(100, 999)}`, category: habit.category },
        -pending,
      );
    }
    if (customer.cardPaid && fallsOn([customer.cardPaid.day], day)) {
      add(customer.cardPaid.from, 'card-payment', -cardAtMonthEnd, {
        payee: 'Card payment',
        memo: 'AUTOPAY CARD PAYMENT',
        category: 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT',
      });
      add(customer.cardPaid.card, 'card-payment', cardAtMonthEnd, {
        payee: 'Payment, thank you',
        memo: 'AUTOPAY PAYMENT',
        category: 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT',
      });
    }
    payLoan(customer, day, world, add);
    invest(customer, seed, day, world, add);
    if (customer.cardPaid && isLastOfMonth(day))
      cardAtMonthEnd = Math.max(0, -world.balances.get(customer.cardPaid.card)!);
  }
  return world;
}

type Add = (
  account: string,
  key: string,
  cents: number,
  words: Pick<Movement, 'payee' | 'memo' | 'category'>,
  pendingCents?: number,
) => void;

function payLoan(customer: SandboxCustomer, day: string, world: World, add: Add): void {
  const { loan } = customer;
  if (!loan || !fallsOn([loan.day], day)) return;
  const owed = -world.balances.get(loan.account)!;
  const interest = interestOf(owed, loan.rate);
  const payment = Math.min(loan.payment, owed + interest);
  add('checking', 'loan-payment', -payment, {
    payee: 'Sandbox Mortgage',
    memo: 'MORTGAGE PAYMENT',
    category: 'LOAN_PAYMENTS_MORTGAGE_PAYMENT',
  });
  add(loan.account, 'loan-interest', -interest, {
    payee: 'Interest',
    memo: 'INTEREST CHARGED',
    category: 'BANK_FEES_INTEREST_CHARGE',
  });
  add(loan.account, 'loan-payment', payment, {
    payee: 'Payment',
    memo: 'MORTGAGE PAYMENT',
    category: 'LOAN_PAYMENTS_MORTGAGE_PAYMENT',
  });
}

function invest(customer: SandboxCustomer, seed: string, day: string, world: World, add: Add): void {
  const { invests } = customer;
  if (!invests) return;
  if (fallsOn([invests.day], day)) {
    add(invests.from, 'invest', -invests.cents, {
      payee: 'Transfer to brokerage',
      memo: 'BROKERAGE TRANSFER',
      category: 'TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS',
    });
    trade(world, invests.account, {
      id: `${seed}-deposit-${day}`,
      day,
      kind: 'deposit',
      fund: undefined,
      quantity: 0,
      cents: invests.cents,
      price: 0,
    });
    for (const fund of invests.funds) {
      const price = priceOn(fund, day);
      const quantity = Math.floor((invests.cents * fund.weight * SHARE) / price);
      trade(world, invests.account, {
        id: `${seed}-${fund.key}-buy-${day}`,
        day,
        kind: 'buy',
        fund,
        quantity,
        cents: -Math.round((quantity * price) / SHARE),
        price,
      });
    }
  }
  if (!['03', '06', '09', '12'].includes(day.slice(5, 7)) || !fallsOn([15], day)) return;
  for (const fund of invests.funds) {
    const held = world.trades.reduce(
      (total, one) => total + (one.fund === fund && one.kind === 'buy' ? one.quantity : 0),
      0,
    );
    const cents = Math.floor((held * fund.dividend) / SHARE);
    if (cents > 0)
      trade(world, invests.account, {
        id: `${seed}-${fund.key}-dividend-${day}`,
        day,
        kind: 'dividend',
        fund,
        quantity: 0,
        cents,
        price: 0,
      });
  }
}

function trade(world: World, account: string, one: Trade): void {
  world.trades.push(one);
  world.balances.set(account, world.balances.get(account)! + one.cents);
}

function openingOf(customer: SandboxCustomer, account: SandboxAccount, start: string): number {
  const { loan } = customer;
  if (loan?.account !== account.key) return account.opening;
  let owed = loan.originalAmount;
  for (let day = monthStart(loan.originDay, 1); day < start; day = monthStart(day, 1))
    owed -= loan.payment - interestOf(owed, loan.rate);
  return -owed;
}

/** Cents of a month's interest. @param rate percent a year */
function interestOf(owed: number, rate: number): number {
  return Math.round((owed * rate) / 1200);
}

function wobbled(cents: number, wobble: number | undefined, key: string): number {
  return wobble ? Math.round(cents * (1 + wobble * (2 * chanceOf(key).share() - 1))) : cents;
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const isWeekend = (day: string): boolean => weekdayOf(day) % 6 === 0;
const isLastOfMonth = (day: string): boolean => addDays(day, 1) === monthStart(day, 1);
/** A Friday from which every second one is counted. */
const PAYDAY = Date.parse('2024-01-05T00:00:00Z');

/** 31 is the last day of any month. */
function fallsOn(days: readonly number[] | 'every-second-friday', day: string): boolean {
  if (days === 'every-second-friday') return ((Date.parse(`${day}T00:00:00Z`) - PAYDAY) / 86_400_000) % 14 === 0;
  const date = Number(day.slice(8, 10));
  return days.includes(date) || (days.includes(31) && isLastOfMonth(day));
}

const EPOCH = '2020-01-01';
const known = new Map<string, { last: string; prices: Map<string, number>; exact: number }>();

/** Cents a share at the close of a day: a walk with a drift, the same for everyone. Weekends keep Friday's. */
export function priceOn(fund: SandboxFund, day: string): number {
  let walk = known.get(fund.ticker);
  if (!walk) {
    walk = { last: EPOCH, prices: new Map([[EPOCH, fund.start]]), exact: fund.start };
    known.set(fund.ticker, walk);
  }
  while (walk.last < day) {
    walk.last = addDays(walk.last, 1);
    if (!isWeekend(walk.last)) {
      const chance = chanceOf(`${fund.ticker}/${walk.last}`);
      // Twelve shares of one make nearly a normal distribution.
      const normal = Array.from({ length: 12 }, () => chance.share()).reduce((a, b) => a + b, -6);
      walk.exact *= 1 + fund.drift / 260 + fund.daily * normal;
    }
    walk.prices.set(walk.last, Math.max(1, Math.round(walk.exact)));
  }
  return walk.prices.get(day) ?? fund.start;
}
