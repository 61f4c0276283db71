/** The figures of operational expenses, worked out of a ledger's transactions each time they are asked for. */
import { bookCash } from '../books/index.ts';
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { type Decimal, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { QueryOf } from '../../../../kernel/endpoint.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Operations, operations, Vendor } from '../../contract.ts';
import {
  type Anomaly,
  findAnomalies,
  type MonthMoves,
  runwayOf,
  type VendorFigures,
  vendorFigures,
  windowOf,
} from '../../engine/operations/index.ts';
import type { Transaction } from '../../engine/transactions/index.ts';
import { dayOfMonth } from '../../engine/transactions/recurrence.ts';
import { requireLedger } from '../ledgers/access.ts';
import { rateTable } from '../rates/rates.ts';
import { recentTransactions } from '../transactions/recent.ts';
import { accountBases, balancesAt } from '../reports/balances.ts';
import { todayHere } from '../ledgers/workspace-day.ts';

const MONTHS = 12;
const WINDOWS = [3, 6, 12];
const MAX_VENDORS = 300;
const MAX_RENEWALS = 200;
/** Kinds of accounts whose money can be spent. */
const CASH = new Set(['checking', 'savings', 'cash']);
/** Months, or days, between payments. */
const STEP: Readonly<Record<NonNullable<Vendor['recurring']>['frequency'], { months?: number; days?: number }>> = {
  weekly: { days: 7 },
  biweekly: { days: 14 },
  semimonthly: { days: 15 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  semiannual: { months: 6 },
  annual: { months: 12 },
};

/** @throws AppError `not_found` */
export async function operationsOf({ ledgerId, currency }: QueryOf<typeof operations.get>): Promise<Operations> {
  await requireLedger(ledgerId);
  const today = await todayHere();
  const all = await recentTransactions(ledgerId, 'and t.transfer_id is null');
  const booked = all.filter((one) => !one.pending && one.day <= today);
  const { converted, missing } = await inOneCurrency(booked, currency);
  const months = monthsBefore(today, converted);
  const vendors = vendorFigures(converted, months, today);
  const moves = movesOf(converted, months);
  const cash = await cashOf(ledgerId, currency, today, missing);
  const text = (value: Decimal): string => roundMoney(value, currency).toFixed();
  const runRate = sumOf(vendors, (one) => one.runRate);
  return {
    currency,
    today,
    months: months.map((month, at) => ({
      month: month.slice(0, 7),
      out: text(moves[at]!.out),
      in: text(moves[at]!.in),
    })),
    present: (([now]) => ({ month: today.slice(0, 7), out: text(now!.out), in: text(now!.in) }))(
      movesOf(converted, [monthStart(today)]),
    ),
    runRate: { monthly: text(runRate), before: text(sumOf(vendors, (one) => one.before)) },
    vendors: await toVendors(ledgerId, vendors.slice(0, MAX_VENDORS), text),
    vendorCount: vendors.length,
    categories: byCategory(vendors, months, text),
    renewals: renewalsOf(vendors, today, text),
    anomalies: (await open(ledgerId, findAnomalies(booked, today))).map((one) => ({
      ...one,
      amount: one.amount.toFixed(),
      usual: one.usual?.toFixed() ?? null,
      most: one.most && { ...one.most, amount: one.most.amount.toFixed() },
      currency: booked.find((line) => line.id === one.transactionIds.at(-1))!.currency,
    })),
    cash: text(cash),
    windows: WINDOWS.map((wanted) => {
      const window = windowOf(moves, wanted);
      const { netBurn, months: left, emptyOn } = runwayOf(cash, window, today);
      return {
        wanted,
        months: window.months,
        averageIn: text(window.averageIn),
        averageOut: text(window.averageOut),
        netBurn: text(netBurn),
        runway: left === null ? null : left.toFixed(1),
        emptyOn,
      };
    }),
    looked: all.length,
    missing: [...missing].sort(),
  };
}

/** Each at the rate of its own day; what has none is left out and named. */
async function inOneCurrency(
  transactions: readonly Transaction[],
  currency: string,
): Promise<{ converted: Transaction[]; missing: Set<string> }> {
  const missing = new Set<string>();
  if (transactions.every((one) => one.currency === currency)) return { converted: [...transactions], missing };
  const rates = await rateTable(
    [currency, ...new Set(transactions.map((one) => one.currency))],
    transactions.at(-1)!.day,
  );
  const converted = transactions.flatMap((one) => {
    const rate = one.currency === currency ? undefined : rates.rate(one.currency, currency, one.day);
    if (one.currency === currency) return [one];
    if (rate) return [{ ...one, amount: roundMoney(one.amount.times(rate), currency), currency }];
    missing.add(one.currency);
    return [];
  });
  return { converted, missing };
}

/** Whole months before this one, from the first in which anything moved. */
function monthsBefore(today: string, transactions: readonly Transaction[]): string[] {
  const first = transactions.reduce((earliest, one) => (one.day < earliest ? one.day : earliest), today);
  return Array.from({ length: MONTHS }, (_, at) => monthStart(today, at - MONTHS)).filter(
    (month) => month >= monthStart(first),
  );
}

function movesOf(transactions: readonly Transaction[], months: readonly string[]): MonthMoves[] {
  const moves = new Map(months.map((month) => [month, { in: ZERO, out: ZERO }]));
  for (const { day, amount } of transactions) {
    const month = moves.get(monthStart(day));
    if (month && amount.gt(0n)) month.in = month.in.plus(amount);
    else if (month) month.out = month.out.minus(amount);
  }
  return months.map((month) => moves.get(month)!);
}

/** A business has the cash that its books say; a person, or a business without books yet, what is on the accounts. */
async function cashOf(ledgerId: string, currency: string, today: string, missing: Set<string>): Promise<Decimal> {
  const [ledger] = await query<{ currency: string }>(
    'select l.currency from finance_ledgers l join finance_books b on b.workspace_id = l.workspace_id and b.ledger_id = l.id where l.workspace_id = $1 and l.id = $2',
    [currentWorkspaceId(), ledgerId],
  );
  if (ledger) {
    const cash = await bookCash(ledgerId, today);
    if (ledger.currency === currency) return cash;
    const rate = (await rateTable([currency, ledger.currency], today)).rate(ledger.currency, currency, today);
    if (!rate) missing.add(ledger.currency);
    return rate ? cash.times(rate) : ZERO;
  }
  const accounts = (await accountBases(ledgerId)).filter((account) => CASH.has(account.kind) && !account.archived);
  const balances = await balancesAt(ledgerId, accounts, [today]);
  const rates = await rateTable([currency, ...accounts.map((account) => account.currency)], today);
  return sumOf(accounts, (account) => {
    const balance = balances.get(account.id)![0]!;
    if (account.currency === currency || balance.isZero()) return balance;
    const rate = rates.rate(account.currency, currency, today);
    if (!rate) missing.add(account.currency);
    return rate ? balance.times(rate) : ZERO;
  });
}

interface Said {
  merchant: string;
  version: number;
  owner_id: string | null;
  owner_name: string | null;
  cancel_by: string | null;
  remind_days: number;
  notes: string;
}

async function toVendors(
  ledgerId: string,
  vendors: readonly VendorFigures[],
  text: (value: Decimal) => string,
): Promise<Vendor[]> {
  const rows = await query<Said>(
    'select v.merchant, v.version, v.owner_id, p.name as owner_name, v.cancel_by, v.remind_days, v.notes from finance_vendors v left join workspace_people p on p.id = v.owner_id where v.workspace_id = $1 and v.ledger_id = $2 and v.merchant = any($3)',
    [currentWorkspaceId(), ledgerId, vendors.map((one) => one.merchant)],
  );
  const said = new Map(rows.map((row) => [row.merchant, row]));
  return vendors.map((one) => {
    const own = said.get(one.merchant);
    return {
      merchant: one.merchant,
      name: one.name,
      categoryId: one.categoryId,
      months: one.months.map(text),
      present: text(one.present),
      runRate: text(one.runRate),
      before: text(one.before),
      times: one.times,
      lastDay: one.lastDay,
      lastAmount: text(one.lastAmount),
      recurring: one.recurring && {
        frequency: one.recurring.frequency,
        nextDay: one.recurring.nextDay,
        amount: text(one.recurring.amount),
      },
      version: own?.version ?? 0,
      owner: own?.owner_id ? { id: own.owner_id, name: own.owner_name ?? 'Former member' } : null,
      cancelBy: own?.cancel_by ?? null,
      remindDays: own?.remind_days ?? 7,
      notes: own?.notes ?? '',
    };
  });
}

function byCategory(
  vendors: readonly VendorFigures[],
  months: readonly string[],
  text: (value: Decimal) => string,
): Operations['categories'] {
  const groups = Map.groupBy(vendors, (one) => one.categoryId ?? '');
  return [...groups]
    .map(([id, group]) => ({
      id,
      runRate: sumOf(group, (one) => one.runRate),
      months: months.map((_, at) => sumOf(group, (one) => one.months[at]!)),
    }))
    .sort((a, b) => b.runRate.cmp(a.runRate))
    .map((one) => ({ categoryId: one.id || null, runRate: text(one.runRate), months: one.months.map(text) }));
}

/** Renewals at least a quarter apart are listed each time within the year; more frequent ones once. */
function renewalsOf(
  vendors: readonly VendorFigures[],
  today: string,
  text: (value: Decimal) => string,
): Operations['renewals'] {
  const end = addDays(today, 365);
  return vendors
    .flatMap(({ merchant, name, recurring }) => {
      if (!recurring || recurring.nextDay > end) return [];
      const days: string[] = [];
      const step = STEP[recurring.frequency];
      for (let day = recurring.nextDay, n = 1; day <= end; n++) {
        if (day >= today) days.push(day);
        if (days.length > 0 && (step.months ?? 0) < 3) break;
        day = step.months
          ? dayOfMonth(monthStart(recurring.nextDay, step.months * n), Number(recurring.anchorDay.slice(8)))
          : addDays(recurring.nextDay, step.days! * n);
      }
      return days.map((day) => ({
        merchant,
        name,
        day,
        amount: text(recurring.amount),
        frequency: recurring.frequency,
      }));
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.merchant < b.merchant ? -1 : 1))
    .slice(0, MAX_RENEWALS);
}

/** Without those that someone has looked at. */
async function open(ledgerId: string, anomalies: Anomaly[]): Promise<Anomaly[]> {
  if (anomalies.length === 0) return anomalies;
  const rows = await query<{ key: string }>(
    'select key from finance_anomaly_dismissals where workspace_id = $1 and ledger_id = $2 and key = any($3)',
    [currentWorkspaceId(), ledgerId, anomalies.map((one) => one.key)],
  );
  const dismissed = new Set(rows.map((row) => row.key));
  return anomalies.filter((one) => !dismissed.has(one.key));
}
