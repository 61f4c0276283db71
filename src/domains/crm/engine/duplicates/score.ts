/**
 * How sure it is that two entries mean the same. Each agreement and each contradiction counts some points, in the
 * spirit of Fellegi and Sunter (1969): what rarely agrees by chance counts much, what contradicts takes away. The sum,
 * held between 0 and 100, is the score; the reasons are what is summed.
 */
import type { DuplicateReason } from '../../contract/duplicates.ts';
import type { Firm, Person } from './candidates.ts';
import { areForms } from './names.ts';
import { jaroWinkler, oneSlip } from './similarity.ts';

export type Reason = DuplicateReason;

/** From this score on a pair is shown; from `CERTAIN` on it may be merged without looking at each. */
export const POSSIBLE = 45;
export const CERTAIN = 90;

export interface Judged {
  score: number;
  reasons: Reason[];
}

function judged(reasons: Reason[]): Judged {
  const sum = reasons.reduce((total, { points }) => total + points, 0);
  return {
    score: Math.max(0, Math.min(100, sum)),
    reasons: reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points)),
  };
}

/** Of three letters one slip is a third: Mei is not Wei. */
const isClose = (a: string, b: string) => a.length > 3 && b.length > 3 && (oneSlip(a, b) || jaroWinkler(a, b) >= 0.92);

/** First names, allowing for short forms, initials and slips. */
function firstNames(a: string, b: string): 'same' | 'form' | 'close' | 'initial' | 'different' {
  if (a === b) return 'same';
  if ((a.length === 1 || b.length === 1) && a[0] === b[0]) return 'initial';
  if (areForms(a, b)) return 'form';
  return isClose(a, b) ? 'close' : 'different';
}

const FIRST_POINTS = { same: 35, form: 30, close: 24, initial: 16 } as const;

function nameReason(a: Person, b: Person): Reason | undefined {
  if (!a.first || !a.last || !b.first || !b.last) {
    const [one, other] = [a.first || a.last, b.first || b.last];
    return one && (one === b.first || one === b.last || other === a.first || other === a.last)
      ? { field: 'name', kind: 'part', points: 8 }
      : undefined;
  }
  if (a.suffix && b.suffix && a.suffix !== b.suffix) return { field: 'name', kind: 'different', points: -35 };
  const first = firstNames(a.first, b.first);
  if (a.last === b.last)
    return first === 'different'
      ? { field: 'name', kind: 'different_first', points: -36 }
      : { field: 'name', kind: first, points: FIRST_POINTS[first] };
  if (a.first === b.last && a.last === b.first) return { field: 'name', kind: 'swapped', points: 32 };
  if (isClose(a.last, b.last) && first !== 'different')
    return { field: 'name', kind: 'close', points: first === 'close' ? 14 : first === 'initial' ? 6 : 24 };
  if (areForms(a.first, b.last) && (a.last === b.first || isClose(a.last, b.first)))
    return { field: 'name', kind: 'swapped', points: 26 };
  if ((isClose(a.first, b.last) && a.last === b.first) || (a.first === b.last && isClose(a.last, b.first)))
    return { field: 'name', kind: 'swapped', points: 22 };
  return first === 'different'
    ? { field: 'name', kind: 'different', points: -45 }
    : { field: 'name', kind: 'different_last', points: -14 };
}

function mailReason(a: Person, b: Person): Reason | undefined {
  if (a.mails.length === 0 || b.mails.length === 0) return undefined;
  let best: Reason = { field: 'email', kind: 'different', points: -5 };
  for (const one of a.mails) {
    for (const other of b.mails) {
      const reason = mailPair(one, other);
      if (reason && (reason.points > best.points || (best.kind === 'different' && reason.points < best.points)))
        best = reason;
    }
  }
  return best;
}

function mailPair(a: Person['mails'][number], b: Person['mails'][number]): Reason | undefined {
  if (a.address === b.address) return { field: 'email', kind: 'same', points: a.role ? 12 : 60 };
  if (a.domain === b.domain) {
    if (oneSlip(a.local, b.local) && a.local.length > 5 && !/\d/.test(a.local + b.local))
      return { field: 'email', kind: 'close', points: 24 };
    // A company gives people addresses to tell them apart.
    return a.free || a.role || b.role ? undefined : { field: 'email', kind: 'different', points: -12 };
  }
  if (oneSlip(a.domain, b.domain) && a.local === b.local) return { field: 'email', kind: 'close', points: 40 };
  // A name makes the same mailbox for every namesake.
  return a.local === b.local && a.local.length > 4 && !a.role
    ? { field: 'email', kind: 'same_local', points: /\d/.test(a.local) ? 16 : a.named || b.named ? 5 : 22 }
    : undefined;
}

