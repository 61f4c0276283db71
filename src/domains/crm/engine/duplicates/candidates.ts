/** Records as they are compared. Everything is brought into its form once, before millions of pairs are looked at. */
import { fold } from '../../../../kernel/text.ts';
import { hostOf } from '../../../../records/engine/url.ts';
import { companyWords, fullForms, isFreeMail, isRoleAddress, mailbox, personName } from './names.ts';

export interface Mail {
  address: string;
  local: string;
  domain: string;
  free: boolean;
  role: boolean;
  /** Made of the person's name, as a namesake's would be. */
  named: boolean;
}

/** A contact or a lead. */
export interface Person {
  id: string;
  first: string;
  last: string;
  suffix: string;
  mails: Mail[];
  phones: string[];
  /** Telling words of the company's name, joined. */
  company: string;
  city: string;
  title: string;
}

export interface PersonInput {
  id: string;
  firstName: string;
  lastName: string;
  emails: readonly string[];
  phones: readonly string[];
  companyName: string;
  city: string;
  title: string;
}

export function toPerson({ id, firstName, lastName, emails, phones, companyName, city, title }: PersonInput): Person {
  const name = personName(firstName, lastName);
  const mails = emails.map((address): Mail => {
    const { local, domain } = mailbox(address);
    return {
      address: `${local}@${domain}`,
      local,
      domain,
      free: isFreeMail(domain),
      role: isRoleAddress(local),
      named: isNamed(local, name),
    };
  });
  return {
    id,
    ...name,
    mails,
    phones: [...phones],
    company: companyName ? companyWords(companyName).join(' ') : '',
    city: fold(city),
    title: fold(title),
  };
}

function isNamed(local: string, { first, last }: { first: string; last: string }): boolean {
  const letters = local.replace(/[^a-z]/g, '');
  return (last.length > 2 && letters.includes(last)) || (first.length > 2 && letters.includes(first));
}

export interface Firm {
  id: string;
  words: string[];
  name: string;
  domain: string;
  phone: string;
  city: string;
  country: string;
  street: string;
}

export interface FirmInput {
  id: string;
  name: string;
  website: string;
  phone: string;
  street: string;
  city: string;
  country: string;
}

export function toFirm({ id, name, website, phone, street, city, country }: FirmInput): Firm {
  const words = companyWords(name);
  return {
    id,
    words,
    name: words.join(' '),
    domain: hostOf(website),
    phone,
    city: fold(city),
    country: fold(country),
    street: fold(street),
  };
}

/**
 * Keys of which two entries of one person share at least one: only those are compared. Each is made so that one slip, a
 * short form or swapped names spare at least some of them.
 */
export function personKeys({ first, last, mails, phones, company }: Person): string[] {
  const keys: string[] = [];
  for (const { address, local, domain, free, role } of mails) {
    keys.push(`e${address}`);
    if (role) continue;
    if (local.length > 4) keys.push(`l${local.replace(/[^a-z]/g, '')}`);
    if (!free && first) keys.push(`d${domain}|${first[0]!}`);
    if (!free && last) keys.push(`D${domain}|${last.slice(0, 4)}`);
  }
  for (const phone of phones) keys.push(`p${phone.slice(-9)}`);
  if (first && last) {
    for (const form of fullForms(first)) {
      // Whichever was entered as the last name.
      keys.push(`n${[form, last].sort().join('|')}`, `f${form}|${last.slice(0, 3)}`, `F${form}|${last.slice(-3)}`);
      if (company) keys.push(`c${company}|${form}`);
    }
    for (const form of fullForms(last)) keys.push(`n${[form, first].sort().join('|')}`);
    keys.push(`h${last}|${first.slice(0, 2)}`, `H${last}|${first.slice(-2)}`);
  } else if (first || last) keys.push(`o${first || last}|${company}`);
  if (company && last) keys.push(`C${company}|${last}`);
  return [...new Set(keys)];
}

export function firmKeys({ words, name, domain, phone, city }: Firm): string[] {
  const keys = [`n${words.join('')}`, `s${words.toSorted().join('')}`, `w${words[0]!}|${city}`];
  if (words.length > 1) keys.push(`f${words[0]!}|${words[1]!.slice(0, 3)}`, `F${words[0]!.slice(0, 3)}|${words[1]!}`);
  keys.push(`p${words.join('').slice(0, 6)}`, `S${name.replaceAll(' ', '').slice(-6)}`);
  if (words.length > 2) keys.push(`i${words.map((word) => word[0]).join('')}|${city}`);
  if (domain) keys.push(`d${domain}`);
  if (phone) keys.push(`t${phone}`);
  return [...new Set(keys)];
}
