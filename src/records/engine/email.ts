/** Email addresses as mail servers take them (RFC 5321 limits; quoted local parts are refused on purpose). */

const ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;
const IN_BRACKETS = /<([^<>]+)>\s*$/;

/**
 * The address, trimmed, with its domain in lower case; `Ada <ada@example.com>` and `mailto:ada@example.com` are read
 * too. Undefined when it is none.
 */
export function parseEmail(text: string): string | undefined {
  let address = text.trim();
  if (address.endsWith('>')) address = IN_BRACKETS.exec(address)?.[1]?.trim() ?? address;
  if (/^mailto:/i.test(address)) address = address.slice(7);
  if (address.length > 254 || !ADDRESS.test(address) || address.includes('..')) return undefined;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (local.startsWith('.') || local.endsWith('.')) return undefined;
  return local + address.slice(at).toLowerCase();
}
