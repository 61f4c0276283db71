/** Names of people and companies as they are compared: folded, without what says nothing, short forms made one. */
import { fold } from '../../../../kernel/text.ts';

/** Short forms that stand for one name; the first of a line is the one that all are turned into. */
const SHORT_FORMS = [
  'abigail abby gail',
  'alexander alex alec sasha',
  'alexandra alex sandra lexi sasha',
  'amelia amy millie',
  'andrew andy drew',
  'anna ann annie anne hannah',
  'anthony tony',
  'barbara barb babs',
  'benjamin ben benny benji',
  'catherine kate katie cathy kathy katherine kathryn cate kat',
  'charles charlie chuck chas',
  'charlotte lottie charly',
  'christina chris tina christine',
  'christopher chris kit',
  'daniel dan danny',
  'david dave davey',
  'deborah deb debbie',
  'donald don donnie',
  'dorothy dot dottie',
  'edward ed eddie ted ned teddy',
  'eleanor ellie nell nora',
  'elizabeth liz lizzie beth betty eliza lisa libby elisabeth',
  'emily em emmy',
  'ethan',
  'eva eve evie',
  'florence flo',
  'frances fran francie',
  'francis frank fran',
  'franklin frank',
  'frederick fred freddie fritz friedrich',
  'gabriel gabe',
  'gabriela gabi gaby gabriella',
  'george georgie jorge',
  'gerald gerry jerry',
  'gregory greg',
  'harold harry hal',
  'helen nell',
  'henry harry hank hal heinrich',
  'isaac ike',
  'isabella bella izzy isabel isabelle',
  'jacob jake jack',
  'james jim jimmy jamie',
  'jane janie',
  'jeffrey jeff geoff geoffrey',
  'jennifer jen jenny',
  'jessica jess jessie',
  'johannes hans johann',
  'john jack johnny jon',
  'jonathan jon nathan jonny',
  'joseph joe joey sepp josef',
  'joshua josh',
  'judith judy',
  'julia jules julie',
  'kenneth ken kenny',
  'laura laurie',
  'lawrence larry lars',
  'leonard leo len lenny',
  'louis lou louie lewis',
  'lucy lucille lucia',
  'margaret maggie meg peggy greta rita megan marge',
  'maria mary marie mia',
  'martha marty patty',
  'martin marty',
  'matthew matt matty matthias',
  'maximilian max',
  'maxwell max',
  'michael mike mick mickey mikey micha',
  'nathaniel nate nathan nat',
  'nicholas nick nicky nicolas klaus',
  'nicole nikki',
  'oliver ollie',
  'olivia liv livvy',
  'pamela pam',
  'patricia pat patty tricia trish',
  'patrick pat paddy',
  'paul pauly',
  'peter pete',
  'philip phil phillip',
  'rachel rach',
  'raymond ray',
  'rebecca becky becca beck',
  'richard rick dick richie rich ricky',
  'robert bob rob bobby robbie bert',
  'ronald ron ronnie',
  'ruth ruthie',
  'samantha sam sammy',
  'samuel sam sammy',
  'sarah sara sally',
  'sebastian seb bastian',
  'simon si',
  'sophia sophie sofia',
  'stephanie steph stefanie',
  'stephen steve steven stefan',
  'susan sue suzie susie suzanne',
  'terence terry',
  'theodore theo ted teddy',
  'theresa tess terry teresa',
  'thomas tom tommy',
  'timothy tim timmy',
  'valentina val tina',
  'victoria vicky tori vic',
  'vincent vince vinny',
  'virginia ginny',
  'walter walt',
  'william bill will billy willy liam wilhelm',
  'zachary zach zack',
].map((line) => line.split(' '));

const forms = new Map<string, string[]>();
for (const line of SHORT_FORMS) for (const form of line) forms.set(form, [...(forms.get(form) ?? []), line[0]!]);

/** The full names that a first name may stand for; itself when it is none of the known. */
export function fullForms(first: string): readonly string[] {
  return forms.get(first) ?? [first];
}

const shorts = new Map(SHORT_FORMS.map(([full, ...others]) => [full!, others]));

