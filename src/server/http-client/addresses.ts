/** Addresses the server may call on someone's behalf: the public internet, and nothing in its own network. */
import { BlockList, isIP } from 'node:net';

/** Special-purpose ranges of IANA's registries (RFC 6890 and its successors), AS112 and AMT, multicast, and IPv4-in-IPv6. */
const RANGES_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** The global unicast space; everything outside it is special. */
const GLOBAL_V6: readonly [string, number] = ['2000::', 3];
const RANGES_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [net, bits] of RANGES_V4) special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of RANGES_V6) special.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(GLOBAL_V6[0], GLOBAL_V6[1], 'ipv6');

/** The IPv4 address inside an IPv4-mapped IPv6 address: `::ffff:127.0.0.1`, `::ffff:7f00:1`. */
function mappedV4(address: string): string | undefined {
  const [, tail] = /^::ffff:([0-9a-f.:]+)$/i.exec(new URL(`http://[${address}]`).hostname.slice(1, -1)) ?? [];
  if (!tail) return undefined;
  const [high, low] = tail.split(':').map((part) => Number.parseInt(part, 16));
  return high === undefined || low === undefined ? undefined : [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether a text is an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) === 4) return !special.check(bare, 'ipv4');
  if (isIP(bare) !== 6) return false;
  const inner = mappedV4(bare);
  if (inner !== undefined) return !special.check(inner, 'ipv4');
  return global6.check(bare, 'ipv6') && !special.check(bare, 'ipv6');
}

/** Names of this machine or a cloud's metadata service, whatever a resolver says. */
const LOCAL_NAME = /^(?:localhost|.*\.localhost|.*\.local|.*\.internal|.*\.home\.arpa)$/;

/**
 * Why a web address may not be called, in words for the person who entered it; undefined when it may. The address it
 * resolves to is checked when it is called.
 * @param allowed `host:port` pairs that are exempt
 */
export function urlProblem(text: string, allowed: ReadonlySet<string> = new Set()): string | undefined {
  if (!URL.canParse(text)) return 'Enter a complete address, such as https://example.com/hook.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The address must begin with https:// or http://.';
  if (url.username || url.password) return 'Leave user name and password out of the address.';
  if (allowed.has(hostAndPort(url))) return undefined;
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) ? !isPublicAddress(host) : LOCAL_NAME.test(host) || !host.includes('.'))
    return 'This address lies inside a private network and cannot be called.';
  return undefined;
}

/** `host:port` of an address, always with the port. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}
