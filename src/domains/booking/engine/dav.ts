/** What CalDAV servers say (RFC 4918 and 4791): a multistatus, read without regard to prefixes and namespaces. */
import { Parser } from 'htmlparser2';

interface Element {
  /** Without its prefix, in lower case. */
  name: string;
  text: string;
  children: Element[];
}

/** One resource of a multistatus, with the properties that the server gave. */
export interface DavResource {
  href: string;
  /** By local name. */
  props: ReadonlyMap<string, Element>;
}

const MAX_DEPTH = 40;
const MAX_ELEMENTS = 300_000;

/** @throws RangeError for a text that is too large or too deep to be an answer of a calendar server */
function readTree(text: string): Element {
  const root: Element = { name: '', text: '', children: [] };
  const open = [root];
  let count = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        // Kinds of components are told by an attribute.
        const text = attributes['name'] ?? '';
        const element: Element = { name: name.replace(/^.*:/, '').toLowerCase(), text, children: [] };
        if (open.length > MAX_DEPTH || (count += 1) > MAX_ELEMENTS) throw new RangeError('The answer is too large.');
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      ontext(piece) {
        open.at(-1)!.text += piece;
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  return root;
}

const childOf = (element: Element | undefined, name: string) => element?.children.find((one) => one.name === name);

/** Resources of a multistatus; of their properties those that were found. */
export function readMultistatus(text: string): DavResource[] {
  const multistatus = childOf(readTree(text), 'multistatus');
  return (multistatus?.children ?? [])
    .filter(({ name }) => name === 'response')
    .flatMap((response) => {
      const href = childOf(response, 'href')?.text.trim();
      if (!href) return [];
      const props = new Map<string, Element>();
      for (const part of response.children) {
        const status = childOf(part, 'status')?.text ?? '';
        if (part.name !== 'propstat' || (status !== '' && !/\s2\d\d\b/.test(status))) continue;
        for (const prop of childOf(part, 'prop')?.children ?? []) props.set(prop.name, prop);
      }
      return [{ href, props }];
    });
}

/** The address inside a property such as `calendar-home-set`. */
export const hrefIn = ({ props }: DavResource, name: string): string | undefined =>
  childOf(props.get(name), 'href')?.text.trim() || undefined;
export const textOf = ({ props }: DavResource, name: string): string => props.get(name)?.text.trim() ?? '';

/** Whether a resource is a calendar that holds events. */
export function isEventCalendar({ props }: DavResource): boolean {
  if (!childOf(props.get('resourcetype'), 'calendar')) return false;
  const kinds = props.get('supported-calendar-component-set');
  // Servers that do not say take everything.
  return !kinds || kinds.children.length === 0 || kinds.children.some(({ text }) => text.toUpperCase() === 'VEVENT');
}

/** Whether bookings can be written into it, as far as the server says. */
export function isWritable({ props }: DavResource): boolean {
  const rights = props.get('current-user-privilege-set');
  if (!rights) return true;
  const names = new Set(rights.children.flatMap(({ children }) => children.map(({ name }) => name)));
  return names.has('write') || names.has('all') || names.has('bind') || names.has('write-content');
}

const DAV = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"';
const propfind = (...props: readonly string[]) =>
  `<?xml version="1.0" encoding="utf-8"?><d:propfind ${DAV}><d:prop>${props.map((one) => `<${one}/>`).join('')}</d:prop></d:propfind>`;

export const FIND_PRINCIPAL = propfind('d:current-user-principal', 'd:resourcetype', 'c:calendar-home-set');
export const FIND_HOME = propfind('c:calendar-home-set');
export const FIND_CALENDARS = propfind(
  'd:resourcetype',
  'd:displayname',
  'c:supported-calendar-component-set',
  'd:current-user-privilege-set',
);
/** What changes with every change of a calendar, where the server has it. */
export const FIND_STATE = propfind('s:getctag', 'd:sync-token');

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

/** Asks for the events that touch a time; series come whole, with their exceptions. */
export const eventsQuery = ([from, until]: readonly [from: number, until: number]): string =>
  `<?xml version="1.0" encoding="utf-8"?><c:calendar-query ${DAV}><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${stamp(from)}" end="${stamp(until)}"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
