/** The address of an order's page is signed, so that it cannot be guessed. */
import { UUID } from '../../../server/paging.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';

const signatureOf = (id: string) => hmac('funnel-order', id).slice(0, 22);

export const orderToken = (id: string): string => `${id}.${signatureOf(id)}`;

/** The order that a token names; undefined for a forged one. */
export function readOrderToken(token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.');
  return UUID.test(id) && safeEqual(signature, signatureOf(id)) ? id : undefined;
}