/** Short forms of a full first name. */
export function shortForms(full: string): readonly string[] {
  return shorts.get(full) ?? [];
}

/** Whether one of two different first names may be short for the other. */
export function areForms(a: string, b: string): boolean {
  const other = fullForms(b);
  return fullForms(a).some((form) => other.includes(form));
}

const TITLES = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'prof',
  'professor',
  'sir',
  'herr',
  'frau',
  'mme',
  'mlle',
  'dipl',
  'ing',
  'rev',
]);
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'junior', 'senior']);
const DEGREES = new Set(['phd', 'md', 'mba', 'esq', 'cpa', 'msc', 'bsc']);

export interface PersonName {
  first: string;
  last: string;
  /** `jr`, `sr`, `ii`…: tells a son from his father. */
  suffix: string;
}

const wordsOf = (text: string) =>
  fold(text)
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter(Boolean);

/** `"Dr. Bob"`, `"O’Brien Jr."` → bob, obrien, jr. Middle initials are left out. */
export function personName(firstName: string, lastName: string): PersonName {
  // Of several first names the first tells people apart; what follows is often left out.
  const first = wordsOf(firstName).find((word) => !TITLES.has(word)) ?? '';
  const last = wordsOf(lastName).filter((word) => !DEGREES.has(word));
  const at = last.findIndex((word, i) => i > 0 && SUFFIXES.has(word));
  const suffix = at < 0 ? '' : last.splice(at, 1)[0]!.replace('junior', 'jr').replace('senior', 'sr');
  return { first, last: last.join(''), suffix };
}

/** Legal forms and words that company names have or have not. */
const COMPANY_NOISE = new Set([
  'the',
  'and',
  'und',
  'et',
  'inc',
  'incorporated',
  'corp',
  'corporation',
  'co',
  'company',
  'llc',
  'llp',
  'lp',
  'ltd',
  'limited',
  'plc',
  'gmbh',
  'ag',
  'kg',
  'mbh',
  'ug',
  'ev',
  'sa',
  'sas',
  'sarl',
  'srl',
  'spa',
  'bv',
  'nv',
  'ab',
  'as',
  'oy',
  'pty',
  'pte',
  'sl',
  'sro',
  'aps',
  'kk',
]);

/** The words that a company is told by, in their order. */
export function companyWords(name: string): string[] {
  const all = fold(name)
    .replace(/['’`.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter(Boolean);
  const telling = all.filter((word) => !COMPANY_NOISE.has(word));
  return telling.length > 0 ? telling : all;
}

/** A folded name without the legal forms at its end, and without the signs between them: "acme gmbh & co. kg". */
export function withoutForms(name: string): string {
  const words = name.split(' ');
  const isNoise = (word: string) => word === '' || COMPANY_NOISE.has(word);
  while (words.length > 1 && isNoise(words.at(-1)!.replace(/[^\p{L}\p{N}]+/gu, ''))) words.pop();
  return words.join(' ').replace(/[^\p{L}\p{N}]+$/u, '');
}

const FREE_MAIL = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.uk',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'msn.com',
  'aol.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'gmx.de',
  'gmx.net',
  'gmx.com',
  'web.de',
  't-online.de',
  'proton.me',
  'protonmail.com',
  'mail.com',
  'zoho.com',
  'orange.fr',
  'free.fr',
  'libero.it',
  'mail.example',
]);

export const isFreeMail = (domain: string) => FREE_MAIL.has(domain);

const ROLES =
  /^(info|office|contact|kontakt|hello|sales|support|admin|mail|team|service|billing|accounts?|marketing|press|jobs|hr|post|enquiries|reception|noreply)$/;

/** Whether an address is a desk's rather than a person's. */
export const isRoleAddress = (local: string) => ROLES.test(local);

/** The mailbox behind an address, without the variations that providers ignore: case, dots, and a plus suffix. */
export function mailbox(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  const domain = address
    .slice(at + 1)
    .toLowerCase()
    .replace('googlemail.com', 'gmail.com');
  const local = address.slice(0, at).toLowerCase().replace(/\+.*$/, '');
  return { local: domain === 'gmail.com' ? local.replaceAll('.', '') : local, domain };
}
