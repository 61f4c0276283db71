/** Extracts a company and its people from a page, with the source of each value. */
import { emailOfCloudflare, emailOfLink, emailsInText } from './emails.ts';
import { addValue, type FoundBy, type FoundEntity, type FoundField, MAX_ENTITIES, valueOf } from './found-values.ts';
import {
  below,
  classesOf,
  type HtmlElement,
  type HtmlTree,
  isHidden,
  parseHtml,
  selectorOf,
  textOf,
} from './html-tree.ts';
import { phoneOfLink, phonesInText } from './phones.ts';
import { socialLink } from './social.ts';
import { structuredEntities } from './structured-data.ts';

export interface PageLink {
  href: string;
  isNofollow: boolean;
}

export interface PageFacts {
  title: string;
  entities: FoundEntity[];
  links: PageLink[];
  canonical: string | undefined;
  isNoindex: boolean;
  isNofollow: boolean;
  /** The page asks for a password and shows little else. */
  isLogin: boolean;
  isCut: boolean;
}

export interface ExtractOptions {
  /** ISO country of numbers without a country code. */
  country: string | undefined;
  /** Product token whose robots meta counts besides `robots`. */
  agent: string;
}

const MAX_LINKS = 2_000;

/** Reads a page. Its time grows with its size, whatever it holds. */
export function extractPage(html: string, { country, agent }: ExtractOptions): PageFacts {
  const tree = parseHtml(html);
  const directives = metaDirectives(tree, agent);
  return {
    title: titleOf(tree),
    entities: entitiesOf(tree, country),
    ...linksOf(tree),
    isNoindex: directives.has('noindex') || directives.has('none'),
    isNofollow: directives.has('nofollow') || directives.has('none'),
    isLogin: isLoginPage(tree),
    isCut: tree.isCut,
  };
}

function titleOf({ elements }: HtmlTree): string {
  const title = elements.find(({ tag }) => tag === 'title');
  return title ? textOf(title, { max: 300 }).replaceAll('\n', ' ') : '';
}

function metaDirectives({ elements }: HtmlTree, agent: string): Set<string> {
  const words = elements
    .filter(
      ({ tag, attributes }) =>
        tag === 'meta' && ['robots', agent.toLowerCase()].includes((attributes.name ?? '').toLowerCase()),
    )
    .flatMap(({ attributes }) => (attributes.content ?? '').toLowerCase().split(/[\s,]+/));
  return new Set(words);
}

/** Directives of `X-Robots-Tag` for everyone or the agent; others' are left out. */
export function headerDirectives(header: string, agent: string): Set<string> {
  const words = new Set<string>();
  let isOurs = true;
  for (const part of header.toLowerCase().slice(0, 2_000).split(',')) {
    const [, name, rest] = /^\s*([a-z_-]+)\s*:(.*)$/.exec(part) ?? [];
    if (name && name !== 'unavailable_after' && !name.startsWith('max-')) isOurs = name === agent.toLowerCase();
    const word = (name ? rest! : part).trim();
    if (isOurs && word) words.add(word);
  }
  return words;
}

