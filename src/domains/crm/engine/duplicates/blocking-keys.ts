/**
 * Where entries of the same person stand in the order of names, companies and addresses, so that indexes find them.
 * Without a shared address or number two entries reach the score of a pair only by a name that is alike together with
 * an employer or a mailbox that is: those are looked up, and names that may mean the same.
 */
import type { Person } from './candidates.ts';
import { fullForms, shortForms, withoutForms } from './names.ts';

/** All texts from `low` on and before `high`, in the order of bytes. */
interface Span {
  low: string;
  high: string;
}

export interface Near {
  /** Whole names, folded. */
  names: string[];
  /** Beginnings of names, and how such a name must end. */
  slipped: (Span & { end: string })[];
  /** Names of employers, folded. */
  employers: Span[];
  /** Addresses of the same mailbox anywhere. */
  mailboxes: Span[];
}

const beginning = (text: string): Span => ({ low: text, high: `${text}\u{10FFFF}` });

/** Everything that a first name may be written as instead. */
const formsOf = (name: string): string[] => [
  ...new Set([name, ...fullForms(name).flatMap((full) => [full, ...shortForms(full)])]),
];

/** The names of a person and of an employer as they are sorted by: folded, with whatever else stands in them. */
export interface Written {
  name: string;
  company: string;
}

export function nearPerson({ first, last, mails, company }: Person, written: Written): Near {
  const isNamed = first !== '' && last !== '';
  // The rest of the name as people write it: "o'brien", "van der berg".
  const rests = [...new Set([last, written.name.split(' ').slice(1).join(' ')])].filter(Boolean);
  const both = [...formsOf(first), first.slice(0, 1)].flatMap((form) =>
    rests.flatMap((rest) => [`${form} ${rest}`, `${rest} ${form}`]),
  );
  const swapped = formsOf(last).flatMap((form) => [`${form} ${first}`, `${first} ${form}`]);
  return {
    names: [...new Set([written.name, ...(isNamed ? [...both, ...swapped] : [first || last])])].filter(Boolean),
    slipped: isNamed
      ? rests.flatMap((rest) => [
          ...formsOf(first).map((form) => ({ ...beginning(`${form} ${rest.slice(0, 3)}`), end: '' })),
          { ...beginning(first.slice(0, first.length > 3 ? 3 : 2)), end: ` ${rest}` },
        ])
      : [],
    // Legal forms come after the name.
    employers: company
      ? [...new Set([company, withoutForms(written.company)])].flatMap((name) => [
          beginning(name),
          beginning(`the ${name}`),
        ])
      : [],
    mailboxes: mails
      .filter(({ local, role }) => !role && local.length > 4)
      .flatMap(({ local }) => ['@', '+'].map((after) => beginning(local + after))),
  };
}
