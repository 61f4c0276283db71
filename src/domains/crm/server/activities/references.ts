/** Whether what an activity links to exists in the workspace, and who its attendees are. */
import { AppError, type FieldError } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { AttendeeEntry } from '../../contract/activities.ts';
import type { ActivityData } from '../../engine/activities/activity-data.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { contactName } from '../contacts/names.ts';
import type { Guest } from './write.ts';

const LINKS = [
  ['contactId', 'contacts', 'This contact does not exist.'],
  ['companyId', 'companies', 'This company does not exist.'],
  ['leadId', 'leads', 'This lead does not exist.'],
  ['opportunityId', 'opportunities', 'This opportunity does not exist.'],
] as const;

/** Linked records in `input` that do not exist, by field. The others cannot be merged until the transaction ends. */
export async function linkErrors(
  data: ActivityData,
  input: Partial<Record<(typeof LINKS)[number][0] | 'ownerId', unknown>>,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  if (input.ownerId) {
    const found = await query('select 1 from workspace_people where id = $1 and active', [data.ownerId]);
    if (found.length === 0) errors.push({ field: 'ownerId', message: 'This person is not in the workspace.' });
  }
  for (const [field, table, message] of LINKS) {
    if (!input[field]) continue;
    const found = await query(
      `select 1 from ${table} where id = $1 and workspace_id = $2 and deleted_at is null for key share`,
      [data[field], currentWorkspaceId()],
    );
    if (found.length === 0) errors.push({ field, message });
  }
  return errors;
}

/** The attendees with the names and addresses that are known of them. @throws AppError `validation` */
export async function resolveGuests(entries: readonly AttendeeEntry[]): Promise<Guest[]> {
  const people = await byId(
    'select id, name, email from workspace_people where id = any($1)',
    entries.map((entry) => entry.userId),
  );
  const contacts = await byId(
    `select c.id, ${contactName('c')} as name, coalesce(c.emails->0->>'value', '') as email from contacts c
      where c.id = any($1) and c.deleted_at is null`,
    entries.map((entry) => entry.contactId),
  );
  const errors: FieldError[] = [];
  const guests = entries.map((entry, i): Guest => {
    const known = entry.userId ? people.get(entry.userId) : entry.contactId ? contacts.get(entry.contactId) : undefined;
    const email = entry.email ? parseEmail(entry.email) : '';
    if (email === undefined)
      errors.push({ field: `attendees.${i}`, message: `“${entry.email}” is not an email address.` });
    if (!known && (entry.userId || entry.contactId))
      errors.push({ field: `attendees.${i}`, message: 'This person does not exist.' });
    if (!known && !email)
      errors.push({ field: `attendees.${i}`, message: 'Choose a person or give an email address.' });
    return {
      userId: entry.userId ?? null,
      contactId: entry.contactId ?? null,
      name: entry.name || known?.name || '',
      email: email || known?.email || '',
    };
  });
  if (errors.length > 0) throw new AppError('validation', errors[0]!.message, { fields: errors });
  return guests;
}

interface Person {
  id: string;
  name: string;
  email: string;
}

async function byId(sql: string, ids: readonly (string | undefined)[]): Promise<Map<string, Person>> {
  const wanted = ids.filter((id) => id !== undefined);
  if (wanted.length === 0) return new Map();
  return new Map((await query<Person>(sql, [wanted])).map((person) => [person.id, person]));
}
