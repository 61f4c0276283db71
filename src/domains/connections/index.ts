/** The parts of connections that other domains' servers and the entry points use. */
export {
  type Connection,
  connectionsOf,
  openConnection,
  /** @public */
  useProvider,
} from './server/use.ts';
export {
  /** @public */
  onPayment,
  /** @public */
  refreshPayment,
  /** @public */
  refundPayment,
  /** @public */
  requestPayment,
} from './server/payments.ts';
export { isTestPayment, ownPaymentPath } from './server/payments.ts';
export { addNote, checkRefund } from './server/check-refund.ts';
export { paySample } from './server/sample-payment.ts';
export { noteUse } from './server/usage.ts';
export { calledConnection, deliveryOf, takeBytes } from './server/provider-events.ts';
