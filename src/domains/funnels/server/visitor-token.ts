/** Carries what a visitor sent from one step to the next, in the address: no cookie is needed. */
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';
import { UUID } from '../../../server/paging.ts';

const mark = (id: string) => hmac('funnel-visitor-token', id).slice(0, 22);

/** Names a submission; nobody else can make one. */
export const visitorToken = (submissionId: string): string => `${submissionId}.${mark(submissionId)}`;

/** The submission that a token names; undefined for a forged one. */
export function readVisitorToken(token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.');
  return UUID.test(id) && safeEqual(signature, mark(id)) ? id : undefined;
}
