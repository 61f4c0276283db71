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
  /** Percent of tax on this line, and what the tax is called. */
  taxPercent?: Decimal;
  taxName?: string;
  /** A second tax on the same amount, such as a province's beside the country's. */
  secondTaxPercent?: Decimal;
  secondTaxName?: string;
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
  /** Unit prices contain the taxes of their line, which are taken out of them instead of added. */
  pricesIncludeTax?: boolean;
  /** Whether tax is rounded line by line or once for each rate. */
  taxRounding?: 'perLine' | 'perRate';
}

export interface TaxTotal {
  /** Empty where it has none. */
  name: string;
  percent: Decimal;
  /** The taxable amount. */
  base: Decimal;
  tax: Decimal;
}

export interface InvoiceTotals {
  /** Each line rounded, before the invoice's discount; without tax, unless prices include it. */
  lines: Decimal[];
  /** Each line without tax, after a discount that comes before tax. */
  nets: Decimal[];
  /** Sum of the lines. */
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
  pricesIncludeTax = false,
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
  const charged = amounts.map((amount, index) => amount.minus(shares[index]!));
  const { nets, taxes } = pricesIncludeTax
    ? taxesWithin(lines, charged, currency, taxRounding)
    : { nets: charged, taxes: taxesByRate(lines, charged, currency, taxRounding) };
  const tax = sumOf(taxes, (one) => one.tax);
  const overallTax = roundMoney(sum(nets).times(overallTaxPercent).div(100n), currency);
  const beforeLate = sum(nets).plus(tax).plus(overallTax);
  const late = discountWhen === 'afterTax' ? discountOf(discount, beforeLate, currency) : ZERO;
  return {
    lines: amounts,
    nets,
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

interface LineTax {
  name: string;
  percent: Decimal;
}

function taxesOf({ taxPercent, taxName = '', secondTaxPercent, secondTaxName = '' }: InvoiceLine): LineTax[] {
  return [
    ...(taxPercent ? [{ name: taxName, percent: taxPercent }] : []),
    ...(secondTaxPercent ? [{ name: secondTaxName, percent: secondTaxPercent }] : []),
  ];
}

const keyOf = ({ name, percent }: LineTax): string => `${percent.toFixed()} ${name}`;

const inOrder = (taxes: Iterable<TaxTotal>): TaxTotal[] =>
  [...taxes].sort((a, b) => a.percent.cmp(b.percent) || (a.name < b.name ? -1 : Number(a.name > b.name)));

function taxesByRate(
  lines: readonly InvoiceLine[],
  bases: readonly Decimal[],
  currency: string,
  rounding: 'perLine' | 'perRate',
): TaxTotal[] {
  const rates = new Map<string, TaxTotal>();
  for (const [index, line] of lines.entries()) {
    for (const tax of taxesOf(line)) {
      const one = rates.get(keyOf(tax)) ?? { ...tax, base: ZERO, tax: ZERO };
      const exact = bases[index]!.times(tax.percent).div(100n);
      rates.set(keyOf(tax), {
        ...one,
        base: one.base.plus(bases[index]!),
        tax: one.tax.plus(rounding === 'perLine' ? roundMoney(exact, currency) : exact),
      });
    }
  }
  return inOrder([...rates.values()].map((one) => ({ ...one, tax: roundMoney(one.tax, currency) })));
}

/**
 * Taxes that prices contain: what lines of the same taxes come to, less what it would be without them. The total is
 * that of the prices to the cent; rounding falls on what is left without tax.
 */
function taxesWithin(
  lines: readonly InvoiceLine[],
  charged: readonly Decimal[],
  currency: string,
  rounding: 'perLine' | 'perRate',
): { nets: Decimal[]; taxes: TaxTotal[] } {
  const nets = [...charged];
  const rates = new Map<string, TaxTotal>();
  const sameTaxes = Map.groupBy(lines.keys(), (index) =>
    rounding === 'perLine' ? String(index) : taxesOf(lines[index]!).map(keyOf).join('\n'),
  );
  for (const indexes of sameTaxes.values()) {
    const taxes = taxesOf(lines[indexes[0]!]!);
    if (taxes.length === 0) continue;
    const whole = sumOf(indexes, (index) => charged[index]!);
    const exact = whole.div(ONE.plus(sumOf(taxes, (one) => one.percent).div(100n)));
    const parts = taxes.map((one) => roundMoney(exact.times(one.percent).div(100n), currency));
    const base = whole.minus(sum(parts));
    for (const [place, tax] of taxes.entries()) {
      const one = rates.get(keyOf(tax)) ?? { ...tax, base: ZERO, tax: ZERO };
      rates.set(keyOf(tax), { ...one, base: one.base.plus(base), tax: one.tax.plus(parts[place]!) });
    }
    // Each line without its tax; the last one takes what rounding leaves.
    let left = base;
    for (const [place, index] of indexes.entries()) {
      nets[index] =
        place === indexes.length - 1
          ? left
          : roundMoney(whole.isZero() ? ZERO : charged[index]!.times(base).div(whole), currency);
      left = left.minus(nets[index]!);
    }
  }
  return { nets, taxes: inOrder(rates.values()) };
}

export type InvoiceStatus = 'draft' | 'open' | 'partlyPaid' | 'paid' | 'overdue' | 'void';

export interface InvoiceState {
  issued: boolean;
  voided: boolean;
  dueDay: string;
  total: Decimal;
  payments: readonly { amount: Decimal }[];
}

/** The amount due or overpaid, and the resulting status. */
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
