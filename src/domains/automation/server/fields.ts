/** The fields that workflows can fill in, and what the CRM wants for them. Workflows write text; records hold more. */
import { ownValuesFromText } from '../../crm/index.ts';
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

const PLACE: readonly SetField[] = [{ key: 'city', label: 'City' }, { key: 'country', label: 'Country' }];

/** What a bulk edit of the kind takes. Owners and tags have steps of their own. */
const CHANGEABLE: Partial<Record<RecordName, readonly SetField[]>> = {
  contact: [{ key: 'title', label: 'Title' }, { key: 'companyId', label: 'Company' }, { key: 'source', label: 'Source' }, ...PLACE],
  company: [{ key: 'industry', label: 'Industry' }, ...PLACE],
  opportunity: [
    { key: 'companyId', label: 'Company' }, { key: 'source', label: 'Source' }, { key: 'expectedClose', label: 'Expected closing day (such as 2030-12-31)' }, { key: 'nextStep', label: 'Next step' },
    { key: 'forecast', label: 'Forecast (pipeline, best, commit, omitted)' },
  ],
  lead: [{ key: 'status', label: 'Status (new, working, qualified, unqualified)' }, { key: 'statusReason', label: 'Reason of the status' }, { key: 'source', label: 'Source' }, ...PLACE],
  activity: [
    { key: 'type', label: 'Type (task, call, meeting, mail, note)' }, { key: 'priority', label: 'Priority (low, normal, high)' }, { key: 'status', label: 'Status (open, done)' },
  ],
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
/** Blank, they are nothing at all. */
const EMPTIED = new Set(['expectedClose', 'forecast']);
const LINKS: Record<string, string> = { contact: 'contactId', company: 'companyId', lead: 'leadId', opportunity: 'opportunityId' };
const DAY = 86_400_000;

/** What the CRM's own form would send. Blank texts are left out; an activity is linked to what the run is about. */
export function createInput(kind: RecordName, fields: Record<string, string>, { run, now }: About): Promise<Record<string, unknown>> {
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
  return withOwnValues(kind, input);
}

/** What a bulk edit would set; blank text empties the field. */
export function setInput(kind: RecordName, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const set: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) assign(set, key, value.trim());
  return withOwnValues(kind, set);
}

/** Own fields hold numbers, choices and yes or no; `assign` has put texts there. */
async function withOwnValues(kind: RecordName, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  return input['custom'] ? { ...input, custom: await ownValuesFromText(kind, input['custom'] as Record<string, string | null>) } : input;
}

function assign(input: Record<string, unknown>, key: string, text: string): void {
  if (key.startsWith('custom.')) input['custom'] = { ...(input['custom'] as object | undefined), [key.slice('custom.'.length)]: text === '' ? null : text };
  else if (LISTS.has(key)) input[key] = text.split(',').map((part) => part.trim()).filter(Boolean);
  else input[key] = text === '' && (key.endsWith('Id') || EMPTIED.has(key)) ? null : text;
}
