/** Addresses on the web: http and https only, so that a link can never run a script. */

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST_AND_PORT = /^[^/\s:]+\.[^/\s:]+:\d+/;

/** The address in its normal form, `https://` put before it where the scheme is missing; undefined when it is none. */
export function parseUrl(text: string): string | undefined {
  const trimmed = text.trim();
  const withScheme = HAS_SCHEME.test(trimmed) && !HOST_AND_PORT.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (/\s/.test(trimmed) || !URL.canParse(withScheme)) return undefined;
  const url = new URL(withScheme);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (!url.hostname.includes('.') || url.username || url.password) return undefined;
  return url.href;
}

/** `https://www.Example.com/about` → `example.com`; blank when it is no web address. */
export function hostOf(website: string): string {
  if (!website) return '';
  try {
    return new URL(website).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}
