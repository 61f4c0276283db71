/** The buyer’s address of a room. It is signed, so that it can be shown again without being kept. */
import { UUID } from '../../../kernel/ids.ts';
import { publicLink } from '../../../server/public/site.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';

const SIGNATURE_LENGTH = 32;
const sign = (id: string, number: number) => hmac('deal-room', `${id}:${number}`).slice(0, SIGNATURE_LENGTH);

/** @param number of the room; another one makes another address */
export const roomToken = (id: string, number: number): string => `${id}.${number}.${sign(id, number)}`;

export const roomUrl = (workspaceId: string, id: string, number: number): Promise<string> =>
  publicLink(workspaceId, `/p/room/${roomToken(id, number)}`);

/** @returns undefined for an address that was not made here */
export function readRoomToken(token: string): { id: string; number: number } | undefined {
  const [id = '', digits = '', signature = ''] = token.split('.');
  if (!UUID.test(id) || !/^\d{1,9}$/.test(digits)) return undefined;
  const number = Number(digits);
  return safeEqual(signature, sign(id, number)) ? { id, number } : undefined;
}
