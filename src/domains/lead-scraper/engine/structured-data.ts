/** People and companies that a page describes for machines: JSON-LD, microdata, and hCard. */
import { readEmail } from './emails.ts';
import { addValue, type FoundBy, type FoundEntity, type FoundField, MAX_ENTITIES, valueOf } from './found-values.ts';
import { below, classesOf, type HtmlElement, type HtmlTree, selectorOf, textOf } from './html-tree.ts';
import { readPhone } from './phones.ts';
import { socialLink } from './social.ts';

const COMPANY_TYPE =
  /(?:Organization|Corporation|Business|Store|Restaurant|Hotel|Dentist|Physician|Attorney|LegalService|Clinic|Hospital|Agency|Contractor|Service|Shop|Salon|Gym|Dealer|School|Bakery|Plumber|Electrician)$/;
const MAX_NODES = 5_000;
const MAX_JSON = 300_000;

type Json = Readonly<Record<string, unknown>>;

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, 20) : [value]).flatMap((one: unknown) =>
    typeof one === 'string' ? [one] : typeof one === 'number' ? [String(one)] : [],
  );
const objectsOf = (value: unknown): Json[] =>
  (Array.isArray(value) ? value.slice(0, 200) : [value]).filter(
    (one: unknown): one is Json => typeof one === 'object' && one !== null && !Array.isArray(one),
  );

interface Place {
  selector: string;
  by: FoundBy;
}

/** Adds what one property says, checked for its field. */
function addProperty(
  entity: FoundEntity,
  field: FoundField,
  text: string,
  place: Place,
  country: string | undefined,
): void {
  const value =
    field === 'email'
      ? readEmail(text.replace(/^mailto:/i, ''))
      : field === 'phone'
        ? readPhone(text.replace(/^tel:/i, ''), country)
        : field === 'social'
          ? socialLink(text)
          : field === 'website'
            ? /^https?:\/\//i.test(text)
              ? text
              : undefined
            : text;
  if (value) addValue(entity, { field, value, ...place });
}

const PROPERTIES: Readonly<Record<string, FoundField>> = {
  name: 'name',
  legalName: 'name',
  jobTitle: 'title',
  email: 'email',
  telephone: 'phone',
  sameAs: 'social',
  url: 'website',
};

