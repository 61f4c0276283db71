/** Contacts as vCard 4.0 (RFC 6350). */
import { type ContactData, displayName } from './contact-data.ts';

const TYPES: Record<string, string> = { work: 'work', home: 'home', mobile: 'cell' };

/** Backslash, comma, semicolon and line break have a meaning of their own (RFC 6350, 3.4). */
function escape(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;

/** Lines of at most 75 bytes, continued with a blank (3.2); never cut inside a character. */
function foldLine(line: string): string {
  if (line.length <= 75 && bytesOf(line) <= 75) return `${line}\r\n`;
  const lines: string[] = [];
  let current = '';
  let bytes = 0;
  for (const character of line) {
    const size = bytesOf(character);
    if (bytes + size > 75) {
      lines.push(current);
      current = ' ';
      bytes = 1;
    }
    current += character;
    bytes += size;
  }
  return `${[...lines, current].join('\r\n')}\r\n`;
}

const typed = (name: string, label: string) => (TYPES[label] ? `${name};TYPE=${TYPES[label]}` : name);

export function toVcard(contact: { id: string; data: ContactData; companyName: string; updatedAt: string }): string {
  const { data } = contact;
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID:urn:uuid:${contact.id}`,
    `FN:${escape(displayName(data))}`,
    `N:${escape(data.lastName)};${escape(data.firstName)};;;`,
  ];
  if (contact.companyName) lines.push(`ORG:${escape(contact.companyName)}`);
  if (data.title) lines.push(`TITLE:${escape(data.title)}`);
  for (const email of data.emails) lines.push(`${typed('EMAIL', email.label)}:${escape(email.value)}`);
  for (const phone of data.phones)
    lines.push(`${typed('TEL;VALUE=uri', phone.label)}:tel:${phone.value}${phone.ext ? `;ext=${phone.ext}` : ''}`);
  const address = [data.street, data.city, data.region, data.postalCode, data.country];
  if (address.some(Boolean)) lines.push(`ADR:;;${address.map(escape).join(';')}`);
  for (const url of Object.values(data.links)) lines.push(`URL:${url}`);
  if (data.tags.length > 0) lines.push(`CATEGORIES:${data.tags.map(escape).join(',')}`);
  if (data.about) lines.push(`NOTE:${escape(data.about)}`);
  lines.push(`REV:${contact.updatedAt.replace(/[-:]|\.\d+/g, '')}`, 'END:VCARD');
  return lines.map(foldLine).join('');
}
