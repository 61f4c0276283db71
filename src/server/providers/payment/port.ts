/** The port for payments by card and the like, made on a page of the service. */
import { invalid } from '../../../kernel/errors.ts';
import { decimal, isCurrency, minorUnits, parseDecimal, ZERO } from '../../../kernel/money/index.ts';

export interface NewPayment {
  /** Decimal: `12.50`. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** Description that the payer sees. */
  description: string;
  /** The caller's: the same key is the same payment, however often it is asked for. Reports carry it. */
  key: string;
  /** Full address of the page to which the person comes back. */
  returnTo: string;
  /** Where the receipt goes. */
  email?: string;
}

/** `expired`: no one paid in time, and no one can any more. */
export type PaymentState = 'open' | 'paid' | 'expired';

export interface StartedPayment {
  id: string;
  /** Page on which the person pays. */
  url: string;
}

export interface PaymentStatus {
  id: string;
  state: PaymentState;
  amount: string;
  currency: string;
  /** Of the amount, what was paid back. */
  refunded: string;
}

export interface PaymentClient {
  /** Whether money moves. */
  readonly movesMoney: boolean;
  /**
   * Opens a payment.
   * @throws ProviderError; AppError `validation` for an amount that cannot be paid in the currency
   */
  create(payment: NewPayment): Promise<StartedPayment>;
  /** How a payment stands. @throws ProviderError `refused` for one that is not there */
  retrieve(id: string): Promise<PaymentStatus>;
  /**
   * Pays back.
   * @param refund.key the same key is the same refund
   * @throws ProviderError `refused` for more than is left, or a payment that was not made
   */
  refund(refund: { id: string; amount: string; key: string }): Promise<{ id: string }>;
}

interface Report extends Record<string, unknown> {
  /** The service's id of the payment. */
  id: string;
  /** The caller's key. */
  key: string;
}

declare module '../define.ts' {
  interface PortClient {
    payment: PaymentClient;
  }
}
declare module '../events.ts' {
  interface ProviderEvents {
    'payment.succeeded': Report & { amount: string; currency: string };
    /** `isFinal`: the person cannot try again. */
    'payment.failed': Report & { why: string; isFinal: boolean };
    /** `refunded`: all that was paid back so far. */
    'payment.refunded': Report & { refunded: string; currency: string };
  }
}

/** @throws AppError `validation` naming the field */
export function checkPayment({ amount, currency, description, returnTo }: Omit<NewPayment, 'key' | 'email'>): void {
  if (!isCurrency(currency)) throw invalid('currency', 'Enter a currency such as USD.');
  const value = parseDecimal(amount);
  if (!value || value.lte(ZERO)) throw invalid('amount', 'Enter an amount above zero.');
  if (value.decimalPlaces() > minorUnits(currency))
    throw invalid('amount', `An amount in ${currency} has at most ${minorUnits(currency)} decimals.`);
  if (value.gt('99999999')) throw invalid('amount', 'Enter an amount below 100,000,000.');
  if (description.trim() === '') throw invalid('description', 'Description is required.');
  if (!/^https?:\/\//.test(returnTo) || !URL.canParse(returnTo))
    throw invalid('returnTo', 'Enter the full address of a page.');
}

/** `12.5` in USD is `12.50`. */
export const payable = (amount: string, currency: string) => decimal(amount).toFixed(minorUnits(currency));
