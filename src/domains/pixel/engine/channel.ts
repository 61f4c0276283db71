/** Where a visit came from: source, medium, campaign, and the channel that people compare. */

import type { Channel } from '../contract/channels.ts';

export interface Origin {
  channel: Channel;
  /** `google`, `newsletter`, `example.org`; empty when direct. */
  source: string;
  medium: string;
  campaign: string;
}

/** Nothing in the address or the referrer says where it came from. */
export const DIRECT: Origin = { channel: 'Direct', source: '', medium: '', campaign: '' };

/** Hosts by the name that is shown, as the part before the top-level domain or as a whole. */
const SEARCH = new Map(
  Object.entries({
    google: 'google',
    bing: 'bing',
    duckduckgo: 'duckduckgo',
    yahoo: 'yahoo',
    ecosia: 'ecosia',
    qwant: 'qwant',
    startpage: 'startpage',
    yandex: 'yandex',
    ya: 'yandex',
    baidu: 'baidu',
    naver: 'naver',
    seznam: 'seznam',
    kagi: 'kagi',
  }),
);
const SEARCH_HOSTS = new Map([['search.brave.com', 'brave']]);
const SOCIAL = new Map(
  Object.entries({
    'facebook.com': 'facebook',
    'fb.com': 'facebook',
    'fb.me': 'facebook',
    'instagram.com': 'instagram',
    'threads.net': 'threads',
    'threads.com': 'threads',
    'linkedin.com': 'linkedin',
    'lnkd.in': 'linkedin',
    'twitter.com': 'x',
    'x.com': 'x',
    't.co': 'x',
    'reddit.com': 'reddit',
    'youtube.com': 'youtube',
    'youtu.be': 'youtube',
    'pinterest.com': 'pinterest',
    'tiktok.com': 'tiktok',
    'bsky.app': 'bluesky',
    'mastodon.social': 'mastodon',
    'news.ycombinator.com': 'ycombinator',
    'whatsapp.com': 'whatsapp',
    't.me': 'telegram',
    'quora.com': 'quora',
  }),
);
const ASSISTANTS = new Map(
  Object.entries({
    'chatgpt.com': 'chatgpt',
    'chat.openai.com': 'chatgpt',
    'claude.ai': 'claude',
    'perplexity.ai': 'perplexity',
    'gemini.google.com': 'gemini',
    'copilot.microsoft.com': 'copilot',
  }),
);
const MAIL = new Map(
  Object.entries({
    'mail.google.com': 'gmail',
    'outlook.live.com': 'outlook',
    'outlook.office.com': 'outlook',
    'outlook.office365.com': 'outlook',
    'mail.yahoo.com': 'yahoo mail',
    'mail.proton.me': 'proton mail',
  }),
);
const PAID = /^(cpc|ppc|paid|paid[-_ ]?(search|social|media)|cpm|cpv|cpa|retargeting)$/;
/** Identifiers that advertisers add to an address, with the source that they name. */
const CLICK_IDS: readonly (readonly [name: string, source: string])[] = [
  ['gclid', 'google'],
  ['gbraid', 'google'],
  ['wbraid', 'google'],
  ['msclkid', 'bing'],
  ['ttclid', 'tiktok'],
  ['li_fat_id', 'linkedin'],
];

/** A host without `www.` and in lower case. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/** The entry for a host or the closest host above it. */
function byHost(hosts: ReadonlyMap<string, string>, host: string): string | undefined {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    const found = hosts.get(rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The search engine whose host it is: `google.co.uk` and `search.yahoo.com` are. */
function searchEngineOf(host: string): string | undefined {
  const exact = SEARCH_HOSTS.get(host);
  if (exact !== undefined) return exact;
  const labels = host.split('.');
  const name = labels.slice(0, -1).find((label, place) => place >= labels.length - 3 && SEARCH.has(label));
  return name === undefined ? undefined : SEARCH.get(name);
}

const clean = (value: string | null): string => (value ?? '').trim().slice(0, 120);

/**
 * Reads where a page view came from.
 * @param url address of the page with its parameters
 * @param referrer full address or host of the page before; empty without one
 * @param isOwn whether a host belongs to the site itself, so that it is no referrer
 * @returns undefined where nothing new is said: the page before was the site's own and the address names no campaign
 */
export function originOf(url: URL, referrer: string, isOwn: (host: string) => boolean): Origin | undefined {
  const host = referrerHost(referrer);
  const internal = host !== '' && isOwn(host);
  const params = url.searchParams;
  const tagged = clean(params.get('utm_source') || params.get('source') || params.get('ref')).toLowerCase();
  const campaign = clean(params.get('utm_campaign'));
  const clicked = CLICK_IDS.find(([name]) => params.has(name));
  const medium = clean(params.get('utm_medium')).toLowerCase() || (clicked ? 'cpc' : '');
  if (tagged === '' && medium === '' && campaign === '') {
    if (internal) return undefined;
    return host === '' ? DIRECT : fromReferrer(host);
  }
  const outside = host === '' || internal ? DIRECT : fromReferrer(host);
  const source = tagged || clicked?.[1] || outside.source;
  return { channel: channelOf(source, medium, outside.channel), source, medium, campaign };
}

function referrerHost(referrer: string): string {
  if (referrer === '') return '';
  try {
    return plainHost(new URL(referrer.includes('://') ? referrer : `https://${referrer}`).hostname);
  } catch {
    return '';
  }
}

function fromReferrer(host: string): Origin {
  const mail = byHost(MAIL, host);
  if (mail) return { ...DIRECT, channel: 'Email', source: mail };
  const assistant = byHost(ASSISTANTS, host);
  if (assistant) return { ...DIRECT, channel: 'AI assistants', source: assistant };
  const engine = searchEngineOf(host);
  if (engine) return { ...DIRECT, channel: 'Organic search', source: engine };
  const network = byHost(SOCIAL, host);
  if (network) return { ...DIRECT, channel: 'Organic social', source: network };
  return { ...DIRECT, channel: 'Referral', source: host.slice(0, 120) };
}

const NETWORKS: ReadonlySet<string> = new Set(SOCIAL.values());
const ENGINES: ReadonlySet<string> = new Set([...SEARCH.values(), ...SEARCH_HOSTS.values()]);

/** The channel that a tagged visit belongs to; the medium says more than the source. */
function channelOf(source: string, medium: string, referred: Channel): Channel {
  const name = byHost(SOCIAL, source) ?? source;
  if (/^(e-?mail|newsletter)$/.test(medium) || (medium === '' && /^(e-?mail|newsletter)$/.test(name))) return 'Email';
  if (medium === 'sms') return 'Text message';
  if (/^affiliates?$/.test(medium)) return 'Affiliate';
  if (/^(display|banner|interstitial|expandable)$/.test(medium)) return 'Display';
  const paid = PAID.test(medium);
  if (NETWORKS.has(name) || /social/.test(medium))
    return paid || /paid/.test(medium) ? 'Paid social' : 'Organic social';
  if (paid) return 'Paid search';
  if (ENGINES.has(name) || medium === 'organic') return 'Organic search';
  if (medium === 'referral') return 'Referral';
  return referred === 'Direct' || referred === 'Referral' ? 'Campaign' : referred;
}
