/** Lines and people of an opportunity: lists that are written as a whole. */
import type * as z from 'zod';
import { newId } from '../../../../kernel/ids.ts';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import type { Line, LineEntry, Person, PersonEntry } from '../../contract/opportunities.ts';
import { lineTotals } from '../../engine/opportunities/amounts.ts';
import { contactName } from '../contacts/names.ts';

export type LineInput = z.output<typeof LineEntry>;

const plain = (column: string) => `trim_scale(${column})::text as `;
const LINE_COLUMNS = `id, product, ${plain('quantity')}quantity, ${plain('unit_price')}"unitPrice", ${plain('discount')}discount, ${plain('tax')}tax`;

/** In their order, each with its net amount in the currency. */
export async function readLines(opportunityId: string, currency: string): Promise<Line[]> {
  const rows = await query<Omit<Line, 'net'>>(
    `select ${LINE_COLUMNS} from opportunity_lines where workspace_id = $1 and opportunity_id = $2 order by position`,
    [currentWorkspaceId(), opportunityId],
  );
  return rows.map((row) => ({ ...row, net: lineTotals(row, currency).net }));
}

export async function writeLines(opportunityId: string, lines: readonly LineInput[]): Promise<void> {
  await execute('delete from opportunity_lines where workspace_id = $1 and opportunity_id = $2', [
    currentWorkspaceId(),
    opportunityId,
  ]);
  if (lines.length === 0) return;
  const rows = lines.map((line, position) => ({
    id: newId(),
    position,
    key: fold(line.product).slice(0, 200),
    ...line,
  }));
  await execute(
    `insert into opportunity_lines (id, workspace_id, opportunity_id, position, product, product_key, quantity,
      unit_price, discount, tax)
     select r.id, $1, $2, r.position, r.product, r.key, r.quantity, r."unitPrice", r.discount, r.tax
     from jsonb_to_recordset($3::jsonb) as r(id uuid, position int, product text, key text, quantity numeric,
        "unitPrice" numeric, discount numeric, tax numeric)`,
    [currentWorkspaceId(), opportunityId, JSON.stringify(rows)],
  );
}

/** The main contact first, then the others in their order; those in the trash are not among them. */
export function readPeople(opportunityId: string): Promise<Person[]> {
  return query<Person>(
    `select jsonb_build_object('id', c.id, 'name', ${contactName('c')}) as contact, p.role, p.main
     from (
       select o.contact_id, coalesce(oc.role, '') as role, true as main, -1 as position from opportunities o
       left join opportunity_contacts oc on oc.opportunity_id = o.id and oc.contact_id = o.contact_id
          where o.workspace_id = $1 and o.id = $2 and o.contact_id is not null
       union all
       select oc.contact_id, oc.role, false, oc.position from opportunity_contacts oc
          join opportunities o on o.id = oc.opportunity_id
       where oc.workspace_id = $1 and oc.opportunity_id = $2 and oc.contact_id is distinct from o.contact_id
     ) p join contacts c on c.id = p.contact_id and c.workspace_id = $1 and c.deleted_at is null order by p.position`,
    [currentWorkspaceId(), opportunityId],
  );
}

export async function writePeople(
  opportunityId: string,
  people: readonly z.output<typeof PersonEntry>[],
): Promise<void> {
  await execute('delete from opportunity_contacts where workspace_id = $1 and opportunity_id = $2', [
    currentWorkspaceId(),
    opportunityId,
  ]);
  const distinct = [...new Map(people.map((person) => [person.contactId, person])).values()];
  if (distinct.length === 0) return;
  await execute(
    `insert into opportunity_contacts (workspace_id, opportunity_id, contact_id, role, position)
     select $1, $2, n.id, n.role, n.position
        from unnest($3::uuid[], $4::text[]) with ordinality as n(id, role, position)`,
    [
      currentWorkspaceId(),
      opportunityId,
      distinct.map((person) => person.contactId),
      distinct.map((person) => person.role ?? ''),
    ],
  );
}

/**
 * Gives the parts that one contact plays in deals to another: the two have become one. Where both play one, a role that
 * only one of them has is kept, whichever of the two survives.
 */
export async function movePeople(fromContact: string, toContact: string): Promise<void> {
  await execute(
    `update opportunity_contacts kept set role = gone.role from opportunity_contacts gone
      where kept.workspace_id = $1 and kept.contact_id = $3 and kept.role = '' and gone.workspace_id = $1
        and gone.opportunity_id = kept.opportunity_id and gone.contact_id = $2 and gone.role <> ''`,
    [currentWorkspaceId(), fromContact, toContact],
  );
  await execute(
    `update opportunity_contacts oc set contact_id = $3 where workspace_id = $1 and contact_id = $2
       and not exists (select 1 from opportunity_contacts other where other.opportunity_id = oc.opportunity_id
          and other.contact_id = $3)`,
    [currentWorkspaceId(), fromContact, toContact],
  );
  await execute('delete from opportunity_contacts where workspace_id = $1 and contact_id = $2', [
    currentWorkspaceId(),
    fromContact,
  ]);
}

/** Products of earlier lines whose name begins with or holds the words, each with what it cost last. */
export function findProducts(
  search: string | undefined,
): Promise<{ product: string; unitPrice: string; currency: string; tax: string }[]> {
  return query(
    `select product, "unitPrice", currency, tax from (
       select distinct on (l.product_key) l.product_key, l.product, trim_scale(l.unit_price)::text as "unitPrice",
          o.currency, trim_scale(l.tax)::text as tax
       from opportunity_lines l join opportunities o on o.id = l.opportunity_id and o.deleted_at is null
       where l.workspace_id = $1 and ($2 = '' or strpos(l.product_key, $2) > 0) order by l.product_key, l.id desc
     ) known order by not starts_with(product_key, $2), product_key limit 20`,
    [currentWorkspaceId(), fold(search ?? '')],
  );
}
