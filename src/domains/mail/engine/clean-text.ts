/** Text of letters as the database takes it. */

/** Without what PostgreSQL refuses: NUL, and halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** Characters that turn the direction of the text around them: a file name or subject could lie with them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** One line of text, at most `max` characters. */
export function oneLine(text: string, max: number): string {
  return storable(
    text
      .slice(0, max * 2)
      .replace(CONTROL, ' ')
      .replace(DIRECTION, ''),
  )
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, max);
}

/** Several lines of text, at most `max` characters, with line ends of one kind. */
export function manyLines(text: string, max: number): string {
  return storable(text.slice(0, max)).replace(/\r\n?/g, '\n');
}

const SNIPPET = 200;
const QUOTED = /^\s*>/;

/** The first words of a text that are not quoted. */
export function snippetOf(text: string): string {
  const words: string[] = [];
  let length = 0;
  for (const line of text.slice(0, 4_000).split('\n')) {
    if (QUOTED.test(line)) continue;
    const trimmed = line.trim();
    if (!trimmed || /^[-=_*#]{3,}$/.test(trimmed)) continue;
    words.push(trimmed);
    length += trimmed.length;
    if (length > SNIPPET) break;
  }
  return oneLine(words.join(' '), SNIPPET);
}

const PREFIX =
  /^\s*(?:(?:re|aw|sv|fw|fwd|wg|tr|antw|rv|res|odp|ynt|回复|答复|转发)\s*(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*[:：]|\[[^\]]{1,60}\])\s*/i;
const MAX_PREFIXES = 20;

/** Whether a subject begins as that of a reply or a forwarded letter does. */
export const hasReplyPrefix = (subject: string): boolean => PREFIX.test(subject) && !/^\s*\[/.test(subject);

/** Key of a conversation's subject: folded, without prefixes and list names. */
export function subjectKey(subject: string): string {
  let rest = subject.slice(0, 500);
  for (let n = 0; n < MAX_PREFIXES; n++) {
    const next = rest.replace(PREFIX, '');
    if (next === rest) break;
    rest = next;
  }
  return rest.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, 200);
}
