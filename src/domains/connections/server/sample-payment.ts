/** Payments of the example business: made with a test card at the embedded gateway, like those of any visitor. */
import { payWithTestCard, TEST_CARD } from '../../../server/providers/payment/embedded.ts';
import { type PaymentRequest, refreshPayment, requestPayment } from './payments.ts';

/** @returns id of the payment, which can be refunded */
export async function paySample(request: PaymentRequest): Promise<string> {
  const { id, url } = await requestPayment(request);
  if (url !== null) await payWithTestCard(new URL(url).pathname.split('/').at(-1)!, TEST_CARD);
  await refreshPayment(request.workspaceId, id);
  return id;
}
