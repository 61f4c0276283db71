import { isIP } from 'node:net';

const FIRST_SEGMENT = /^\/[^/?]*/;

/**
 * The request's address as everything here reads it. The router takes `/%61pi/user` and `http://host/api/user` for
 * `/api/user`; whatever looks at how an address begins must not take them for something else.
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
 * What attempts from an address are counted under. Whoever has one address of IPv6 has as many as they like of the 2^64
 * beside it (RFC 6177), so those count as one.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  // An IPv4 address at the end takes the room of two groups.
  const missing = tail === undefined ? 0 : 8 - before.length - after.length - (address.includes('.') ? 1 : 0);
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
