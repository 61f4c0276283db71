/** Files that banks give out: OFX, QFX, QIF, CAMT, MT940, CSV. */
export { detectFormat, readBankFile, type ReadOptions } from './read.ts';
export { fingerprints } from './fingerprint.ts';
export type { CsvBankFile } from './csv/read.ts';
export { currencyBeside, unknownCurrency, type WrittenCurrency, writtenCurrency } from './written-currency.ts';
export type { CsvLayout, CsvRole } from './csv/columns.ts';
export type { DateOrder } from './dates.ts';
export type {
  Balance,
  BankFile,
  BankLine,
  FileFormat,
  FileProblem,
  FileSecurity,
  InvestmentLine,
  Investments,
  SplitLine,
  Statement,
  StatementAccount,
  StatementKind,
  StatementPosition,
} from './statement.ts';
