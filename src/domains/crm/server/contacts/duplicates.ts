/** Contacts that may be the same person as an entry. */
import type * as z from 'zod';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { type Duplicate, DUPLICATE_REASONS, type DuplicateQuery } from '../../contract.ts';
import {
  emailMatchKey,
  fullName,
  nameCompanyMatchKey,
  nameKey,
  phoneMatchKey,
} from '../../engine/contacts/contact-data.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { parsePhone } from '../../../../records/engine/phone.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';
import { COMPANY_JOIN, type DbRow, ROW_COLUMNS, toRow } from './rows.ts';

const MAX = 10;
/** Stands for the name alone among the keys, of which it is none: `name_key` has an index of its own. */
const NAMESAKE = 'name';

/** The surest first: the same email address, phone, name and company, name. Half-typed values are passed over. */
export async function findDuplicates(entry: z.output<typeof DuplicateQuery>): Promise<Duplicate[]> {
  const wanted = new Map<string, Pick<Duplicate, 'reason' | 'matched'>>();
  let namesakeKey: string | null = null;
  for (const { value } of entry.emails ?? []) {
    const email = parseEmail(value);
    if (email) wanted.set(emailMatchKey(email), { reason: 'email', matched: email });
  }
  if (entry.phones?.some((phone) => phone.value)) {
    const { country } = await workspaceSettings();
    for (const { value } of entry.phones) {
      const phone = parsePhone(value, country);
      if (phone) wanted.set(phoneMatchKey(phone.value), { reason: 'phone', matched: phone.value });
    }
  }
  if (entry.firstName && entry.lastName) {
    const name = fullName({ firstName: entry.firstName, lastName: entry.lastName });
    if (entry.companyName)
      wanted.set(nameCompanyMatchKey(name, entry.companyName), {
        reason: 'name_company',
        matched: `${name}, ${entry.companyName}`,
      });
    wanted.set(NAMESAKE, { reason: 'name', matched: name });
    namesakeKey = nameKey(name);
  }
  if (wanted.size === 0) return [];
  const rows = await query<DbRow & { key: string }>(
    `with found as (
       select key, contact_id from contact_keys where workspace_id = $1 and key = any($2)
       union all
       (select '${NAMESAKE}', id from contacts where workspace_id = $1 and name_key = $4 and deleted_at is null
          order by id limit 50)
     )
     select ${ROW_COLUMNS}, k.key from found k
        join contacts c on c.id = k.contact_id and c.workspace_id = $1 and c.deleted_at is null
     ${COMPANY_JOIN} where k.contact_id is distinct from $3 order by c.id limit 200`,
    [currentWorkspaceId(), [...wanted.keys()], entry.exceptId ?? null, namesakeKey],
  );
  const rank = (duplicate: Duplicate) => DUPLICATE_REASONS.indexOf(duplicate.reason);
  const best = new Map<string, Duplicate>();
  for (const row of rows) {
    const duplicate = { contact: toRow(row), ...wanted.get(row.key)! };
    const known = best.get(row.id);
    if (!known || rank(duplicate) < rank(known)) best.set(row.id, duplicate);
  }
  return [...best.values()].sort((a, b) => rank(a) - rank(b)).slice(0, MAX);
}
