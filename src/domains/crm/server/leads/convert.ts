/** Making contact, company and opportunity of a lead in one transaction. */
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { ContactFields } from '../../contract/contacts.ts';
import type { ConvertLead } from '../../contract/lead-conversion.ts';
import type { Lead } from '../../contract/leads.ts';
import { displayName } from '../../engine/contacts/contact-data.ts';
import { BLANK_LEAD, type LeadData } from '../../engine/leads/lead-data.ts';
import { CRM } from '../../paths.ts';
import type { ContactImage } from '../contacts/bulk.ts';
import { companyKey } from '../../engine/companies/company-data.ts';
import { companiesByName, companyName, isCompanyName } from '../contacts/references.ts';
import { type DbRecord as DbContact, toData as toContactData } from '../contacts/rows.ts';
import { createContact, lockContacts, updateContact } from '../contacts/service.ts';
import { createOpportunity } from '../opportunities/service.ts';
import { withAllNotes } from '../../../../records/server/notes/with-all-notes.ts';
import { readersToKeep } from '../../../../records/server/access/readers.ts';
import { customDefinitions } from '../../../../records/server/workspace.ts';
import { LEADS_CHANGED } from './kind.ts';
import { toData } from './rows.ts';
import { getLead, lockLead } from './service.ts';

/** The data that undoing a conversion needs, stored with the lead. */
export interface ConversionRecord {
  before: { status: LeadData['status']; statusReason: string; statusSince: string };
  contact: { id: string; isNew: boolean; version: number; image: ContactImage | null };
  company: { id: string; isNew: boolean } | null;
  opportunity: { id: string; version: number } | null;
  /** Where notes and files went; absent where it was the contact, null where they stayed with the lead. */
  belongings?: { kind: 'contact' | 'opportunity'; id: string } | null;
  notes: string[];
  files: string[];
  /** With what they were linked to before. */
  activities: { id: string; contact_id: string | null; company_id: string | null; opportunity_id: string | null }[];
}

/** Everything that other screens may show of a conversion. */
export const CONVERSION_PATHS = [...LEADS_CHANGED, CRM.contacts, CRM.companies, CRM.opportunities, CRM.activities];

interface Named {
  id: string;
  name: string;
}

interface Converted {
  lead: Lead;
  contact: Named;
  company: Named | null;
  opportunity: Named | null;
}

/**
 * Converts a lead; its notes, files and activities go to the contact. What everyone sees gets nothing of a private one
 * but who the person is: the opportunity is private with the same people, and notes and files go there, or stay.
 * @throws AppError `validation`, `not_found`, `stale`; `conflict` when it is converted already, or private and no one
 *   said that everyone is to see the new contact.
 */
