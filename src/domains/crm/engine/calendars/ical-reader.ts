/** Reads the lines of iCalendar texts (RFC 5545): properties with their parameters, in their components. */

export interface Property {
  name: string;
  /** By name in upper case. */
  params: Readonly<Record<string, string>>;
  value: string;
}

export interface Component {
  name: string;
  properties: Property[];
  parts: Component[];
}

const LINE = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/;
const PARAM = /;([A-Za-z0-9-]+)=("[^"]*"|[^";:]*)/g;
/** Components within components; calendars have three. */
const MAX_DEPTH = 8;

/** The calendars of a text. Lines that cannot be read are left out. */
export function readCalendars(text: string): Component[] {
  const root: Component = { name: '', properties: [], parts: [] };
  const open = [root];
  for (const line of text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n|\r/)) {
    const [, name = '', params = '', value = ''] = LINE.exec(line) ?? [];
    if (name === '') continue;
    const upper = name.toUpperCase();
    if (upper === 'BEGIN' && open.length < MAX_DEPTH) {
      const part: Component = { name: value.trim().toUpperCase(), properties: [], parts: [] };
      open.at(-1)!.parts.push(part);
      open.push(part);
    } else if (upper === 'END' && open.length > 1) open.pop();
    else open.at(-1)!.properties.push({ name: upper, params: paramsOf(params), value });
  }
  return root.parts.filter((part) => part.name === 'VCALENDAR');
}

function paramsOf(text: string): Record<string, string> {
  const found = [...text.matchAll(PARAM)].map(([, name, value]) => [name!.toUpperCase(), value!.replaceAll('"', '')]);
  return Object.fromEntries(found) as Record<string, string>;
}

export const propertyOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((one) => one.name === name);

export const valueOf = (component: Component, name: string): string =>
  propertyOf(component, name)?.value.trim().toUpperCase() ?? '';