function phoneReason(a: Person, b: Person): Reason | undefined {
  if (a.phones.length === 0 || b.phones.length === 0) return undefined;
  return a.phones.some((phone) => b.phones.includes(phone))
    ? { field: 'phone', kind: 'same', points: 40 }
    : { field: 'phone', kind: 'different', points: -6 };
}

/** The domain of an address names the employer as well as the field does. */
const worksAt = (a: Person, b: Person) =>
  b.company.length > 3 &&
  a.mails.some(
    ({ domain, free }) => !free && domain.split('.')[0]!.replaceAll('-', '') === b.company.replaceAll(' ', ''),
  );

function companyReason(a: Person, b: Person, mail: Reason | undefined): Reason | undefined {
  if (a.company && b.company) {
    if (a.company === b.company) return { field: 'company', kind: 'same', points: 16 };
    if (isClose(a.company.replaceAll(' ', ''), b.company.replaceAll(' ', '')))
      return { field: 'company', kind: 'close', points: 10 };
    return { field: 'company', kind: 'different', points: -9 };
  }
  // The same address has the same domain: that is one agreement, not two.
  if (mail?.kind === 'same') return undefined;
  if (worksAt(a, b) || worksAt(b, a)) return { field: 'company', kind: 'domain', points: 12 };
  const shared = a.mails.some((one) => !one.free && b.mails.some((other) => other.domain === one.domain));
  return shared ? { field: 'company', kind: 'domain', points: 10 } : undefined;
}

function cityReason(a: { city: string }, b: { city: string }, same: number, different: number): Reason | undefined {
  if (!a.city || !b.city) return undefined;
  return a.city === b.city
    ? { field: 'city', kind: 'same', points: same }
    : { field: 'city', kind: 'different', points: different };
}

export function scorePeople(a: Person, b: Person): Judged {
  const mail = mailReason(a, b);
  const reasons = [nameReason(a, b), mail, phoneReason(a, b), companyReason(a, b, mail), cityReason(a, b, 5, -5)];
  if (a.title && a.title === b.title) reasons.push({ field: 'title', kind: 'same', points: 4 });
  return judged(reasons.filter((reason) => reason !== undefined));
}

const numbers = (words: readonly string[]) =>
  words
    .filter((word) => /\d/.test(word))
    .sort()
    .join(' ');

function firmName(a: Firm, b: Firm): Reason {
  const [one, other] = [a.words.join(''), b.words.join('')];
  // "Store 12" is not "Store 14".
  if (numbers(a.words) !== numbers(b.words)) return { field: 'name', kind: 'different', points: -40 };
  if (one === other) return { field: 'name', kind: 'same', points: 58 };
  if (a.words.toSorted().join('') === b.words.toSorted().join(''))
    return { field: 'name', kind: 'swapped', points: 46 };
  if (oneSlip(one, other) && one.length > 5) return { field: 'name', kind: 'close', points: 42 };
  const [short, long] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words];
  const shared = short.filter((word) =>
    long.some((each) => each === word || (word.length > 4 && oneSlip(word, each))),
  ).length;
  if (shared === short.length && short.length > 1)
    return { field: 'name', kind: 'part', points: short.length === long.length ? 40 : 22 };
  if (jaroWinkler(one, other) >= 0.95) return { field: 'name', kind: 'close', points: 30 };
  if (shared === short.length) return { field: 'name', kind: 'part', points: 8 };
  return { field: 'name', kind: 'different', points: -35 };
}

export function scoreFirms(a: Firm, b: Firm): Judged {
  const reasons: (Reason | undefined)[] = [firmName(a, b), cityReason(a, b, 12, -14)];
  if (a.domain && b.domain)
    reasons.push(
      a.domain === b.domain
        ? { field: 'website', kind: 'same', points: 45 }
        : { field: 'website', kind: 'different', points: -12 },
    );
  if (a.phone && b.phone)
    reasons.push(
      a.phone === b.phone
        ? { field: 'phone', kind: 'same', points: 30 }
        : { field: 'phone', kind: 'different', points: -4 },
    );
  if (a.country && b.country && a.country !== b.country)
    reasons.push({ field: 'country', kind: 'different', points: -12 });
  if (a.street && a.street === b.street) reasons.push({ field: 'address', kind: 'same', points: 14 });
  return judged(reasons.filter((reason) => reason !== undefined));
}
