/**
 * The port to bank data. A provider tells what banks say, in one shape whatever its own is: amounts are decimals as
 * text and seen from the account (money in is positive), days are calendar days of the bank.
 */

export type BankAccountType = 'depository' | 'credit' | 'loan' | 'investment' | 'other';

export interface BankAccountData {
  /** The provider's id. */
  externalId: string;
  name: string;
  officialName: string;
  /** Last digits of its number. */
  mask: string;
  type: BankAccountType;
  subtype: string;
  currency: string;
  /** As the bank tells it: what is owed on a card or a loan is positive. */
  current: string | null;
  available: string | null;
  limit: string | null;
}

export interface BankTransactionData {
  externalId: string;
  accountId: string;
  day: string;
  /** Money in is positive. */
  amount: string;
  payee: string;
  memo: string;
  pending: boolean;
  /** The pending one that this replaces. */
  pendingId: string | null;
  checkNumber: string;
  /** Plaid's personal finance category (detailed), the vocabulary of all providers; empty when unknown. */
  category: string;
}

export interface BankTransactionsPage {
  accounts: BankAccountData[];
  /** New ones and changed ones: both are told whole. */
  told: BankTransactionData[];
  /** Ids of those that the bank took back. */
  removed: string[];
  cursor: string;
  hasMore: boolean;
}

export interface BankSecurityData {
  externalId: string;
  name: string;
  ticker: string;
  isin: string;
  cusip: string;
  type: string;
  currency: string;
  closePrice: string | null;
  closeDay: string | null;
  isCash: boolean;
  sector: string;
}

export interface BankHoldingData {
  accountId: string;
  securityId: string;
  quantity: string;
  price: string;
  value: string;
  costBasis: string | null;
  currency: string;
}

export interface BankInvestmentTransactionData {
  externalId: string;
  accountId: string;
  securityId: string | null;
  day: string;
  name: string;
  quantity: string;
  /** Cash in is positive. */
  amount: string;
  price: string;
  fees: string;
  /** Plaid's words: buy, sell, cancel, cash, fee, transfer. */
  type: string;
  subtype: string;
  currency: string;
}

export interface BankInvestments {
  accounts: BankAccountData[];
  securities: BankSecurityData[];
  holdings: BankHoldingData[];
  transactions: BankInvestmentTransactionData[];
}

/** A bank's report on a debt; missing values are null. Rates are in percent per year. */
export interface BankLiabilityData {
  accountId: string;
  kind: 'credit' | 'mortgage' | 'student';
  rate: string | null;
  rateType: string | null;
  minimumPayment: string | null;
  nextPayment: string | null;
  nextDueDay: string | null;
  lastPayment: string | null;
  lastPaymentDay: string | null;
  lastStatementBalance: string | null;
  originalAmount: string | null;
  originDay: string | null;
  maturityDay: string | null;
  isOverdue: boolean | null;
}

/**
 * How a person is led to their bank: a choice among the sandbox's example customers, or a page of Plaid's that opens in
 * a tab of its own.
 */
export type LinkStart =
  | { kind: 'sandbox'; customers: { id: string; name: string; about: string }[] }
  | { kind: 'plaid'; linkToken: string; url: string; expiresAt: string };

export interface Linked {
  accessToken: string;
  externalId: string;
  institutionName: string;
}

/**
 * Why a provider did not answer. `login_required`: the person has to sign in to the bank again; `mutation`: what the
 * bank tells changed while it was paged through, begin again from the first cursor; `unavailable`: later it may work;
 * `unfinished`: the person has not come to the end of the bank's dialog yet.
 */
export class BankError extends Error {
  override readonly name = 'BankError';
  readonly kind: 'login_required' | 'mutation' | 'unavailable' | 'unfinished' | 'refused';

  constructor(kind: BankError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface BankProvider {
  readonly id: 'sandbox' | 'plaid';
  /** Whether this is a bank of the outside world. */
  readonly isReal: boolean;
  startLink(person: { userId: string; name: string }, webhook: string | undefined): Promise<LinkStart>;
  /**
   * Leads the person to their bank again, for a connection that the bank wants a new sign-in for. Accounts,
   * transactions and the access stay the same ones.
   * @throws BankError
   */
  startSignIn(
    accessToken: string,
    person: { userId: string; name: string },
    webhook: string | undefined,
  ): Promise<LinkStart>;
  /** Whether the bank lets the connection in as it is. @throws BankError */
  isSignedIn(accessToken: string): Promise<boolean>;
  /** @param chosen the link token whose dialog was gone through, or the customer that was chosen. @throws BankError */
  finishLink(chosen: string): Promise<Linked>;
  /** One page of what changed since the cursor; without one from the beginning. @throws BankError */
  transactions(accessToken: string, cursor: string | null): Promise<BankTransactionsPage>;
  /** Everything about investments; empty where the connection has none. @throws BankError */
  investments(accessToken: string): Promise<BankInvestments>;
  liabilities(accessToken: string): Promise<BankLiabilityData[]>;
  /** Ends the provider's access. */
  unlink(accessToken: string): Promise<void>;
}
