/** Text of letters that are written here. */
import type { MailPerson } from './parsed-mail.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

const LINK = /\bhttps?:\/\/[^\s<>"]{1,1500}[^\s<>".,;:!?)\]]/g;

function withLinks(line: string): string {
  let out = '';
  let last = 0;
  for (const match of line.matchAll(LINK)) {
    out += escapeHtml(line.slice(last, match.index));
    out += `<a href="${escapeHtml(match[0])}">${escapeHtml(match[0])}</a>`;
    last = match.index + match[0].length;
  }
  return out + escapeHtml(line.slice(last));
}

/** HTML of a plain text: paragraphs, links, and quotes. */
export function htmlOfText(text: string): string {
  const out: string[] = [];
  let depth = 0;
  for (const line of text.split('\n')) {
    const [, marks = '', rest = ''] = /^((?:> ?)*)(.*)$/.exec(line) ?? [];
    const wanted = Math.min(marks.replaceAll(' ', '').length, 20);
    for (; depth < wanted; depth++) out.push('<blockquote type="cite">');
    for (; depth > wanted; depth--) out.push('</blockquote>');
    out.push(`${withLinks(rest)}<br>`);
  }
  out.push('</blockquote>'.repeat(depth));
  return `<div>${out.join('\n')}</div>`;
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const nameOf = ({ name, address }: MailPerson) => (name ? `${name} <${address}>` : address);

export interface QuotedMail {
  from: MailPerson;
  to: readonly MailPerson[];
  /** Instant. */
  at: string;
  subject: string;
  text: string;
}

const MAX_QUOTE = 50_000;

/** The quoted email below a reply. */
export function quoteForReply({ from, at, text }: QuotedMail): string {
  const lines = text
    .slice(0, MAX_QUOTE)
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`));
  return `On ${DATE.format(new Date(at))} UTC, ${nameOf(from)} wrote:\n${lines.join('\n')}`;
}

export function quoteForForward({ from, to, at, subject, text }: QuotedMail): string {
  return [
    '---------- Forwarded message ----------',
    `From: ${nameOf(from)}`,
    `Date: ${DATE.format(new Date(at))} UTC`,
    `Subject: ${subject}`,
    `To: ${to.map(nameOf).join(', ')}`,
    '',
    text.slice(0, MAX_QUOTE),
  ].join('\n');
}

/** `Re: …` or `Fwd: …`, once. */
export function answerSubject(subject: string, mode: 'reply' | 'forward'): string {
  const prefix = mode === 'reply' ? 'Re' : 'Fwd';
  const known = mode === 'reply' ? /^\s*(?:re|aw|sv|antw)\s*:/i : /^\s*(?:fwd?|wg|tr)\s*:/i;
  return known.test(subject) ? subject : `${prefix}: ${subject}`.trim();
}

/** Recipients of a reply: the sender or the Reply-To addresses; `all` adds everyone else except the mailbox itself. */
export function answerRecipients(
  mail: {
    from: MailPerson;
    replyTo: readonly MailPerson[];
    to: readonly MailPerson[];
    cc: readonly MailPerson[];
    direction: 'in' | 'out';
  },
  own: string,
  all: boolean,
): { to: MailPerson[]; cc: MailPerson[] } {
  const isOther = ({ address }: MailPerson) => address !== '' && address !== own;
  const first =
    mail.direction === 'out' ? [...mail.to] : (mail.replyTo.some(isOther) ? mail.replyTo : [mail.from]).filter(isOther);
  const to = distinct(first.length > 0 ? first : [mail.from]);
  if (!all) return { to, cc: [] };
  const named = new Set(to.map(({ address }) => address));
  const others = distinct([...mail.to, ...mail.cc].filter((one) => isOther(one) && !named.has(one.address)));
  return { to, cc: others };
}

const distinct = (people: readonly MailPerson[]): MailPerson[] => [
  ...new Map(people.map((one) => [one.address, one])).values(),
];

const ATTACHMENT_WORDS =
  /\b(?:attached|attachment|attachments|enclosed|i(?:'|’)ve attached|see attached|anbei|im anhang|angehängt|ci-joint|adjunto)\b/i;

/** Whether a text speaks of an attachment, above what it quotes. */
export function speaksOfAttachment(text: string): boolean {
  const own = text
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .split(/^(?:-{5,} ?Forwarded message|On .{5,120} wrote:)/m, 1)[0]!;
  return ATTACHMENT_WORDS.test(own);
}

/** Fills `{{first_name}}` and `{{name}}`. */
export function fillTemplate(text: string, name: string): string {
  const first = name.trim().split(/\s+/, 1)[0] || 'there';
  return text.replaceAll('{{first_name}}', first).replaceAll('{{name}}', name.trim() || 'there');
}
