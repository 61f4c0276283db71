/** Invoices and bills. */
export {
  applyPayment,
  type Discount,
  type InvoiceInput,
  type InvoiceLine,
  invoiceStanding,
  type InvoiceState,
  type InvoiceStatus,
  type InvoiceTotals,
  invoiceTotals,
  lateInterest,
  type TaxTotal,
} from './totals.ts';
export { formatNumber, seriesOf } from './numbering.ts';
export { creditShares, divideAs } from './credit-shares.ts';
