/** The fields that workflows can fill in, and what the CRM wants for them. Workflows write text; records hold more. */
import type { RecordName } from '../contract/definition.ts';

export interface SetField {
  key: string;
  label: string;
}

const NAMES: Partial<Record<RecordName, readonly SetField[]>> = {
  contact: [
    { key: 'firstName', label: 'First name' }, { key: 'lastName', label: 'Last name' }, { key: 'email', label: 'E-mail' }, { key: 'phone', label: 'Phone' }, { key: 'companyName', label: 'Company' },
    { key: 'title', label: 'Title' }, { key: 'source', label: 'Source' }, { key: 'tags', label: 'Tags' }, { key: 'ownerId', label: 'Owner' }, { key: 'about', label: 'About' },
  ],
  company: [{ key: 'name', label: 'Name' }, { key: 'industry', label: 'Industry' }, { key: 'website', label: 'Website' }, { key: 'ownerId', label: 'Owner' }],
  opportunity: [{ key: 'name', label: 'Name' }, { key: 'amount', label: 'Amount' }, { key: 'contactId', label: 'Contact' }, { key: 'companyId', label: 'Company' }, { key: 'ownerId', label: 'Owner' }],
  lead: [
    { key: 'firstName', label: 'First name' }, { key: 'lastName', label: 'Last name' }, { key: 'email', label: 'E-mail' }, { key: 'phone', label: 'Phone' }, { key: 'companyName', label: 'Company' },
    { key: 'title', label: 'Title' }, { key: 'source', label: 'Source' }, { key: 'tags', label: 'Tags' }, { key: 'ownerId', label: 'Owner' }, { key: 'about', label: 'About' },
  ],
  activity: [
    { key: 'type', label: 'Type (task, call, meeting, mail, note)' }, { key: 'subject', label: 'Subject' }, { key: 'body', label: 'Text' }, { key: 'dueInDays', label: 'Due in days' },
    { key: 'priority', label: 'Priority (low, normal, high)' }, { key: 'ownerId', label: 'Owner' },
  ],
};

const CHANGEABLE: Partial<Record<RecordName, readonly SetField[]>> = {
  contact: [{ key: 'title', label: 'Title' }, { key: 'source', label: 'Source' }, { key: 'city', label: 'City' }, { key: 'country', label: 'Country' }],
};

/** What `create` can fill in. */
export function creatableFields(kind: RecordName): readonly SetField[] {
  return NAMES[kind] ?? [];
}

/** What `update` can set beside custom fields. */
export function changeableFields(kind: RecordName): readonly SetField[] {
  return CHANGEABLE[kind] ?? [];
}

interface About {
  run: { subject: { type: string; id: string } | undefined };
  now: Date;
}

const LISTS = new Set(['tags']);
const LINKS: Record<string, string> = { contact: 'contactId', company: 'companyId', lead: 'leadId', opportunity: 'opportunityId' };
const DAY = 86_400_000;

/** What the CRM's own form would send. Blank texts are left out; an activity is linked to what the run is about. */
export function createInput(kind: RecordName, fields: Record<string, string>, { run, now }: About): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const text = value.trim();
    if (text === '') continue;
    if (kind === 'contact' && key === 'email') input['emails'] = [{ value: text }];
    else if (kind === 'contact' && key === 'phone') input['phones'] = [{ value: text }];
    else if (key === 'dueInDays') input['dueAt'] = new Date(now.getTime() + (Number(text) || 0) * DAY).toISOString();
    else assign(input, key, text);
  }
  const link = run.subject && LINKS[run.subject.type];
  if (kind === 'activity') {
    input['type'] ??= 'task';
    if (link && run.subject) input[link] ??= run.subject.id;
  }
  return input;
}

/** What a bulk edit would set; blank text empties the field. */
export function setInput(_kind: RecordName, fields: Record<string, string>): Record<string, unknown> {
  const set: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) assign(set, key, value.trim());
  return set;
}

function assign(input: Record<string, unknown>, key: string, text: string): void {
  if (key.startsWith('custom.')) input['custom'] = { ...(input['custom'] as object | undefined), [key.slice('custom.'.length)]: text === '' ? null : text };
  else if (LISTS.has(key)) input[key] = text.split(',').map((part) => part.trim()).filter(Boolean);
  else input[key] = key.endsWith('Id') && text === '' ? null : text;
}
