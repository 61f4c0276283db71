/** Example records: invented people and deals, each tagged `example`. */
import { addDays } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { fold } from '../../../../kernel/text.ts';
import { query, savepoint } from '../../../../server/db/index.ts';
import { withCause } from '../../../../server/events/cause.ts';
import { createRecord, type DiscardableKind, discardRecord, listReasons, usedSince } from '../../../crm/index.ts';
import type { TemplateContent, TemplateExamples } from '../../contract/content.ts';
import { stageName } from '../../engine/portable-names.ts';
import { type PartWork, type Place, there } from './part.ts';

type Lists = TemplateExamples;
type Example =
  | { kind: 'company'; one: Lists['companies'][number] }
  | { kind: 'contact'; one: Lists['contacts'][number] }
  | { kind: 'lead'; one: Lists['leads'][number] }
  | { kind: 'opportunity'; one: Lists['opportunities'][number] }
  | { kind: 'activity'; one: Lists['activities'][number] };

export const EXAMPLE_TAG = 'example';

const companyKey = (name: string) => `company:${fold(name)}`;
const contactKey = (email: string) => `contact:${fold(email)}`;
const opportunityKey = (name: string) => `opportunity:${fold(name)}`;

function keyOf(example: Example): string {
  switch (example.kind) {
    case 'company':
      return companyKey(example.one.name);
    case 'contact':
      return contactKey(example.one.email);
    case 'lead':
      return `lead:${fold(example.one.email)}`;
    case 'opportunity':
      return opportunityKey(example.one.name);
    case 'activity':
      return `activity:${fold(example.one.subject)}:${fold(example.one.opportunity ?? example.one.contact ?? '')}`;
  }
}

const WORDS: Readonly<Record<Example['kind'], string>> = {
  company: 'Example company',
  contact: 'Example contact',
  lead: 'Example lead',
  opportunity: 'Example opportunity',
  activity: 'Example activity',
};

function labelOf({ one, kind }: Example): string {
  if (kind === 'company' || kind === 'opportunity') return one.name;
  return kind === 'activity' ? one.subject : `${one.firstName} ${one.lastName}`;
}

/** Every company that is named anywhere, then what belongs to companies. */
function examplesOf({ examples }: TemplateContent): Example[] {
  const { companies, contacts, leads, opportunities, activities } = examples;
  const named = new Map(companies.map((one) => [fold(one.name), one]));
  for (const { company } of [...contacts, ...opportunities])
    if (company && !named.has(fold(company))) named.set(fold(company), { name: company });
  return [
    ...[...named.values()].map((one): Example => ({ kind: 'company', one })),
    ...contacts.map((one): Example => ({ kind: 'contact', one })),
    ...leads.map((one): Example => ({ kind: 'lead', one })),
    ...opportunities.map((one): Example => ({ kind: 'opportunity', one })),
    ...activities.map((one): Example => ({ kind: 'activity', one })),
  ];
}

const withTag = (tags: readonly string[] = []) => [EXAMPLE_TAG, ...tags];

/** Days of examples lie around the day on which they are stamped: `+12d`, `-3d`. */
const RELATIVE_DAY = /^[+-]\d{1,3}d$/;

/** Values under the keys that the fields have here; what has no field is left out. */
function customOf(
  values: Record<string, unknown> | undefined,
  kind: 'contact' | 'lead' | 'opportunity',
  { keys, today }: Place,
): Record<string, unknown> {
  const here = keys.get(kind);
  const dated = (value: unknown) =>
    typeof value === 'string' && RELATIVE_DAY.test(value) ? addDays(today, Number.parseInt(value, 10)) : value;
  return Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([key, value]) => (here?.has(key) ? [[here.get(key)!, dated(value)]] : [])),
  );
}

