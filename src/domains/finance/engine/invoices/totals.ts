/** Totals of invoices and bills: lines, taxes by rate, discounts, rounding. */
import { AppError } from '../../../../kernel/errors.ts';
import {
  allocateMoney,
  type Decimal,
  decimal,
  min,
  ONE,
  roundMoney,
  sum,
  sumOf,
  ZERO,
} from '../../../../kernel/money/index.ts';

export interface InvoiceLine {
  unitPrice: Decimal;
  quantity: Decimal;
  /** Percent taken off this line. */
  discountPercent?: Decimal;
  /** Percent of tax on this line. */
  taxPercent?: Decimal;
}

export type Discount = { type: 'amount'; amount: Decimal } | { type: 'percent'; percent: Decimal };

export interface InvoiceInput {
  currency: string;
  lines: readonly InvoiceLine[];
  discount?: Discount;
  /** Most tax laws tax what is left after the discount (`beforeTax`); `afterTax` takes it off the taxed total. */
  discountWhen?: 'beforeTax' | 'afterTax';
  /** A tax on the whole invoice besides those of the lines, in percent (VAT of a single rate). */
  overallTaxPercent?: Decimal;
  /** Whether tax is rounded line by line or once for each rate. */
  taxRounding?: 'perLine' | 'perRate';
}

export interface TaxTotal {
  percent: Decimal;
  /** What the tax is worked out on. */
  base: Decimal;
  tax: Decimal;
}

export interface InvoiceTotals {
  /** Each line rounded, before the invoice's discount and tax. */
  lines: Decimal[];
  subtotal: Decimal;
  discount: Decimal;
  /** Taxes of the lines by rate, lowest first. */
  taxes: TaxTotal[];
  tax: Decimal;
  /** The tax on the whole. */
  overallTax: Decimal;
  total: Decimal;
}

/** @throws AppError `validation` for an invoice without lines, or a discount above what there is */
export function invoiceTotals({
  currency,
  lines,
  discount,
  discountWhen = 'beforeTax',
  overallTaxPercent = ZERO,
  taxRounding = 'perRate',
}: InvoiceInput): InvoiceTotals {
  if (lines.length === 0) throw new AppError('validation', 'An invoice needs at least one line.', { field: 'lines' });
  const amounts = lines.map((line) => lineAmount(line, currency));
  const subtotal = sum(amounts);
  const early = discountWhen === 'beforeTax' ? discountOf(discount, subtotal, currency) : ZERO;
  // The discount lowers every line by its share, so that each rate is worked out on what it is owed on.
  const shares = early.isZero()
    ? amounts.map(() => ZERO)
    : allocateMoney(
        early,
        amounts.map((amount) => (amount.lt(0n) ? ZERO : amount)),
        currency,
      );
  const taxed = amounts.map((amount, index) => amount.minus(shares[index]!));
  const taxes = taxesByRate(lines, taxed, currency, taxRounding);
  const tax = sumOf(taxes, (one) => one.tax);
  const overallTax = roundMoney(sum(taxed).times(overallTaxPercent).div(100n), currency);
  const beforeLate = sum(taxed).plus(tax).plus(overallTax);
  const late = discountWhen === 'afterTax' ? discountOf(discount, beforeLate, currency) : ZERO;
  return {
    lines: amounts,
    subtotal,
    discount: early.plus(late),
    taxes,
    tax,
    overallTax,
    total: beforeLate.minus(late),
  };
}

function lineAmount({ unitPrice, quantity, discountPercent = ZERO }: InvoiceLine, currency: string): Decimal {
  return roundMoney(unitPrice.times(quantity).times(ONE.minus(discountPercent.div(100n))), currency);
}

function discountOf(discount: Discount | undefined, base: Decimal, currency: string): Decimal {
  if (!discount) return ZERO;
  const amount = roundMoney(
    discount.type === 'amount' ? discount.amount : base.times(discount.percent).div(100n),
    currency,
  );
  if (amount.lt(0n) || amount.gt(base))
    throw new AppError('validation', 'The discount must lie between nothing and the whole amount.', {
      field: 'discount',
    });
  return amount;
}

function taxesByRate(
  lines: readonly InvoiceLine[],
  bases: readonly Decimal[],
  currency: string,
  rounding: 'perLine' | 'perRate',
): TaxTotal[] {
  const rates = new Map<string, TaxTotal>();
  for (const [index, { taxPercent }] of lines.entries()) {
    if (!taxPercent) continue;
    const key = taxPercent.toFixed();
    const one = rates.get(key) ?? { percent: taxPercent, base: ZERO, tax: ZERO };
    const exact = bases[index]!.times(taxPercent).div(100n);
    rates.set(key, {
      ...one,
      base: one.base.plus(bases[index]!),
      tax: one.tax.plus(rounding === 'perLine' ? roundMoney(exact, currency) : exact),
    });
  }
  return [...rates.values()]
    .map((one) => ({ ...one, tax: roundMoney(one.tax, currency) }))
    .sort((a, b) => a.percent.cmp(b.percent));
}

export type InvoiceStatus = 'draft' | 'open' | 'partlyPaid' | 'paid' | 'overdue' | 'void';

export interface InvoiceState {
  issued: boolean;
  voided: boolean;
  dueDay: string;
  total: Decimal;
  payments: readonly { amount: Decimal }[];
}

/** What is still owed, what was paid too much, and what that makes the invoice. */
export function invoiceStanding(
  { issued, voided, dueDay, total, payments }: InvoiceState,
  today: string,
): { status: InvoiceStatus; paid: Decimal; due: Decimal; credit: Decimal } {
  const paid = sumOf(payments, (payment) => payment.amount);
  const due = total.gt(paid) ? total.minus(paid) : ZERO;
  const credit = paid.gt(total) ? paid.minus(total) : ZERO;
  const status = ((): InvoiceStatus => {
    if (voided) return 'void';
    if (!issued) return 'draft';
    if (due.isZero()) return 'paid';
    if (today > dueDay) return 'overdue';
    return paid.gt(0n) ? 'partlyPaid' : 'open';
  })();
  return { status, paid, due: voided ? ZERO : due, credit };
}

/** Puts one payment on several open invoices, the longest due first; what is left over is credit. */
export function applyPayment(
  amount: Decimal,
  open: readonly { id: string; dueDay: string; due: Decimal }[],
): { parts: { id: string; amount: Decimal }[]; credit: Decimal } {
  let left = amount;
  const parts: { id: string; amount: Decimal }[] = [];
  for (const { id, due } of [...open].sort((a, b) =>
    a.dueDay < b.dueDay ? -1 : a.dueDay > b.dueDay ? 1 : a.id < b.id ? -1 : 1,
  )) {
    const part = min(left, due);
    if (part.gt(0n)) parts.push({ id, amount: part });
    left = left.minus(part);
  }
  return { parts, credit: left };
}

/** Interest for late payment: simple, by actual days over 365. */
export function lateInterest(due: Decimal, annualPercent: Decimal, daysLate: number, currency: string): Decimal {
  return daysLate > 0
    ? roundMoney(
        due
          .times(annualPercent)
          .times(decimal(BigInt(daysLate)))
          .div(36500n),
        currency,
      )
    : ZERO;
}
