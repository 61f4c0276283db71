const FIRST_SEGMENT = /^\/[^/?]*/;

/**
 * The request's address as everything here reads it. The router takes `/%61pi/user` and `http://host/api/user` for `/api/user`;
 * whatever looks at how an address begins must not take them for something else.
 */
export function plainAddress(url: string): string {
  if (url.startsWith('/api/')) return url;
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  return path.replace(FIRST_SEGMENT, (segment) => segment.replace(/%([2-7][0-9a-f])/gi, (escaped, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /\w/.test(character) ? character : escaped;
  })) || '/';
}
