/**
 * Searches conversations by their messages. A search answers each conversation once, at its newest message that matches.
 * Messages are read from the newest on, or by the index of words where those are rare: the planner knows which.
 */
import { startOfDay } from '../../../kernel/days.ts';
import { workspaceSettings } from '../../../records/server/workspace.ts';
import { type MailQuery, parseQuery, wordsOf } from '../engine/query.ts';

/** In `from:` and `to:`: the mailbox itself. */
const ME = 'me';

/** What is searched for; its days are those of the workspace. */
export async function searchOf(text: string): Promise<MailQuery> {
  const search = parseQuery(text);
  if (!search.before && !search.after) return search;
  const { timeZone } = await workspaceSettings();
  const instant = (day: string | undefined) => day && startOfDay(day, timeZone);
  return { ...search, before: instant(search.before), after: instant(search.after) };
}

type Add = (value: unknown) => string;

/** Conditions on a message `m` of the mailbox `a`. Empty: the search says nothing about messages. */
export function messageConditions(search: MailQuery, add: Add): string[] {
  const found: string[] = [];
  // All words in one query, so that the rarest of them decides.
  const terms = [
    ...termsOf(search.words, ''),
    ...search.subject.flatMap((text) => termsOf(wordsOf(text), 'subject:', endsInWord(text))),
    ...search.from.filter(isNotMe).flatMap((text) => termsOf(wordsOf(text), 'from:', endsInWord(text))),
    ...search.to.filter(isNotMe).flatMap((text) => termsOf(wordsOf(text), 'to:', endsInWord(text))),
  ];
  if (terms.length > 0) found.push(`m.search @@ unaccented(${add(terms.join(' & '))})::tsquery`);
  // The index knows words; what was typed stands together. A single word needs no second look.
  const holds = (text: string, where: string) =>
    wordsOf(text)[0] === text ? 'true' : `position(unaccented(${add(text)}) in unaccented(${where})) > 0`;
  for (const text of search.subject) found.push(holds(text, 'm.subject'));
  for (const text of search.from)
    found.push(text === ME ? `m.direction = 'out'` : holds(text, `m.from_name || ' ' || m.from_address`));
  for (const text of search.to)
    found.push(
      text === ME
        ? `exists (select 1 from mail_people p where p.message_id = m.id and p.role <> 'from' and p.address = a.address)`
        : holds(text, 'm.to_list::text || m.cc_list::text || m.bcc_list::text'),
    );
  if (search.hasAttachment) found.push('m.has_attachments');
  if (search.place) found.push(`m.place = ${add(search.place)}`);
  if (search.before) found.push(`m.at < ${add(search.before)}::timestamptz`);
  if (search.after) found.push(`m.at >= ${add(search.after)}::timestamptz`);
  return found;
}

const isNotMe = (text: string) => text !== ME;
/** The last word may be the beginning of one, unless something stands behind it: `ada@`. */
const endsInWord = (text: string) => /[\p{L}\p{N}\p{M}]$/u.test(text);

/** Words as terms of a text search. The last one may be the beginning of a word, but a single letter begins too many. Only letters, digits, and the name of the field are in them. */
const termsOf = (words: readonly string[], field: string, lastIsBeginning = true): string[] =>
  words.map(
    (word, n) =>
      `'${field}${word.slice(0, 60)}'${lastIsBeginning && n === words.length - 1 && word.length > 1 ? ':*' : ''}`,
  );

/** Conditions on a conversation `t`, but for the list that is searched in. */
export function threadConditions(search: MailQuery, add: Add): string[] {
  const found: string[] = [];
  if (search.isUnread !== undefined) found.push(`t.unread_count ${search.isUnread ? '>' : '='} 0`);
  if (search.isStarred) found.push('t.is_starred');
  for (const label of search.labels)
    found.push(`t.labels <> '{}' and exists (select 1 from unnest(t.labels) l where lower(l) = ${add(label)})`);
  return found;
}

/**
 * The same conditions for another message of the same conversation.
 * @param conditions of `messageConditions`
 */
export const onMessage = (conditions: readonly string[], alias: string): string =>
  conditions.map((one) => one.replace(/\bm\./g, `${alias}.`)).join(' and ');