async function inputOf(example: Example, place: Place): Promise<Record<string, unknown>> {
  const { made, today } = place;
  switch (example.kind) {
    case 'company': {
      const { city, ...company } = example.one;
      return { ...company, ...(city && { address: { city } }) };
    }
    case 'contact': {
      const { email, phone, company, city, tags, custom, ...contact } = example.one;
      return {
        ...contact,
        emails: [{ value: email }],
        ...(phone && { phones: [{ value: phone }] }),
        ...(city && { address: { city } }),
        companyId: company ? (made.get(companyKey(company)) ?? null) : null,
        ownerId: null,
        tags: withTag(tags),
        custom: customOf(custom, 'contact', place),
      };
    }
    case 'lead': {
      const { company, custom, tags, ...lead } = example.one;
      return {
        ...lead,
        ...(company && { companyName: company }),
        ownerId: null,
        tags: withTag(tags),
        custom: customOf(custom, 'lead', place),
      };
    }
    case 'opportunity':
      return opportunityInput(example.one, place);
    case 'activity': {
      const { type, subject, dueInDays, done, priority, body, contact, opportunity } = example.one;
      return {
        type,
        subject,
        ...(priority && { priority }),
        ...(body && { body }),
        day: addDays(today, dueInDays),
        ...(done && { doneAt: `${addDays(today, Math.min(dueInDays, 0))}T12:00:00.000Z` }),
        ownerId: null,
        contactId: (contact && made.get(contactKey(contact))) ?? null,
        opportunityId: (opportunity && made.get(opportunityKey(opportunity))) ?? null,
        tags: [EXAMPLE_TAG],
      };
    }
  }
}

async function opportunityInput(
  { pipeline, stage, company, contact, closeInDays, closeReason, tags, custom, ...one }: Lists['opportunities'][number],
  place: Place,
): Promise<Record<string, unknown>> {
  const stageId = place.names.get(stageName(pipeline, stage));
  if (!stageId) throw new AppError('conflict', `There is no stage “${stage}” in a pipeline “${pipeline}”.`);
  const reason =
    closeReason && (await listReasons()).find(({ label, archived }) => !archived && fold(label) === fold(closeReason));
  return {
    ...one,
    stageId,
    ownerId: null,
    companyId: (company && place.made.get(companyKey(company))) ?? null,
    contactId: (contact && place.made.get(contactKey(contact))) ?? null,
    ...(closeInDays !== undefined && { expectedClose: addDays(place.today, closeInDays) }),
    ...(reason && { closeReasonId: reason.id }),
    tags: withTag(tags),
    custom: customOf(custom, 'opportunity', place),
  };
}

/** A field of this workspace may refuse a value that the template's own would take: then the example goes without. */
async function createFitting(kind: DiscardableKind, input: Record<string, unknown>): Promise<string> {
  try {
    return (await savepoint(() => createRecord(kind, input))).id;
  } catch (error) {
    if (
      !(error instanceof AppError) ||
      error.code !== 'validation' ||
      Object.keys((input['custom'] as object | undefined) ?? {}).length === 0
    )
      throw error;
    return (await createRecord(kind, { ...input, custom: {} })).id;
  }
}

export const examplesPart: PartWork<Example> = {
  items: examplesOf,
  thing: (example) => ({ key: keyOf(example), label: labelOf(example), detail: WORDS[example.kind] }),
  object: () => undefined,
  needs: ({ kind, one }) => (kind === 'opportunity' ? [stageName(one.pipeline, one.stage)] : []),
  async present(items, { made }) {
    const companies = items.flatMap((item) => (item.kind === 'company' ? [fold(item.one.name)] : []));
    const rows = await query<{ id: string; key: string }>(
      'select id, name_key as key from companies where name_key = any($1) and deleted_at is null',
      [companies],
    );
    const known = new Map(rows.map(({ id, key }) => [`company:${key}`, id]));
    return new Map(
      items.flatMap((item) => {
        const id = known.get(keyOf(item)) ?? made.get(keyOf(item));
        return id === undefined ? [] : [[keyOf(item), there(id)] as const];
      }),
    );
  },
  // No one's workflow shall write to people who do not exist.
  create: (example, place) =>
    withCause({ runId: newId(), chain: [], quiet: true }, async () => {
      const id = await createFitting(example.kind, await inputOf(example, place));
      place.made.set(keyOf(example), id);
      return { id, version: null, kind: example.kind };
    }),
  used: ({ kind, record_id: id, record_version: version }, except) =>
    usedSince({ kind: kind as DiscardableKind, id, version }, except),
  yields: true,
  remove: ({ kind, record_id: id }) =>
    withCause({ runId: newId(), chain: [], quiet: true }, () => discardRecord(kind as DiscardableKind, id)),
};