function kindOf(type: unknown): FoundEntity['kind'] | undefined {
  const types = textsOf(type).map((one) => one.replace(/^.*[/#]/, ''));
  if (types.includes('Person')) return 'person';
  return types.some((one) => COMPANY_TYPE.test(one)) ? 'company' : undefined;
}

function entityOfJson(node: Json, place: Place, country: string | undefined): FoundEntity | undefined {
  const kind = kindOf(node['@type']);
  if (!kind) return undefined;
  const entity: FoundEntity = { kind, values: [] };
  for (const [key, field] of Object.entries(PROPERTIES))
    if (field !== 'website' || kind === 'company')
      for (const text of textsOf(node[key])) addProperty(entity, field, text, place, country);
  for (const point of objectsOf(node.contactPoint)) {
    for (const text of textsOf(point.email)) addProperty(entity, 'email', text, place, country);
    for (const text of textsOf(point.telephone)) addProperty(entity, 'phone', text, place, country);
  }
  for (const address of objectsOf(node.address)) {
    const parts = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry'].flatMap((key) =>
      key === 'addressCountry' && objectsOf(address[key]).length > 0
        ? textsOf(objectsOf(address[key])[0]!.name)
        : textsOf(address[key]),
    );
    addProperty(entity, 'address', parts.join(', '), place, country);
    for (const text of textsOf(address.addressLocality)) addProperty(entity, 'city', text, place, country);
    for (const text of textsOf(address.addressCountry)) addProperty(entity, 'country', text, place, country);
  }
  for (const text of textsOf(node.address)) addProperty(entity, 'address', text, place, country);
  return entity;
}

/** Every object of a document, without recursion. */
function* nodesOf(document: unknown): Generator<Json> {
  const stack: unknown[] = [document];
  for (let seen = 0; stack.length > 0 && seen < MAX_NODES; seen++) {
    const node = stack.pop();
    if (Array.isArray(node)) stack.push(...node.slice(0, 500).toReversed());
    else if (typeof node === 'object' && node !== null) {
      yield node as Json;
      stack.push(
        ...Object.values(node)
          .filter((value) => typeof value === 'object')
          .slice(0, 100)
          .toReversed(),
      );
    }
  }
}

/** JSON.parse recurses in the engine's own stack, so depth is looked at first. */
function parseJson(text: string): unknown {
  if (text.length > MAX_JSON || /[[{](?:\s*[[{]){60}/.test(text)) return undefined;
  try {
    return JSON.parse(text.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)|(?:-->|\/\/\]\]>)\s*$/g, '')) as unknown;
  } catch {
    return undefined;
  }
}

function fromJsonLd({ elements }: HtmlTree, country: string | undefined): FoundEntity[] {
  return elements
    .filter(({ tag, attributes }) => tag === 'script' && /^application\/ld\+json/i.test(attributes.type ?? ''))
    .slice(0, 30)
    .flatMap((script) => {
      const place: Place = { selector: selectorOf(script), by: 'json-ld' };
      const text = script.children.filter((child) => typeof child === 'string').join('');
      return [...nodesOf(parseJson(text))].flatMap((node) => entityOfJson(node, place, country) ?? []);
    });
}

function contentOf(element: HtmlElement): string {
  const { content, href } = element.attributes;
  return (
    content ?? (element.tag === 'a' && href && !/^(?:#|javascript:)/i.test(href) ? href : textOf(element, { max: 500 }))
  );
}

const ITEM_PROPERTIES: Readonly<Record<string, FoundField>> = {
  ...PROPERTIES,
  addressLocality: 'city',
  addressCountry: 'country',
};

function fromMicrodata({ elements }: HtmlTree, country: string | undefined): FoundEntity[] {
  const items = elements.filter(({ attributes }) => 'itemscope' in attributes && kindOf(attributes.itemtype ?? ''));
  return items.slice(0, MAX_ENTITIES).map((item) => {
    const entity: FoundEntity = { kind: kindOf(item.attributes.itemtype)!, values: [] };
    for (const element of below(item)) {
      const property = element.attributes.itemprop;
      if (property === undefined || ownerOf(element) !== item) continue;
      for (const name of property.split(/\s+/)) {
        const field = name === 'address' ? 'address' : ITEM_PROPERTIES[name];
        if (!field || (field === 'website' && entity.kind === 'person')) continue;
        const text =
          field === 'name' || field === 'title' || field === 'address'
            ? textOf(element, { max: 500 })
            : contentOf(element);
        addProperty(
          entity,
          field,
          text || (element.attributes.content ?? ''),
          { selector: selectorOf(element), by: 'microdata' },
          country,
        );
      }
    }
    return entity;
  });
}

/** The item that a property belongs to; those of a postal address belong to who has it. */
function ownerOf(element: HtmlElement): HtmlElement | undefined {
  for (let at = element.parent; at; at = at.parent)
    if ('itemscope' in at.attributes && !/PostalAddress|ContactPoint|GeoCoordinates/.test(at.attributes.itemtype ?? ''))
      return at;
  return undefined;
}

const CARD_CLASSES: Readonly<Record<string, FoundField>> = {
  fn: 'name',
  'p-name': 'name',
  title: 'title',
  role: 'title',
  'p-job-title': 'title',
  email: 'email',
  'u-email': 'email',
  tel: 'phone',
  'p-tel': 'phone',
  adr: 'address',
  'p-adr': 'address',
  locality: 'city',
  'p-locality': 'city',
  'country-name': 'country',
  'p-country-name': 'country',
};

function fromCards({ elements }: HtmlTree, country: string | undefined): FoundEntity[] {
  const isCard = (element: HtmlElement) => classesOf(element).some((name) => name === 'vcard' || name === 'h-card');
  return elements
    .filter(isCard)
    .slice(0, MAX_ENTITIES)
    .map((card) => {
      const entity: FoundEntity = { kind: 'person', values: [] };
      let org = '';
      for (const element of below(card)) {
        for (const name of classesOf(element)) {
          if (name === 'org' || name === 'p-org') org ||= textOf(element, { max: 200 });
          const field = CARD_CLASSES[name];
          if (!field) continue;
          const isLink = field === 'email' || field === 'phone';
          const text = isLink
            ? (element.attributes.href ?? textOf(element, { max: 200 }))
            : textOf(element, { max: 500 });
          addProperty(entity, field, text.split('?', 1)[0]!, { selector: selectorOf(element), by: 'hcard' }, country);
        }
      }
      const name = valueOf(entity, 'name');
      return org !== '' && (name === '' || name === org) ? { ...entity, kind: 'company' } : entity;
    });
}

/** Entities with at least a name, an email address, or a phone number. */
export function structuredEntities(tree: HtmlTree, country: string | undefined): FoundEntity[] {
  return [...fromJsonLd(tree, country), ...fromMicrodata(tree, country), ...fromCards(tree, country)]
    .filter((entity) => entity.values.some(({ field }) => field === 'name' || field === 'email' || field === 'phone'))
    .slice(0, MAX_ENTITIES);
}