export function convertLead(id: string, request: ConvertLead): Promise<Converted> {
  return transaction(async () => {
    const row = await lockLead(id, request.version);
    if (row.status === 'converted') throw new AppError('conflict', 'This lead is already converted.');
    const readers = await readersToKeep(id);
    const known =
      request.everybodySees === true || (request.contact.how === 'existing' && request.company.how !== 'named');
    if (readers && !known)
      throw new AppError(
        'conflict',
        'This lead is private, and everybody sees contacts and companies. Say that you want that, choose ones that are there, or share the lead first.',
        { field: 'everybodySees' },
      );
    const lead = toData(row);
    const ownerId = request.ownerId === undefined ? lead.ownerId : request.ownerId;
    const company = await companyOf(request.company);
    const contact =
      request.contact.how === 'new'
        ? await newContact(readers ? whoItIs(lead) : lead, row.origin['consent'], company, ownerId)
        : await filledContact(request.contact.id, readers ? BLANK_LEAD : lead, readers ? null : company);
    const opportunity = request.opportunity
      ? await createOpportunity({
          ...request.opportunity,
          contactId: contact.id,
          ...(company && { companyId: company.id }),
          ownerId,
          source: lead.source,
          businessLicenseId: lead.businessLicenseId,
          readers,
        })
      : null;
    const place = readers
      ? opportunity && { kind: 'opportunity' as const, id: opportunity.id }
      : { kind: 'contact' as const, id: contact.id };
    const kept: ConversionRecord = {
      before: { status: lead.status, statusReason: lead.statusReason, statusSince: row.status_since },
      contact: { id: contact.id, isNew: contact.isNew, version: contact.version, image: contact.image },
      company: company && { id: company.id, isNew: company.isNew },
      opportunity: opportunity && { id: opportunity.id, version: opportunity.version },
      belongings: place,
      ...(await moveBelongings(id, place, {
        contact: contact.id,
        company: company?.id ?? null,
        opportunity: opportunity?.id ?? null,
      })),
    };
    await query(
      `update leads set status = 'converted', status_since = now(), converted_at = now(), contact_id = $3,
        company_id = $4, opportunity_id = $5, conversion = $6, version = version + 1,
         updated_at = now(), updated_by = $7 where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        contact.id,
        company?.id ?? null,
        opportunity?.id ?? null,
        JSON.stringify(kept),
        currentUserId(),
      ],
    );
    await emit({
      type: 'lead.converted',
      subject: { type: 'lead', id },
      paths: CONVERSION_PATHS,
      data: {
        version: row.version + 1,
        contactId: contact.id,
        companyId: company?.id ?? null,
        opportunityId: opportunity?.id ?? null,
        detail: `to ${contact.name}`,
      },
    });
    return {
      lead: await getLead(id),
      contact: { id: contact.id, name: contact.name },
      company: company && { id: company.id, name: company.name },
      opportunity: opportunity && { id: opportunity.id, name: opportunity.name },
    };
  });
}

interface CompanyChoice extends Named {
  isNew: boolean;
}

async function companyOf(choice: ConvertLead['company']): Promise<CompanyChoice | null> {
  if (choice.how === 'none') return null;
  if (choice.how === 'existing') {
    const name = await companyName(choice.id);
    if (name === undefined) throw invalid('company.id', 'This company does not exist.');
    return { id: choice.id, name, isNew: false };
  }
  const isKnown = await isCompanyName(choice.name);
  const found = (await companiesByName([choice.name])).get(companyKey(choice.name));
  if (!found) throw invalid('company.name', 'Enter a company name.');
  return { ...found, isNew: !isKnown };
}

interface ContactChoice extends Named {
  isNew: boolean;
  /** After the conversion. */
  version: number;
  /** The existing contact before blank fields were filled. */
  image: ContactImage | null;
}

/**
 * Of a private lead everyone may see who it is, and how to reach them; not where it came from, nor what was written
 * about it.
 */
const whoItIs = (lead: LeadData): LeadData => ({ ...lead, source: '', tags: [], about: '', custom: {} });

/** Custom values that contacts have a field for, too: the same key and kind. */
async function sharedCustom(lead: LeadData): Promise<ContactFields['custom']> {
  const own = new Map((await customDefinitions('lead')).map((field) => [field.key, field.kind]));
  const shared = (await customDefinitions('contact')).filter(
    (field) => own.get(field.key) === field.kind && lead.custom[field.key] !== undefined,
  );
  return Object.fromEntries(shared.map(({ key }) => [key, lead.custom[key]!]));
}

/** @param consent what the visitor of a web form agreed to */
async function newContact(
  lead: LeadData,
  consent: string | undefined,
  company: CompanyChoice | null,
  ownerId: string | null,
): Promise<ContactChoice> {
  if (!lead.firstName && !lead.lastName && !lead.email && !lead.phone)
    throw invalid('contact', 'This lead names no person yet. Enter a name, an email address or a phone number first.');
  const contact = await createContact({
    firstName: lead.firstName,
    lastName: lead.lastName,
    title: lead.title,
    companyId: company?.id ?? null,
    emails: lead.email ? [{ value: lead.email, label: 'work' }] : [],
    phones: lead.phone ? [{ value: lead.phone, label: 'work' }] : [],
    address: { city: lead.city, country: lead.country },
    ...(lead.website && { links: { website: lead.website } }),
    source: lead.source,
    ownerId,
    businessLicenseId: lead.businessLicenseId,
    tags: lead.tags,
    about: lead.about,
    custom: await sharedCustom(lead),
    ...(consent && { consent: { email: { state: 'granted', basis: `Web form: ${consent}`.slice(0, 200) } } }),
  });
  return { id: contact.id, name: displayName(contact), isNew: true, version: contact.version, image: null };
}

/** An existing contact keeps what it has and gets what it lacks. */
async function filledContact(id: string, lead: LeadData, company: CompanyChoice | null): Promise<ContactChoice> {
  const [row] = await lockContacts([id]);
  if (!row) throw notFound('The contact');
  const fields = missingIn(row, lead, company);
  const contact =
    Object.keys(fields).length > 0 ? await updateContact(id, { ...fields, version: row.version }) : undefined;
  const changed = contact !== undefined && contact.version > row.version;
  return {
    id,
    name: displayName(toContactData(row)),
    isNew: false,
    version: contact?.version ?? row.version,
    image: changed ? { data: toContactData(row), companyName: row.company_name ?? '' } : null,
  };
}

function missingIn(row: DbContact, lead: LeadData, company: CompanyChoice | null): ContactFields {
  const fields: ContactFields = {};
  if (lead.email && !row.emails.some((email) => email.value.toLowerCase() === lead.email.toLowerCase()))
    fields.emails = [...row.emails, { value: lead.email, label: 'work' }];
  if (lead.phone && !row.phones.some((phone) => phone.value === lead.phone))
    fields.phones = [...row.phones, { value: lead.phone, label: 'work' }];
  if (lead.title && !row.title) fields.title = lead.title;
  if (lead.website && !row.links.website) fields.links = { website: lead.website };
  if (company && row.company_name === null) fields.companyId = company.id;
  if ((lead.city && !row.city) || (lead.country && !row.country))
    fields.address = { ...(!row.city && { city: lead.city }), ...(!row.country && { country: lead.country }) };
  if (lead.tags.length > 0) fields.tags = [...row.tags, ...lead.tags];
  return fields;
}

/** Notes and files go to their place, activities are linked to all that the lead became. */
async function moveBelongings(
  leadId: string,
  place: ConversionRecord['belongings'],
  became: Record<'contact' | 'company' | 'opportunity', string | null>,
): Promise<Pick<ConversionRecord, 'notes' | 'files' | 'activities'>> {
  const scope = [currentWorkspaceId(), leadId];
  const move = async (table: string) =>
    place
      ? (
          await withAllNotes(() =>
            query<{ id: string }>(
              `update ${table} set kind = $3, record_id = $4
                where workspace_id = $1 and record_id = $2 and kind = 'lead' returning id`,
              [...scope, place.kind, place.id],
            ),
          )
        ).map((row) => row.id)
      : [];
  const activities = await query<ConversionRecord['activities'][number]>(
    'select id, contact_id, company_id, opportunity_id from activities where workspace_id = $1 and lead_id = $2 and deleted_at is null for update',
    scope,
  );
  await query(
    `update activities set contact_id = coalesce(contact_id, $3), company_id = coalesce(company_id, $4),
      opportunity_id = coalesce(opportunity_id, $5)
     where workspace_id = $1 and lead_id = $2 and deleted_at is null`,
    [...scope, became.contact, became.company, became.opportunity],
  );
  return { notes: await move('record_notes'), files: await move('record_files'), activities };
}
