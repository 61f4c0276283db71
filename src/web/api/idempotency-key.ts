/** A key for one intent of a person: requests with the same key take effect once, however often they are sent. */
export function newIntent(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
