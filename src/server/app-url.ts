/** The product's public address, for links in mails: `APP_URL`, never a request header, which a stranger writes. */

let base: string | undefined;

/** Sets the address; called once at start. */
export function useAppUrl(appUrl: string): void {
  base = appUrl.replace(/\/+$/, '');
}

/** The full address of a path of the product: `appLink('/reset-password', { token })`. */
export function appLink(path: `/${string}`, search: Record<string, string> = {}): string {
  if (base === undefined) throw new Error('useAppUrl() has not been called.');
  const query = new URLSearchParams(search).toString();
  return `${base}${path}${query ? `?${query}` : ''}`;
}
