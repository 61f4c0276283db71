import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subjectKey } from './clean-text.ts';
import { answerRecipients, fillTemplate, htmlOfText, speaksOfAttachment } from './compose.ts';
import { foldQuotes } from './fold-quotes.ts';
import { parseQuery } from './query.ts';
import { describeActs, ruleMatches } from './rules.ts';
import { awaitsOriginal, keysOf, type KnownThread, placeMail, type ThreadedMail } from './threading.ts';
import { summarize, triageThread } from './triage.ts';

const DAY = 86_400_000;
/** Threads letters in the given order, as the store does. @returns the thread of each letter by its key */
function thread(mails: readonly ThreadedMail[]): Map<string, string> {
  const byKey = new Map<string, KnownThread>();
  const threads: KnownThread[] = [];
  const of = new Map<string, string>();
  for (const mail of mails) {
    const { into, merge } = placeMail(mail, {
      byKey: (key) => byKey.get(key),
      bySubject: (key) => threads.filter((one) => one.subjectKey === key),
    });
    const target = into ?? {
      id: mail.key,
      subjectKey: subjectKey(mail.subject),
      awaitsOriginal: awaitsOriginal(mail),
      lastAt: mail.at,
      people: mail.people,
    };
    if (!into) threads.push(target);
    for (const old of merge) {
      for (const [key, one] of byKey) if (one.id === old.id) byKey.set(key, target);
      for (const [key, id] of of) if (id === old.id) of.set(key, target.id);
      threads.splice(threads.indexOf(old), 1);
    }
    for (const key of keysOf(mail)) if (!byKey.has(key)) byKey.set(key, target);
    of.set(mail.key, target.id);
  }
  return of;
}

/** Labeled conversations of the kinds that mailboxes hold. */
function labeled(): { mail: ThreadedMail; label: number }[] {
  const all: { mail: ThreadedMail; label: number }[] = [];
  for (let label = 0; label < 200; label++) {
    const kind = label % 5;
    const people = [`p${label}@x.example`];
    const subject = kind === 3 ? 'Invoice' : kind === 4 ? 'Weekly news' : `Subject ${label}`;
    const ids = Array.from({ length: kind === 4 ? 1 : 3 }, (_, n) => `m${label}-${n}@x.example`);
    ids.forEach((key, n) => {
      const isNamed = kind !== 2 && n > 0;
      all.push({
        label,
        mail: {
          key,
          inReplyTo: isNamed ? ids[n - 1]! : '',
          references: isNamed && kind !== 1 ? ids.slice(0, n) : [],
          subject: n === 0 ? subject : `${n % 2 ? 'Re' : 'AW'}: ${subject}`,
          at: new Date(Date.UTC(2026, 0, 1) + label * DAY + n * 3_600_000).toISOString(),
          people,
        },
      });
    });
  }
  return all;
}

function pairwiseF1(found: ReadonlyMap<string, string>, mails: ReturnType<typeof labeled>): number {
  let hit = 0;
  let extra = 0;
  let missed = 0;
  for (const [n, one] of mails.entries())
    for (const other of mails.slice(n + 1)) {
      const isTogether = found.get(one.mail.key) === found.get(other.mail.key);
      const belongs = one.label === other.label;
      hit += Number(belongs && isTogether);
      missed += Number(belongs && !isTogether);
      extra += Number(!belongs && isTogether);
    }
  return (2 * hit) / (2 * hit + extra + missed);
}

describe('conversations', () => {
  it('finds 200 labeled ones, oldest and newest first', () => {
    const mails = labeled();
    for (const order of [mails, mails.toReversed()])
      expect(pairwiseF1(thread(order.map(({ mail }) => mail)), mails)).toBeGreaterThanOrEqual(0.97);
  });

  it('is not pulled together by forged references under another subject', () => {
    const mail = (key: string, subject: string, references: string[] = []): ThreadedMail => ({
      key,
      inReplyTo: '',
      references,
      subject,
      at: '2026-01-01T00:00:00.000Z',
      people: ['a@x'],
    });
    const found = thread([mail('1@x', 'Salary'), mail('2@x', 'Lunch'), mail('3@evil', 'Win a prize', ['1@x', '2@x'])]);
    expect(new Set(found.values()).size).toBe(3);
  });
});