function linksOf({ elements }: HtmlTree): { links: PageLink[]; canonical: string | undefined } {
  const links: PageLink[] = [];
  let canonical: string | undefined;
  for (const { tag, attributes } of elements) {
    const { href, rel = '' } = attributes;
    if (!href) continue;
    if (tag === 'link' && /\bcanonical\b/i.test(rel)) canonical ??= href;
    if (
      (tag === 'a' || tag === 'area') &&
      links.length < MAX_LINKS &&
      !/^(?:mailto|tel|javascript|data|sms|#)/i.test(href)
    )
      links.push({ href, isNofollow: /\b(?:nofollow|ugc|sponsored)\b/i.test(rel) });
  }
  return { links, canonical };
}

function isLoginPage(tree: HtmlTree): boolean {
  return (
    tree.elements.some(({ tag, attributes }) => tag === 'input' && attributes.type?.toLowerCase() === 'password') &&
    textOf(tree.root, { max: 3_000 }).length < 2_000
  );
}

function entitiesOf(tree: HtmlTree, country: string | undefined): FoundEntity[] {
  const structured = structuredEntities(tree, country);
  const people = [...structured.filter(({ kind }) => kind === 'person'), ...teamCards(tree, country)];
  const company: FoundEntity = { kind: 'company', values: [] };
  for (const { values } of structured.filter(({ kind }) => kind === 'company'))
    for (const value of values) addValue(company, value);
  for (const place of contactPlaces(tree, country)) addValue(company, place);
  addAddresses(tree, company);
  // Values that belong to a person do not count for the company too.
  const taken = new Set(
    people.flatMap(({ values }) => values.filter(({ field }) => field === 'email').map(({ value }) => value)),
  );
  company.values = company.values.filter(({ field, value }) => field !== 'email' || !taken.has(value));
  const phones = new Set(
    people.flatMap(({ values }) =>
      values.filter(({ field, by }) => field === 'phone' && by === 'team').map(({ value }) => value),
    ),
  );
  company.values = company.values.filter(
    ({ field, value, by }) => field !== 'phone' || by === 'json-ld' || !phones.has(value),
  );
  return [company, ...people].filter(({ values }) => values.length > 0).slice(0, MAX_ENTITIES);
}

interface ContactPlace {
  field: FoundField;
  value: string;
  selector: string;
  by: FoundBy;
}

const MAX_PLACES = 300;

/** Links first, then the text around them; each value once. */
function contactPlaces(tree: HtmlTree, country: string | undefined): ContactPlace[] {
  const places = new Map<string, ContactPlace>();
  const add = (field: FoundField, value: string | undefined, by: FoundBy, selector: () => string) => {
    const key = `${field} ${value}`;
    if (value && !places.has(key) && places.size < MAX_PLACES)
      places.set(key, { field, value, selector: selector(), by });
  };
  for (const element of tree.elements) {
    const { href, 'data-cfemail': code } = element.attributes;
    if ((!href && !code) || places.size >= MAX_PLACES || isHidden(element)) continue;
    const selector = () => selectorOf(element);
    if (code) add('email', emailOfCloudflare(code), 'obfuscated', selector);
    if (!href || element.tag !== 'a') continue;
    const coded = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)$/i.exec(href)?.[1];
    if (coded) add('email', emailOfCloudflare(coded), 'obfuscated', selector);
    else add('email', emailOfLink(href), 'link', selector);
    if (!isFax(element)) add('phone', phoneOfLink(href, country), 'link', selector);
    add('social', socialLink(href), 'link', selector);
  }
  const text = textOf(tree.root);
  for (const { email, isObfuscated } of emailsInText(text))
    add('email', email, isObfuscated ? 'obfuscated' : 'text', () => placeOfText(tree, email.split('@', 1)[0]!));
  for (const phone of phonesInText(text, country)) add('phone', phone, 'text', () => placeOfDigits(tree, phone));
  return [...places.values()];
}

const isFax = (element: HtmlElement): boolean =>
  /\bfax\b/i.test(`${element.attributes.href} ${element.attributes.class ?? ''} ${textBefore(element)}`);

function textBefore(element: HtmlElement): string {
  const before = element.parent?.children[element.index - 1];
  return typeof before === 'string' ? before.slice(-20) : '';
}

/** The innermost element whose own text holds the words; the page's body where they are spread. */
function placeOfText({ elements }: HtmlTree, words: string): string {
  const wanted = words.toLowerCase();
  const found = elements.find((element) =>
    element.children.some((child) => typeof child === 'string' && child.toLowerCase().includes(wanted)),
  );
  return found ? selectorOf(found) : 'body';
}

function placeOfDigits({ elements }: HtmlTree, phone: string): string {
  const wanted = phone.slice(-6);
  const found = elements.find((element) =>
    element.children.some(
      (child) => typeof child === 'string' && child.length < 2_000 && child.replace(/\D/g, '').includes(wanted),
    ),
  );
  return found ? selectorOf(found) : 'body';
}

function addAddresses({ elements }: HtmlTree, company: FoundEntity): void {
  if (valueOf(company, 'address') !== '') return;
  const block = elements.find((element) => element.tag === 'address' && !isHidden(element));
  const text = block ? textOf(block, { max: 600 }) : '';
  const lines = text.split('\n').filter((line) => !/@|\+?\d[\d\s().-]{8,}$|^(?:tel|phone|fax|e-?mail)\b/i.test(line));
  if (block && lines.some((line) => /\d/.test(line)))
    addValue(company, { field: 'address', value: lines.join(', '), selector: selectorOf(block), by: 'text' });
}

const NAME =
  /^(?:(?:Dr|Prof|Mr|Mrs|Ms|Dipl)\.?[\s-]+){0,3}\p{Lu}[\p{L}'’.-]{0,30}(?:\s+(?:(?:van|von|de|da|del|di|der|den|la|le|bin|al)\s+){0,2}\p{Lu}[\p{L}'’.-]{0,30}){1,3}(?:,?\s+(?:Jr|Sr|PhD|MD|MBA|CPA|DDS|Esq|II|III)\.?)?$/u;
