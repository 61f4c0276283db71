/** Leads and contacts that may be the same as an entry. */
import type * as z from 'zod';
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { LEAD_DUPLICATE_REASONS, type LeadDuplicate, type LeadDuplicateQuery } from '../../contract/leads.ts';
import { displayName, fullName } from '../../engine/contacts/contact-data.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { parsePhone } from '../../../../records/engine/phone.ts';
import { findDuplicates } from '../contacts/duplicates.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';

const MAX = 10;

/** The surest first: the same email address, phone, name and company, name. Half-typed values are passed over. */
export async function findLeadDuplicates(entry: z.output<typeof LeadDuplicateQuery>): Promise<LeadDuplicate[]> {
  const contacts = await findDuplicates({
    firstName: entry.firstName,
    lastName: entry.lastName,
    companyName: entry.companyName,
    emails: entry.email ? [{ value: entry.email }] : undefined,
    phones: entry.phone ? [{ value: entry.phone }] : undefined,
  });
  const found: LeadDuplicate[] = [
    ...(await sameLeads(entry)),
    ...contacts.map(({ contact, reason, matched }): LeadDuplicate => ({
      kind: 'contact',
      id: contact.id,
      name: displayName(contact),
      companyName: contact.company?.name ?? '',
      reason,
      matched,
    })),
  ];
  const rank = ({ reason }: LeadDuplicate) => LEAD_DUPLICATE_REASONS.indexOf(reason);
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX);
}

async function sameLeads(entry: z.output<typeof LeadDuplicateQuery>): Promise<LeadDuplicate[]> {
  const email = entry.email ? fold(parseEmail(entry.email) ?? '') : '';
  const phone = entry.phone ? (parsePhone(entry.phone, (await workspaceSettings()).country)?.value ?? '') : '';
  const name =
    entry.firstName && entry.lastName ? fullName({ firstName: entry.firstName, lastName: entry.lastName }) : '';
  const company = entry.companyName ?? '';
  if (!email && !phone && !name) return [];
  const rows = await query<{ id: string; name: string; company_name: string; reason: LeadDuplicate['reason'] }>(
    `select distinct on (id) id, name, company_name, reason from (
       (select id, name, company_name, 'email' as reason, 1 as rank from leads where workspace_id = $1
          and email_key = $2 and $2 <> '' and deleted_at is null order by id limit ${MAX})
       union all
       (select id, name, company_name, 'phone', 2 from leads where workspace_id = $1 and phone = $3 and $3 <> ''
          and deleted_at is null order by id limit ${MAX})
       union all
       (select id, name, company_name, case when company_key = $5 and $5 <> '' then 'name_company' else 'name' end,
          case when company_key = $5 and $5 <> '' then 3 else 4 end
        from leads where workspace_id = $1 and name_key = $4 and $4 <> '' and deleted_at is null
          order by id limit ${MAX})
     ) found where id is distinct from $6 order by id, rank limit ${MAX}`,
    [currentWorkspaceId(), email, phone, fold(name).slice(0, 200), fold(company).slice(0, 200), entry.exceptId ?? null],
  );
  const matched: Record<LeadDuplicate['reason'], string> = {
    email: entry.email ?? '',
    phone,
    name_company: `${name}, ${company}`,
    name,
  };
  return rows.map((row) => ({
    kind: 'lead',
    id: row.id,
    name: row.name,
    companyName: row.company_name,
    reason: row.reason,
    matched: matched[row.reason],
  }));
}
