/** One record held against the others as it changes, so that the queue is right between two searches. */
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { type RecordedEvent, subscribe } from '../../../../server/events/subscribers.ts';
import type { FieldChange } from '../../contract/fields.ts';
import type { Firm, Person } from '../../engine/duplicates/candidates.ts';
import { POSSIBLE, scoreFirms, scorePeople } from '../../engine/duplicates/score.ts';
import { CRM } from '../../paths.ts';
import { companiesOf, contactsOf, leadsOf } from './load.ts';
import { type FoundPair, forgetPairs, keepPairs } from './store.ts';

const NEAREST = 60;
const nearest = (kind: string, words: readonly string[]) => query<{ id: string }>('select id from nearest_record_ids($1, $2, false, $3)', [kind, words, NEAREST], 'crm_nearest_few');

/** Those that share an address, a number or a name with a person, or have a name that is nearly the same. */
async function likePerson({ first, last, mails, phones }: Person): Promise<{ contacts: string[]; leads: string[] }> {
  const addresses = mails.map(({ address }) => address);
  const keys = [...addresses.map((address) => `e:${fold(address)}`), ...phones.map((phone) => `p:${phone}`)];
  const names = [`${first} ${last}`, `${last} ${first}`].map((name) => name.trim()).filter(Boolean);
  const words = [first, last].filter((word) => word.length > 2);
  const contacts = await query<{ id: string }>(
    `select contact_id as id from contact_keys where workspace_id = $1 and key = any($2)
     union (select id from contacts where workspace_id = $1 and name_key = any($3) and deleted_at is null limit 200)`, [currentWorkspaceId(), keys, names],
  );
  const leads = await query<{ id: string }>(
    `(select id from leads where workspace_id = $1 and deleted_at is null and email_key = any($2) and email_key <> '' limit 200)
     union (select id from leads where workspace_id = $1 and deleted_at is null and phone = any($3) and phone <> '' limit 200)
     union (select id from leads where workspace_id = $1 and deleted_at is null and name_key = any($4) limit 200)`, [currentWorkspaceId(), addresses, phones, names],
  );
  const [alikeContacts, alikeLeads] = words.length > 0 ? [await nearest('contact', words), await nearest('lead', words)] : [[], []];
  return { contacts: [...contacts, ...alikeContacts].map(({ id }) => id), leads: [...leads, ...alikeLeads].map(({ id }) => id) };
}

async function pairsOfPerson(kind: 'contact' | 'lead', person: Person): Promise<FoundPair[]> {
  const like = await likePerson(person);
  const against = (others: readonly Person[], pairKind: FoundPair['kind']): FoundPair[] => others.flatMap((other) => {
    if (other.id === person.id) return [];
    const judged = scorePeople(person, other);
    const [a, b] = kind === 'contact' && pairKind === 'lead_contact' ? [other.id, person.id] : [person.id, other.id];
    return judged.score >= POSSIBLE ? [{ kind: pairKind, a, b, ...judged }] : [];
  });
  return [
    ...against(await contactsOf(like.contacts), kind === 'contact' ? 'contact' : 'lead_contact'),
    ...against(await leadsOf(like.leads), kind === 'lead' ? 'lead' : 'lead_contact'),
  ];
}

async function pairsOfCompany(firm: Firm): Promise<FoundPair[]> {
  const ids = (await nearest('company', firm.words.filter((word) => word.length > 2))).map(({ id }) => id);
  if (firm.domain) ids.push(...(await query<{ id: string }>('select id from search_record_ids($1, $2, false, 100)', ['company', [`%${firm.domain}%`]], 'crm_search_few')).map(({ id }) => id));
  return (await companiesOf(ids)).flatMap((other): FoundPair[] => {
    const judged = other.id === firm.id ? undefined : scoreFirms(firm, other);
    return judged && judged.score >= POSSIBLE ? [{ kind: 'company', a: firm.id, b: other.id, ...judged }] : [];
  });
}

async function pairsOf(kind: string, id: string): Promise<FoundPair[]> {
  if (kind === 'company') {
    const [firm] = await companiesOf([id]);
    return firm ? pairsOfCompany(firm) : [];
  }
  const [person] = kind === 'contact' ? await contactsOf([id]) : await leadsOf([id]);
  return person ? pairsOfPerson(kind as 'contact' | 'lead', person) : [];
}

/** Fields that say who somebody is; a change of others changes no pair. */
const TELLING = new Set(['firstName', 'lastName', 'name', 'emails', 'email', 'phones', 'phone', 'company', 'companyName', 'city', 'address.city', 'address.street', 'address.country', 'country', 'website', 'title', 'status']);

const tells = ({ type, data }: RecordedEvent) => !type.endsWith('.updated') || ((data.changes as FieldChange[] | undefined) ?? []).some(({ field }) => TELLING.has(field));

export async function checkRecord(event: RecordedEvent): Promise<void> {
  const { type, subject } = event;
  if (!subject || !tells(event)) return;
  const found = type.endsWith('.deleted') || type.endsWith('.converted') ? [] : await pairsOf(subject.type, subject.id);
  await forgetPairs(subject.id, found.flatMap(({ a, b }) => [a, b]));
  await keepPairs(found, null);
  await publishPaths(currentWorkspaceId(), [CRM.duplicates]);
}

const ACTS = ['created', 'updated', 'restored', 'merged', 'deleted'];
subscribe([...['contact', 'company', 'lead'].flatMap((kind) => ACTS.map((act) => `${kind}.${act}`)), 'lead.converted', 'lead.reopened'], 'crm.duplicates', checkRecord, {
  // What changes no pair is left out, however many there are.
  sift: (events) => Promise.resolve(events.filter(tells)),
});
