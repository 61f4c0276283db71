/** Writes a generated business into the current workspace, in bulk. */
import { BLANK_COMPANY, customFieldKey, insertCompanies, insertContacts, type ContactData } from '../index.ts';
import { newId } from '../../../kernel/ids.ts';
import { fold } from '../../../kernel/text.ts';
import { currentUserId } from '../../../server/db/index.ts';
import type { DemoContact } from '../../../demo/generate/contacts.ts';
import { createClock } from '../../../demo/generate/clock.ts';
import type { DemoBusiness } from '../../../demo/generate/index.ts';
import { importRecord } from './import-record.ts';
import { loadLeads } from './load-leads.ts';
import { loadSelling } from './load-opportunities.ts';
import { insertRows, type Row } from '../../../demo/rows.ts';
import { demoViews } from './views.ts';

const inOrder = (one: { createdAt: string }, other: { createdAt: string }) =>
  one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0;

/** Ids for a list of records, smaller for older ones: lists by id are lists by age. */
function idsByAge(records: readonly { createdAt: string }[]): string[] {
  const ids: string[] = [];
  const order = records.map((record, position) => ({ createdAt: record.createdAt, position })).sort(inOrder);
  for (const { position } of order) ids[position] = newId();
  return ids;
}

/**
 * @param people ids of the workspace's people, in the order of the business's indexes
 * @param currency of the amounts, ISO 4217
 * @param today the reference day of terms, `2026-11-21`
 */
export async function loadBusiness(
  business: DemoBusiness,
  people: readonly string[],
  currency: string,
  today: string,
): Promise<void> {
  const { profile, companies, contacts, leads, opportunities, activities, notes } = business;
  const person = (position: number | null) => (position === null ? null : people[position]!);
  const clock = createClock(today);
  const licenseIds = profile.licenses.map(() => newId());
  await insertRows(
    'business_licenses',
    profile.licenses.map((license, i) => ({
      id: licenseIds[i],
      ...license,
      kind: 'entity',
      responsible_id: people[0],
      brand_color: i === 0 ? '#2f5bc9' : '#b8500c',
    })),
  );
  await insertRows(
    'business_licenses',
    profile.permits.map(({ daysLeft, term, fee, ...permit }, i) => ({
      id: newId(),
      ...permit,
      responsible_id: people[i % people.length],
      ...(daysLeft === null
        ? { expires_on: null, issued_on: null }
        : { expires_on: clock.dayAfter(daysLeft), issued_on: clock.dayAfter(daysLeft - term + 1) }),
      fee: fee?.amount ?? null,
      fee_currency: fee?.currency ?? '',
    })),
  );
  const keys = new Map(profile.customFields.map(({ label }) => [label, customFieldKey(label, new Set())]));
  await insertRows(
    'custom_fields',
    profile.customFields.map(({ label, kind, options }, position) => ({
      id: newId(),
      object: 'contact',
      key: keys.get(label),
      label,
      kind,
      options: options ?? [],
      position,
    })),
  );
  const companyIds = companies.map(() => newId());
  const lastWith = new Map<number, string>();
  for (const { contact, doneAt } of activities) {
    const company = contacts[contact]!.company;
    if (doneAt && company !== null && doneAt > (lastWith.get(company) ?? '')) lastWith.set(company, doneAt);
  }
  await insertCompanies(
    companies.map(({ name, website, phone, industry, address, about, owner }, i) => ({
      id: companyIds[i]!,
      data: { ...BLANK_COMPANY, name, website, phone, industry, ...address, about, ownerId: person(owner) },
      lastActivityAt: lastWith.get(i) ?? null,
    })),
  );

  const contactIds = idsByAge(contacts);
  const importId = profile.importedFile ? newId() : undefined;
  if (importId) await loadImport(importId, business);
  const lastActivity = new Map<number, string>();
  for (const { contact, doneAt } of activities) if (doneAt) lastActivity.set(contact, doneAt);
  await insertContacts(
    contacts.map((contact, i) => ({
      id: contactIds[i]!,
      data: toData(contact, {
        companyId: contact.company === null ? null : companyIds[contact.company]!,
        ownerId: person(contact.owner),
        licenseId: contact.license === null ? null : licenseIds[contact.license]!,
        keys,
      }),
      companyName: contact.company === null ? '' : companies[contact.company]!.name,
      createdAt: contact.createdAt,
      ...(lastActivity.has(i) ? { lastActivityAt: lastActivity.get(i)! } : {}),
      ...(importId && contact.imported ? { importId } : {}),
    })),
  );
  await insertRows(
    'record_notes',
    notes
      .toSorted(inOrder)
      .map(({ contact, text, pinned, author, createdAt }, i) => ({
        id: newId(),
        kind: 'contact',
        record_id: contactIds[contact],
        text,
        pinned,
        readers: author === 0 && i % 5 === 2 ? [] : null,
        version: 1,
        created_by: person(author),
        updated_by: person(author),
        created_at: createdAt,
        updated_at: createdAt,
      })),
  );

  const leadIds = idsByAge(leads);
  await loadLeads(business, { leadIds, contactIds, people });
  const opportunityIds = idsByAge(opportunities.map(({ history }) => ({ createdAt: history[0]!.at })));
  await loadSelling(business, { people, companyIds, contactIds, opportunityIds, currency });
  await insertRows(
    'activities',
    activities.map(({ type, subject, body, dueAt, doneAt, owner, contact, opportunity, createdAt }, i) => ({
      id: newId(),
      type,
      subject,
      body,
      search_text: ` ${fold(`${subject} ${body}`)}`,
      priority: i % 11 === 0 ? 'high' : 'normal',
      duration_minutes: type === 'meeting' ? 60 : type === 'call' ? 15 : null,
      company_id: contacts[contact]!.company === null ? null : companyIds[contacts[contact]!.company!],
      due_at: dueAt,
      done_at: doneAt,
      owner_id: person(owner),
      contact_id: contactIds[contact],
      opportunity_id: opportunity === null ? null : opportunityIds[opportunity],
      version: 1,
      created_at: createdAt,
      updated_at: doneAt ?? createdAt,
      created_by: person(owner),
    })),
  );
  await insertRows('events', pastEvents(business, { contactIds, leadIds, opportunityIds, person }));
  await insertRows(
    'saved_views',
    demoViews(business, keys).map(({ name, config, shared }) => ({
      id: newId(),
      object: 'contact',
      name,
      config,
      shared,
      owner_id: currentUserId(),
    })),
  );
}

