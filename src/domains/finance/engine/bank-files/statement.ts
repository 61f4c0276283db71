/** A bank file's data in any format. Amounts follow the account: money in is positive, money out negative. */
import type { DateOrder } from './dates.ts';
import type { Decimal } from '../../../../kernel/money/index.ts';

export type FileFormat = 'ofx' | 'qif' | 'camt' | 'mt940' | 'csv';

/** Something in the file that could not be used, or that its reader should know. The rest of the file is read. */
export interface FileProblem {
  /** `error`: the bank says so in the file; `skipped`: a row that was left out; `warning`: read, but doubtful. */
  kind: 'error' | 'skipped' | 'warning';
  message: string;
  /** Number of the row or transaction in the file, from 1. */
  row?: number;
}

export interface Balance {
  amount: Decimal;
  /** The bank's own calendar day. */
  day?: string;
  /** Instant in UTC, where the file gives a time. */
  at?: string;
}

export interface SplitLine {
  amount: Decimal;
  category?: string;
  memo?: string;
}

/** One movement on the account. */
export interface BankLine {
  /** Day on which the bank booked it; the value date where the file has no other. */
  day: string;
  /** From this day on it bears interest, where the file says so. */
  valueDay?: string;
  amount: Decimal;
  payee?: string;
  memo?: string;
  /** The bank's own name for the movement; unique in the account, where banks keep to their standard. */
  bankId?: string;
  checkNumber?: string;
  /** Full path of the category, `Usual Expenses:Shopping`. */
  category?: string;
  /** Account that the other side of a transfer is in, where the file names it (QIF `[Savings]`). */
  transferAccount?: string;
  /** The format's word for the kind of movement, in lower case: `pos`, `check`, `dep`. */
  type?: string;
  /** Currency of the amount, where it is not the account's. */
  currency?: string;
  /** The amount in a foreign currency before conversion, with the sign of the amount. */
  original?: { amount: Decimal; currency: string };
  pending?: boolean;
  splits?: SplitLine[];
}

export type StatementKind = 'bank' | 'card' | 'investment';

export interface StatementAccount {
  kind: StatementKind;
  /** Account number or IBAN, as written. */
  number?: string;
  /** Routing number, BIC or broker. */
  bank?: string;
  branch?: string;
  /** As the file says it: `CHECKING`, `SAVINGS`, `CREDITLINE`; empty where it says nothing. */
  type: string;
  name?: string;
}

/** A trade, transfer or payment of a security in an investment account. */
export interface InvestmentLine {
  /**
   * `buymf`, `sellstock`, `income`, `reinvest`, `transfer`, `split`, …: the OFX aggregate or the QIF action, in lower
   * case.
   */
  type: string;
  bankId?: string;
  day: string;
  /** Instant of the trade in UTC, where the file gives one. */
  at?: string;
  security?: string;
  units?: Decimal;
  unitPrice?: Decimal;
  commission?: Decimal;
  fees?: Decimal;
  /** Cash that moved: negative for a purchase; zero where the file gives none. */
  total: Decimal;
  incomeType?: string;
  /** Source of the money in a 401(k): `PRETAX`, `MATCH`. */
  contributionSource?: string;
  memo?: string;
}

export interface StatementPosition {
  security: string;
  units: Decimal;
  /** As quoted: bonds per 100 of face value. */
  unitPrice: Decimal;
  marketValue: Decimal;
  day?: string;
}

export interface FileSecurity {
  /** CUSIP, ISIN or the file's own id. */
  id: string;
  name?: string;
  ticker?: string;
  unitPrice?: Decimal;
}

export interface Investments {
  lines: InvestmentLine[];
  positions: StatementPosition[];
  cash?: Decimal;
  /** Balances that the broker lists by name, `Networth`. */
  balances: { name: string; value: Decimal }[];
}

export interface Statement {
  account: StatementAccount;
  /** ISO 4217, or null where the file does not say. */
  currency: string | null;
  opening?: Balance;
  closing?: Balance;
  available?: Balance;
  lines: BankLine[];
  /** Movements that the file holds, those left out included. */
  rawRows: number;
  investments?: Investments;
}

export interface BankFile {
  format: FileFormat;
  encoding: string;
  statements: Statement[];
  securities: FileSecurity[];
  problems: FileProblem[];
  /** How days were read, where a person may choose another order. */
  dateOrder?: DateOrder;
  /** The OFX server's status of its sign-on. */
  signOn?: 'ok' | 'failed';
}