const TITLE =
  /\b(?:ceo|cto|cfo|coo|cmo|chief|founder|co-founder|owner|partner|president|director|manager|head|lead|vp|vice|engineer|developer|designer|consultant|advisor|attorney|lawyer|dentist|doctor|hygienist|assistant|receptionist|accountant|analyst|specialist|coordinator|sales|marketing|account|representative|principal|chair|officer|administrator|technician|architect|surgeon|nurse|associate|geschäftsführer(?:in)?|inhaber(?:in)?|leiter(?:in)?)\b/i;
const NOT_NAMES =
  /\b(?:our|the|about|contact|us|team|home|news|services?|privacy|terms|policy|read|more|view|all|meet|company|office|hours|products?|learn|get|quote|blog|careers|leadership|management|inc|llc|ltd|gmbh|street|avenue|road)\b/i;
/** Elements that hold one person each on a team page. */
const MAX_CARD_TEXT = 900;

/** Whether a text reads like the name of a person. */
export function looksLikeName(text: string): boolean {
  return text.length <= 60 && NAME.test(text) && !NOT_NAMES.test(text) && !TITLE.test(text);
}

/** Cards of a team page: a heading with a name, and around it a title or a way to reach that person. */
function teamCards(tree: HtmlTree, country: string | undefined): FoundEntity[] {
  const names = tree.elements.filter(
    (element) =>
      isNameHolder(element) && !isHidden(element) && looksLikeName(textOf(element, { max: 80 }).replaceAll('\n', ' ')),
  );
  const cards: FoundEntity[] = [];
  const holders = new Set(names);
  for (const name of names.slice(0, 400)) {
    const card = cardAround(name, holders);
    const entity = card && readCard(card, name, country);
    if (entity && entity.values.length > 1) cards.push(entity);
  }
  return cards;
}

function isNameHolder(element: HtmlElement): boolean {
  if (/^h[2-6]$|^strong$|^b$|^dt$|^figcaption$/.test(element.tag)) return true;
  return classesOf(element).some((name) => /(?:^|[-_])name$/i.test(name));
}

/** The largest element around a name that holds no other name. */
function cardAround(name: HtmlElement, holders: ReadonlySet<HtmlElement>): HtmlElement | undefined {
  let card: HtmlElement | undefined;
  for (let at = name.parent; at?.parent && at.tag !== 'body' && at.tag !== 'main'; at = at.parent) {
    let others = 0;
    let seen = 0;
    for (const element of below(at)) {
      if ((seen += 1) > 120) return card;
      if (holders.has(element) && element !== name && !isWithin(element, name)) others += 1;
    }
    if (others > 0 || textOf(at, { max: MAX_CARD_TEXT + 1 }).length > MAX_CARD_TEXT) return card;
    if (/^(?:header|footer|nav|form)$/.test(at.tag)) return undefined;
    card = at;
  }
  return card;
}

function isWithin(element: HtmlElement, outer: HtmlElement): boolean {
  for (let at: HtmlElement | undefined = element; at; at = at.parent) if (at === outer) return true;
  return false;
}

function readCard(card: HtmlElement, name: HtmlElement, country: string | undefined): FoundEntity {
  const entity: FoundEntity = { kind: 'person', values: [] };
  addValue(entity, {
    field: 'name',
    value: textOf(name, { max: 80 }).replaceAll('\n', ' '),
    selector: selectorOf(name),
    by: 'team',
  });
  const part: HtmlTree = { root: card, elements: [...below(card)], isCut: false };
  for (const { field, value, selector } of contactPlaces(part, country))
    addValue(entity, { field, value, selector, by: 'team' });
  const holder = part.elements.find(
    (element) =>
      element !== name &&
      !isWithin(element, name) &&
      !element.children.some((child) => typeof child !== 'string') &&
      isTitle(textOf(element, { max: 120 })),
  );
  if (holder)
    addValue(entity, { field: 'title', value: textOf(holder, { max: 120 }), selector: selectorOf(holder), by: 'team' });
  const emails = entity.values.filter(({ field }) => field === 'email');
  // Several addresses in one place are a list, not a person.
  return emails.length > 2 ? { ...entity, values: [] } : entity;
}

const isTitle = (text: string): boolean =>
  text.length >= 2 && text.length <= 80 && TITLE.test(text) && !/[.!?]$|@/.test(text);