interface ContactRefs {
  companyId: string | null;
  ownerId: string | null;
  licenseId: string | null;
  /** Keys of the custom fields by their labels. */
  keys: ReadonlyMap<string, string>;
}

function toData(contact: DemoContact, { companyId, ownerId, licenseId, keys }: ContactRefs): ContactData {
  const { firstName, lastName, title, emails, phones, links, source, tags, consent, about, address } = contact;
  const nowhere = { street: '', city: '', region: '', postalCode: '', country: '' };
  return {
    firstName,
    lastName,
    title,
    emails,
    phones,
    links,
    source,
    tags,
    consent,
    about,
    companyId,
    ownerId,
    businessLicenseId: licenseId,
    ...(address ?? nowhere),
    custom: Object.fromEntries(Object.entries(contact.custom).map(([label, value]) => [keys.get(label)!, value])),
  };
}

interface Made {
  contactIds: readonly string[];
  leadIds: readonly string[];
  opportunityIds: readonly string[];
  /** Id of a person of the business. */
  person: (position: number | null) => string | null;
}

/**
 * The outbox as if the sample data had really happened: created contacts and leads, opportunities moved between stages.
 */
function pastEvents(
  { contacts, leads, opportunities, profile }: DemoBusiness,
  { contactIds, leadIds, opportunityIds, person }: Made,
): Row[] {
  const event = (
    type: string,
    subjectType: string,
    subjectId: string,
    actor: string | null,
    at: string,
    data: object,
  ): Row => ({
    type,
    subject_type: subjectType,
    subject_id: subjectId,
    actor_id: actor,
    actor_kind: actor ? 'user' : 'system',
    at,
    data,
    paths: [],
  });
  const made = contacts.flatMap((contact, i) =>
    contact.imported
      ? []
      : [event('contact.created', 'contact', contactIds[i]!, person(contact.owner), contact.createdAt, { version: 1 })],
  );
  const found = leads.map(({ owner, createdAt }, i) =>
    event('lead.created', 'lead', leadIds[i]!, person(owner ?? 0), createdAt, { version: 1 }),
  );
  const moved = opportunities.flatMap(({ history, pipeline, owner }, i) =>
    history.map(({ stage, at }, nth) => {
      const name = (position: number) => profile.pipelines[pipeline]!.stages[position]!.name;
      return nth === 0
        ? event('opportunity.created', 'opportunity', opportunityIds[i]!, person(owner), at, {
            version: 1,
            stage: name(stage),
          })
        : event('opportunity.updated', 'opportunity', opportunityIds[i]!, person(owner), at, {
            version: nth + 1,
            changes: [{ field: 'stage', from: name(history[nth - 1]!.stage), to: name(stage) }],
          });
    }),
  );
  return [...made, ...found, ...moved].sort((one, other) => (String(one.at) < String(other.at) ? -1 : 1));
}

async function loadImport(id: string, business: DemoBusiness): Promise<void> {
  const { record, rejected } = importRecord(business);
  await insertRows('imports', [{ id, kind: 'contact', ...record, created_by: currentUserId() }]);
  await insertRows(
    'import_rows',
    rejected.map((row) => ({ import_id: id, ...row })),
  );
}
