/** Search queries: words, and `from:`, `to:`, `has:`, `before:`, `after:`, `in:`, `label:`, `is:`. */

export interface MailQuery {
  /** Words that must all be there; the last one may be the beginning of a word. */
  words: string[];
  from: string[];
  to: string[];
  subject: string[];
  labels: string[];
  hasAttachment: boolean;
  isUnread: boolean | undefined;
  isStarred: boolean;
  place: string | undefined;
  /** ISO days, typed with dashes or slashes; `before` excludes its day, `after` includes it. */
  before: string | undefined;
  after: string | undefined;
}

const PART = /(?:(\w+):)?(?:"([^"]{0,200})"|(\S{1,200}))/gu;
const MAX_PARTS = 20;
const PLACES = new Set(['inbox', 'sent', 'archive', 'trash', 'junk', 'drafts']);
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const isDay = (text: string) =>
  DAY.test(text) && !text.startsWith('0000') && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** Words of a text: what can be searched for. */
export const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));

export function parseQuery(text: string): MailQuery {
  const query: MailQuery = {
    words: [],
    from: [],
    to: [],
    subject: [],
    labels: [],
    hasAttachment: false,
    isUnread: undefined,
    isStarred: false,
    place: undefined,
    before: undefined,
    after: undefined,
  };
  for (const [, name = '', quoted, bare = ''] of [...text.slice(0, 500).matchAll(PART)].slice(0, MAX_PARTS)) {
    const value = (quoted ?? bare).trim();
    if (value && !takes(query, name.toLowerCase(), value.toLowerCase()))
      query.words.push(name ? `${name} ${value}` : value);
  }
  query.words = query.words.flatMap(wordsOf).slice(0, MAX_PARTS);
  return query;
}

function takes(query: MailQuery, name: string, value: string): boolean {
  switch (name) {
    case 'from':
    case 'to':
    case 'subject':
      query[name].push(value);
      return true;
    case 'label':
      query.labels.push(value);
      return true;
    case 'has':
      query.hasAttachment ||= value.startsWith('attachment') || value === 'file';
      return value.startsWith('attachment') || value === 'file';
    case 'is':
      if (value === 'unread' || value === 'read') query.isUnread = value === 'unread';
      else if (value === 'starred') query.isStarred = true;
      else return false;
      return true;
    case 'in':
      query.place = PLACES.has(value) ? value : value === 'spam' ? 'junk' : undefined;
      return query.place !== undefined;
    case 'before':
    case 'after':
      if (!isDay(value.replaceAll('/', '-'))) return false;
      query[name] = value.replaceAll('/', '-');
      return true;
    default:
      return false;
  }
}
