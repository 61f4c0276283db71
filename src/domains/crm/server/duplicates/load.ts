/** Records of the workspace in the form in which they are compared. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { type Firm, type Person, toFirm, toPerson } from '../../engine/duplicates/candidates.ts';

interface PersonRow {
  id: string;
  first_name: string;
  last_name: string;
  emails: string[];
  phones: string[];
  company: string;
  city: string;
  title: string;
}

const values = (column: string) => `array(select e->>'value' from jsonb_array_elements(${column}) e)`;
/** The key of the company is its name, folded: no join for each of a hundred thousand. */
const CONTACTS = `select c.id, c.first_name, c.last_name, ${values('c.emails')} as emails,
  ${values('c.phones')} as phones, c.company_key as company, c.city, c.title
  from contacts c where c.workspace_id = $1 and c.deleted_at is null`;
/** A converted lead is a contact already, and known to be. */
const LEADS = `select l.id, l.first_name, l.last_name, array_remove(array[l.email], '') as emails,
  array_remove(array[l.phone], '') as phones, l.company_name as company, l.city, l.title
  from leads l where l.workspace_id = $1 and l.deleted_at is null and l.status <> 'converted'`;
const COMPANIES = `select co.id, co.name, co.website, co.phone, co.street, co.city, co.country from companies co
  where co.workspace_id = $1 and co.deleted_at is null`;

const asPerson = (row: PersonRow): Person =>
  toPerson({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    emails: row.emails,
    phones: row.phones,
    companyName: row.company,
    city: row.city,
    title: row.title,
  });

/** So many are read and folded in some milliseconds. */
const PAGE = 1_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Page by page, so that the database never answers a whole base at once. */
async function all<Row extends { id: string }, Item>(
  sql: string,
  alias: string,
  to: (row: Row) => Item,
  pause: () => Promise<void>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let after = FIRST; ;) {
    const rows = await query<Row>(`${sql} and ${alias}.id > $2 order by ${alias}.id limit $3`, [
      currentWorkspaceId(),
      after,
      PAGE,
    ]);
    for (const row of rows) items.push(to(row));
    await pause();
    if (rows.length < PAGE) return items;
    after = rows.at(-1)!.id;
  }
}

export const allContacts = (pause: () => Promise<void>): Promise<Person[]> => all(CONTACTS, 'c', asPerson, pause);
export const allLeads = (pause: () => Promise<void>): Promise<Person[]> => all(LEADS, 'l', asPerson, pause);
export const allCompanies = (pause: () => Promise<void>): Promise<Firm[]> => all(COMPANIES, 'co', toFirm, pause);

const SOME = 'id = any($2)';
export const contactsOf = async (ids: readonly string[]): Promise<Person[]> =>
  (await query<PersonRow>(`${CONTACTS} and c.${SOME}`, [currentWorkspaceId(), ids], 'crm_people_contacts')).map(
    asPerson,
  );
export const leadsOf = async (ids: readonly string[]): Promise<Person[]> =>
  (await query<PersonRow>(`${LEADS} and l.${SOME}`, [currentWorkspaceId(), ids], 'crm_people_leads')).map(asPerson);
export const companiesOf = async (ids: readonly string[]): Promise<Firm[]> =>
  (await query<Parameters<typeof toFirm>[0]>(`${COMPANIES} and co.${SOME}`, [currentWorkspaceId(), ids])).map(toFirm);
