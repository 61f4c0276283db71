import { isIP } from 'node:net';

const FIRST_SEGMENT = /^\/[^/?]*/;

/**
 * The normalized address of the request. The router accepts `/%61pi/user` and `http://host/api/user` as `/api/user`, so
 * checks of an address prefix must see the same.
 */
export function plainAddress(url: string): string {
  if (url.startsWith('/api/')) return url;
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  return (
    path.replace(FIRST_SEGMENT, (segment) =>
      segment.replace(/%([2-7][0-9a-f])/gi, (escaped, code: string) => {
        const character = String.fromCharCode(Number.parseInt(code, 16));
        return /\w/.test(character) ? character : escaped;
      }),
    ) || '/'
  );
}

/**
 * The key under which attempts from an address are counted. An IPv6 customer has 2^64 addresses (RFC 6177), so those
 * count as one.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  // A trailing IPv4 address takes two groups.
  const missing = tail === undefined ? 0 : 8 - before.length - after.length - (address.includes('.') ? 1 : 0);
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
