/** Profiles on social networks. They are noted as links and never fetched: the networks' terms forbid it. */

const NETWORKS =
  /^(?:www\.|m\.|[a-z]{2}\.)?(?:linkedin\.com|facebook\.com|instagram\.com|x\.com|twitter\.com|youtube\.com|tiktok\.com|xing\.com|pinterest\.com|github\.com|threads\.net|bsky\.app)$/;
const NOT_PROFILES =
  /\/(?:sharer|share|intent|shareArticle|hashtag|search|login|policies|privacy|terms|watch|embed|plugins|dialog)\b/i;

/** The address of a profile, without its query; undefined for everything else, such as share buttons. */
export function socialLink(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const { protocol, hostname, pathname } = new URL(href);
  if (!/^https?:$/.test(protocol) || !NETWORKS.test(hostname) || pathname.length < 2 || NOT_PROFILES.test(pathname))
    return undefined;
  return `https://${hostname.replace(/^(?:www|m)\./, '')}${pathname.replace(/\/+$/, '')}`.slice(0, 300);
}

/** Whether a host is a social network. */
export const isSocialHost = (hostname: string): boolean => NETWORKS.test(hostname);
