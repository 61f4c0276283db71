/** Loans and cards as the database holds them, as the engine takes them, and as the API tells of them. */
import { AppError } from '../../../../kernel/errors.ts';
import { decimal, type Decimal, notNegative, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import type { ExtraTerms, Liability, NewLiability } from '../../contract.ts';
import {
  cardMinimum,
  type Loan,
  type LoanKind,
  monthlyPayment,
  nextDayOfMonth,
  paymentsMade,
  rateAfter,
  remainingLoan,
  savingOfExtras,
  type Schedule,
  schedule,
} from '../../engine/loans/index.ts';

export interface LiabilityRow {
  id: string;
  version: number;
  ledger_id: string;
  account_id: string;
  name: string;
  currency: string;
  kind: Liability['kind'];
  lender: string;
  rate_percent: string;
  principal: string | null;
  started_on: string | null;
  payments: number | null;
  frequency: Liability['frequency'];
  repayment: { type: NonNullable<Liability['repayment']>; span?: number } | null;
  compounding: Liability['compounding'];
  rate_changes: { fromPayment: number; ratePercent: string }[];
  extras: ExtraTerms[];
  extra_effect: Liability['extraEffect'];
  payment_override: string | null;
  credit_limit: string | null;
  minimum_percent: string | null;
  minimum_amount: string | null;
  due_day: number | null;
  remind_days: number[];
  notes: string;
  balance: string;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

export const SELECT_LIABILITIES = `select l.id, l.version, l.ledger_id, l.account_id, a.name, a.currency, l.kind,
  l.lender, l.rate_percent, l.principal, l.started_on, l.payments, l.frequency, l.repayment, l.compounding,
  l.rate_changes, l.extras,
    l.extra_effect, l.payment_override, l.credit_limit, l.minimum_percent, l.minimum_amount, l.due_day, l.remind_days,
      l.notes, l.deleted_at, l.created_at, l.updated_at,
    (a.opening_balance + coalesce((select sum(t.amount) from finance_transactions t
      where t.workspace_id = a.workspace_id and t.account_id = a.id and t.deleted_at is null and not t.pending),
      0))::text as balance
  from finance_liabilities l join finance_accounts a on a.id = l.account_id and a.workspace_id = l.workspace_id`;

const plain = (text: string | null): string | null => (text === null ? null : decimal(text).toFixed());

/** A person's debt: debt accounts have negative balances. */
export const owedOf = (row: Pick<LiabilityRow, 'balance'>): Decimal => notNegative(decimal(row.balance).negated());

function kindOf({ repayment }: Pick<LiabilityRow, 'repayment'>): LoanKind {
  switch (repayment?.type) {
    case 'interestOnly':
      return { type: 'interestOnly', payments: repayment.span ?? 1 };
    case 'balloon':
      return { type: 'balloon', amortisedOver: repayment.span ?? 1 };
    case 'equalPrincipal':
    case 'bullet':
      return { type: repayment.type };
    default:
      return { type: 'level' };
  }
}

/** The engine's loan; undefined for a card. */
export function toLoan(row: LiabilityRow): Loan | undefined {
  if (row.kind === 'card' || row.principal === null || !row.started_on || !row.payments || !row.frequency)
    return undefined;
  return {
    principal: decimal(row.principal),
    currency: row.currency,
    annualRatePercent: decimal(row.rate_percent),
    payments: row.payments,
    frequency: row.frequency,
    kind: kindOf(row),
    day: row.started_on,
    compounding: row.compounding ?? 'periodic',
    rateChanges: row.rate_changes.map((one) => ({
      fromPayment: one.fromPayment,
      annualRatePercent: decimal(one.ratePercent),
    })),
    extras: row.extras.map(({ amount, ...when }) => ({
      from: when.from,
      amount: decimal(amount),
      ...(when.to === undefined ? {} : { to: when.to }),
      ...(when.every === undefined ? {} : { every: when.every }),
    })),
    extraEffect: row.extra_effect,
    ...(row.payment_override ? { paymentOverride: decimal(row.payment_override) } : {}),
  };
}

/** A loan with where it stands today. */
export interface Standing {
  loan: Loan;
  plan: Schedule;
  made: number;
  /** From today on, with what is really owed; undefined once nothing is. */
  left: Loan | undefined;
  leftPlan: Schedule | undefined;
}

/** @throws AppError `validation` for terms that never end */
export function standingOf(row: LiabilityRow, today: string): Standing | undefined {
  const loan = toLoan(row);
  if (!loan) return undefined;
  const plan = schedule(loan);
  const made = paymentsMade(plan, today);
  const left = remainingLoan(loan, plan, made, owedOf(row));
  return { loan, plan, made, left, leftPlan: left && schedule(left) };
}

type Figures = Pick<
  Liability,
  'owed' | 'currentRatePercent' | 'nextDue' | 'monthly' | 'plan' | 'utilisation' | 'problem'
>;

function cardFigures(row: LiabilityRow, today: string): Figures {
  const owed = owedOf(row);
  const money = (amount: Decimal): string => roundMoney(amount, row.currency).toFixed();
  const minimum = roundMoney(
    cardMinimum(
      owed,
      row.minimum_percent ? decimal(row.minimum_percent) : undefined,
      row.minimum_amount ? decimal(row.minimum_amount) : undefined,
    ),
    row.currency,
  );
  const limit = row.credit_limit ? decimal(row.credit_limit) : undefined;
  return {
    owed: money(owed),
    currentRatePercent: decimal(row.rate_percent).toFixed(),
    monthly: money(minimum),
    plan: null,
    problem: null,
    utilisation: limit?.gt(0n) ? owed.div(limit).toNumber() : null,
    nextDue: row.due_day && owed.gt(0n) ? { day: nextDayOfMonth(row.due_day, today), amount: money(minimum) } : null,
  };
}

function loanFigures(row: LiabilityRow, standing: Standing): Figures {
  const { loan, plan, made, leftPlan } = standing;
  const money = (amount: Decimal): string => roundMoney(amount, row.currency).toFixed();
  const next = leftPlan?.rows[0];
  const saving = loan.extras?.length ? savingOfExtras(loan) : undefined;
  return {
    owed: money(owedOf(row)),
    currentRatePercent: rateAfter(loan, made).toFixed(),
    monthly: money(next ? monthlyPayment(next.payment, loan.frequency) : ZERO),
    utilisation: null,
    problem: null,
    nextDue: next ? { day: next.day, amount: money(next.payment.plus(next.extra)) } : null,
    plan: {
      paymentsLeft: leftPlan?.rows.length ?? 0,
      lastDay: leftPlan?.rows.at(-1)?.day ?? plan.rows.at(-1)!.day,
      balance: money(made === 0 ? loan.principal : plan.rows[made - 1]!.balance),
      totalInterest: money(plan.totalInterest),
      interestLeft: money(sumOf(leftPlan?.rows ?? [], (one) => one.interest)),
      interestSaved: money(saving?.interestSaved ?? ZERO),
      paymentsSaved: saving?.paymentsSaved ?? 0,
    },
  };
}

function figuresOf(row: LiabilityRow, today: string): Figures {
  try {
    const standing = standingOf(row, today);
    return standing ? loanFigures(row, standing) : cardFigures(row, today);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      owed: owedOf(row).toFixed(),
      currentRatePercent: decimal(row.rate_percent).toFixed(),
      nextDue: null,
      monthly: '0',
      plan: null,
      utilisation: null,
      problem: error.message,
    };
  }
}

export function toLiability(row: LiabilityRow, today: string): Liability {
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    accountId: row.account_id,
    name: row.name,
    currency: row.currency,
    kind: row.kind,
    lender: row.lender,
    ratePercent: decimal(row.rate_percent).toFixed(),
    principal: plain(row.principal),
    startedOn: row.started_on,
    payments: row.payments,
    frequency: row.frequency,
    repayment: row.repayment?.type ?? null,
    repaymentSpan: row.repayment?.span ?? null,
    compounding: row.compounding,
    rateChanges: row.rate_changes,
    extras: row.extras,
    extraEffect: row.extra_effect,
    paymentOverride: plain(row.payment_override),
    creditLimit: plain(row.credit_limit),
    minimumPercent: plain(row.minimum_percent),
    minimumAmount: plain(row.minimum_amount),
    dueDay: row.due_day,
    remindDays: row.remind_days,
    notes: row.notes,
    ...figuresOf(row, today),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Columns after kind, in the order of the service's statements; what belongs to the other sort is left empty. */
export function termValues(input: Omit<NewLiability, 'ledgerId' | 'accountId' | 'account'>): unknown[] {
  const loan = input.kind !== 'card';
  const given = (value: string | null | undefined, fits = true): string | null => (fits ? value || null : null);
  const repayment = input.repayment ?? 'level';
  const span = repayment === 'interestOnly' || repayment === 'balloon' ? input.repaymentSpan : undefined;
  return [
    input.kind,
    input.lender ?? '',
    input.ratePercent,
    given(input.principal, loan),
    given(input.startedOn, loan),
    loan ? (input.payments ?? null) : null,
    loan ? (input.frequency ?? 'monthly') : null,
    loan ? JSON.stringify({ type: repayment, ...(span ? { span } : {}) }) : null,
    loan ? (input.compounding ?? 'periodic') : null,
    JSON.stringify(loan ? (input.rateChanges ?? []) : []),
    JSON.stringify(loan ? (input.extras ?? []) : []),
    input.extraEffect ?? 'shorten',
    given(input.paymentOverride, loan),
    given(input.creditLimit, !loan),
    given(input.minimumPercent, !loan),
    given(input.minimumAmount, !loan),
    loan ? null : (input.dueDay ?? null),
    input.remindDays ?? [7, 1],
    input.notes ?? '',
  ];
}
