/** Where links in texts with formatting may lead. */

const MAX_HREF = 2_000;
const SAFE_HREF = /^(https?:\/\/[^/]|mailto:[^@]+@|tel:[+\d])/i;
/** Characters that a URL never contains unescaped: control characters, spaces, quotes, and direction marks. */
const UNSAFE_IN_HREF = /[\p{Cc}\s<>"`\\\u202A-\u202E\u2066-\u2069]/u;

/** Whether a link may lead there: web pages, email addresses, and phone numbers. */
export function isSafeHref(href: string): boolean {
  return href.length <= MAX_HREF && SAFE_HREF.test(href) && !UNSAFE_IN_HREF.test(href) && URL.canParse(href);
}