describe('text', () => {
  it.each([
    ['Re: Fwd: [list] Hello', 'hello'],
    ['AW: WG: Hello', 'hello'],
    ['Re[2]: Hello  there', 'hello there'],
  ])('%s is about %s', (subject, key) => expect(subjectKey(subject)).toBe(key));

  it('folds quotes and loses no line', () => {
    expect(foldQuotes('Yes.\n\nOn Monday, Ada <a@x> wrote:\n> Can you?\n> Ada\n\nBye')).toEqual([
      { isQuote: false, text: 'Yes.' },
      { isQuote: true, text: 'On Monday, Ada <a@x> wrote:\n> Can you?\n> Ada' },
      { isQuote: false, text: 'Bye' },
    ]);
  });

  it('escapes what is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(htmlOfText(text).replace(/<\/?(?:div|br|blockquote|a)\b[^<>]*>/g, '')).not.toMatch(/[<>]/);
      }),
    );
    expect(htmlOfText('See https://x.example/a?b=1&c=2.')).toContain('<a href="https://x.example/a?b=1&amp;c=2">');
  });

  it('notices a missing attachment above what is quoted', () => {
    expect(speaksOfAttachment('The plan is attached.')).toBe(true);
    expect(speaksOfAttachment('Thanks!\n\nOn Monday, Ada <a@x> wrote:\n> The plan is attached.')).toBe(false);
  });

  it('answers whom the letter names, and everyone else once', () => {
    const person = (address: string) => ({ name: '', address });
    const mail = {
      from: person('ada@x'),
      replyTo: [],
      to: [person('me@x'), person('bob@x')],
      cc: [person('bob@x'), person('eve@x')],
      direction: 'in' as const,
    };
    expect(answerRecipients(mail, 'me@x', false)).toEqual({ to: [person('ada@x')], cc: [] });
    expect(answerRecipients(mail, 'me@x', true)).toEqual({
      to: [person('ada@x')],
      cc: [person('bob@x'), person('eve@x')],
    });
    expect(answerRecipients({ ...mail, replyTo: [person('list@x')] }, 'me@x', false).to).toEqual([person('list@x')]);
    expect(fillTemplate('Hi {{first_name}}', 'Ada King')).toBe('Hi Ada');
  });

  it('reads what is searched for, whatever it is', () => {
    expect(parseQuery('budget from:ada "last year" has:attachment before:2026-03-01 is:unread in:spam')).toMatchObject({
      words: ['budget', 'last', 'year'],
      from: ['ada'],
      hasAttachment: true,
      before: '2026-03-01',
      isUnread: true,
      place: 'junk',
    });
    expect(parseQuery('after:2026/03/01 before:2026/3/1')).toMatchObject({ after: '2026-03-01', before: undefined });
    expect(parseQuery('before:2026-13-45 note:x')).toMatchObject({
      before: undefined,
      words: ['before', '2026', '13', '45', 'note', 'x'],
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        parseQuery(text).words.every((word) => /^\p{M}*[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u.test(word)),
      ),
    );
  });
});

describe('rules and triage', () => {
  const mail = {
    fromName: 'Ada King',
    fromAddress: 'ada@x.example',
    to: ['desk@tan.example'],
    subject: 'Größe',
    text: 'Hello',
    hasAttachments: false,
    isNewsletter: false,
  };
  const none = { from: '', to: '', subject: '', text: '', hasAttachment: false, isNewsletter: false };
  it('applies a rule where all its conditions hold', () => {
    expect(ruleMatches({ ...none, from: 'ada', subject: 'grosse' }, mail)).toBe(true);
    expect(ruleMatches({ ...none, from: 'ada', hasAttachment: true }, mail)).toBe(false);
    expect(describeActs({ label: 'A', archive: true, markRead: false, star: false, trash: false })).toBe(
      'labeled “A”, archived',
    );
  });

  const thread = {
    lastDirection: 'in' as const,
    subject: 'Hi',
    text: 'Can you send the plan?',
    isAutomatic: false,
    isNewsletter: false,
    isKnown: true,
  };
  it.each([
    [{}, 'needs_reply'],
    [{ isNewsletter: true }, 'newsletter'],
    [{ isAutomatic: true }, ''],
    [{ text: 'Thanks!' }, ''],
    [{ lastDirection: 'out' as const }, 'waiting'],
    [{ isKnown: false, text: 'Quick question: do you have 15 minutes?' }, 'cold'],
  ])('%o is %s', (change, triage) => expect(triageThread({ ...thread, ...change }).triage).toBe(triage));

  it('summarizes with sentences of the text', () => {
    const text =
      'Hello there everyone. We met on Monday last week. The weather was nice and warm. Could you send the contract by Friday? My dog says hello to all of you. The total is $12,500 for the project.';
    expect(summarize(text)).toContain('Could you send the contract by Friday?');
    expect(text).toContain(summarize(text).split('. ')[0]!);
  });
});
