/** A key for one intent of a person's: whatever travels under it takes effect once, however often it is sent. */
export function newIntent(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
