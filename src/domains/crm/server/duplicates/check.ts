/** One record held against the others as it changes, so that the queue is right between two searches. */
import { fold } from '../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { type RecordedEvent, subscribe } from '../../../../server/events/subscribers.ts';
import type { FieldChange } from '../../../../records/contract/field-values.ts';
import type { Firm, Person } from '../../engine/duplicates/candidates.ts';
import { type Near, nearPerson, type Written } from '../../engine/duplicates/blocking-keys.ts';
import { POSSIBLE, scoreFirms, scorePeople } from '../../engine/duplicates/score.ts';
import { CRM } from '../../paths.ts';
import { companiesOf, contactsOf, leadsOf } from './load.ts';
import { searchAgain } from './run.ts';
import { type FoundPair, forgetPairs, forgetPairsOf, keepPairs } from './store.ts';

const NEAREST = 60;
const nearest = (kind: string, words: readonly string[]) =>
  query<{ id: string }>('select id from nearest_record_ids($1, $2, false, $3)', [kind, words, NEAREST]);

/** Of names that begin alike so many are looked at, and of a large employer's people so many. */
const MAX_LOOKED_AT = 5_000;
const MAX_COLLEAGUES = 2_000;
const SOME = 50;

interface PeopleTable {
  table: string;
  /** Selects of `id` for addresses and numbers (`$2`), and for mailboxes from `s.low` to `s.high`. */
  keys: string;
  mailbox: string;
}
const PEOPLE: Record<'contact' | 'lead', PeopleTable> = {
  contact: {
    table: 'contacts',
    keys: 'select contact_id as id from contact_keys where workspace_id = $1 and key = any($2::text[])',
    mailbox: `select contact_id as id from contact_keys
      where workspace_id = $1 and key >= 'e:' || s.low and key < 'e:' || s.high`,
  },
  lead: {
    table: 'leads',
    keys: `select id from leads where workspace_id = $1 and deleted_at is null and email_key <> ''
      and email_key = any(array(select substr(k, 3) from unnest($2::text[]) k where k like 'e:%'))
      union all select id from leads where workspace_id = $1 and deleted_at is null and phone <> ''
        and phone = any(array(select substr(k, 3) from unnest($2::text[]) k where k like 'p:%'))`,
    mailbox: `select id from leads where workspace_id = $1 and deleted_at is null and email_key <> ''
      and email_key >= s.low and email_key < s.high`,
  },
};

const parted = <Row extends object>(rows: readonly Row[], ...columns: (keyof Row)[]) =>
  columns.map((column) => rows.map((row) => row[column]));

/** Those that share an address, a number or a name with a person, or may do under another form; each by an index. */
async function likePerson(
  kind: 'contact' | 'lead',
  person: Person,
  { names, slipped, employers, mailboxes }: Near,
): Promise<string[]> {
  const { table, keys, mailbox } = PEOPLE[kind];
  const living = `select id, name_key from ${table} where workspace_id = $1 and deleted_at is null`;
  const known = [
    ...person.mails.map(({ address }) => `e:${fold(address)}`),
    ...person.phones.map((phone) => `p:${phone}`),
  ];
  const rows = await query<{ id: string }>(
    `(${keys} limit ${4 * SOME})
     union (select id from ${table} where workspace_id = $1 and deleted_at is null and name_key = any($3::text[])
        limit ${SOME})
     union (select n.id from unnest($4::text[], $5::text[], $6::text[]) as s(low, high, ending),
       lateral (select l.id from (${living} and name_key >= s.low and name_key < s.high limit ${MAX_LOOKED_AT}) l
          where right(l.name_key, length(s.ending)) = s.ending and l.name_key <> all($3::text[]) limit ${SOME}) n)
     union (select n.id from unnest($7::text[], $8::text[]) as s(low, high),
       lateral (select l.id from (${living} and company_key >= s.low and company_key < s.high limit ${MAX_COLLEAGUES})
          l order by similarity(l.name_key, $9::text) desc limit ${SOME}) n)
     union (select n.id from unnest($10::text[], $11::text[]) as s(low, high), lateral (${mailbox} limit ${SOME}) n)`,
    [
      currentWorkspaceId(),
      known,
      names,
      ...parted(slipped, 'low', 'high', 'end'),
      ...parted(employers, 'low', 'high'),
      `${person.first} ${person.last}`,
      ...parted(mailboxes, 'low', 'high'),
    ],
    `crm_like_${kind}`,
  );
  return rows.map(({ id }) => id);
}

async function pairsOfPerson(kind: 'contact' | 'lead', person: Person): Promise<FoundPair[]> {
  const [written] = await query<Written>(
    `select name_key as name, company_key as company from ${PEOPLE[kind].table} where id = $1 and workspace_id = $2`,
    [person.id, currentWorkspaceId()],
    `crm_written_${kind}`,
  );
  if (!written) return [];
  const near = nearPerson(person, written);
  const against = (others: readonly Person[], pairKind: FoundPair['kind']): FoundPair[] =>
    others.flatMap((other) => {
      if (other.id === person.id) return [];
      const judged = scorePeople(person, other);
      const [a, b] = kind === 'contact' && pairKind === 'lead_contact' ? [other.id, person.id] : [person.id, other.id];
      return judged.score >= POSSIBLE ? [{ kind: pairKind, a, b, ...judged }] : [];
    });
  return [
    ...against(
      await contactsOf(await likePerson('contact', person, near)),
      kind === 'contact' ? 'contact' : 'lead_contact',
    ),
    ...against(await leadsOf(await likePerson('lead', person, near)), kind === 'lead' ? 'lead' : 'lead_contact'),
  ];
}

async function pairsOfCompany(firm: Firm): Promise<FoundPair[]> {
  const ids = (
    await nearest(
      'company',
      firm.words.filter((word) => word.length > 2),
    )
  ).map(({ id }) => id);
  if (firm.domain)
    ids.push(
      ...(
        await query<{ id: string }>('select id from search_record_ids($1, $2, false, 100)', [
          'company',
          [`%${firm.domain}%`],
        ])
      ).map(({ id }) => id),
    );
  return (await companiesOf(ids)).flatMap((other): FoundPair[] => {
    const judged = other.id === firm.id ? undefined : scoreFirms(firm, other);
    return judged && judged.score >= POSSIBLE ? [{ kind: 'company', a: firm.id, b: other.id, ...judged }] : [];
  });
}

/** Pairs that a living record is one of. */
export async function pairsOf(kind: string, id: string): Promise<FoundPair[]> {
  if (kind === 'company') {
    const [firm] = await companiesOf([id]);
    return firm ? pairsOfCompany(firm) : [];
  }
  const [person] = kind === 'contact' ? await contactsOf([id]) : await leadsOf([id]);
  return person ? pairsOfPerson(kind as 'contact' | 'lead', person) : [];
}

/** Fields that say who someone is; a change of others changes no pair. */
const TELLING = new Set([
  'firstName',
  'lastName',
  'name',
  'emails',
  'email',
  'phones',
  'phone',
  'company',
  'companyName',
  'city',
  'address.city',
  'address.street',
  'address.country',
  'country',
  'website',
  'title',
  'status',
]);

const tells = ({ type, data }: RecordedEvent) =>
  !type.endsWith('.updated') ||
  ((data.changes as FieldChange[] | undefined) ?? []).some(({ field }) => TELLING.has(field));

const isGone = ({ type }: RecordedEvent) => type.endsWith('.deleted') || type.endsWith('.converted');

export async function checkRecord(event: RecordedEvent): Promise<void> {
  const { subject } = event;
  if (!subject || !tells(event)) return;
  const found = isGone(event) ? [] : await pairsOf(subject.type, subject.id);
  await forgetPairs(
    subject.id,
    found.flatMap(({ a, b }) => [a, b]),
  );
  await keepPairs(found, null);
  await publishPaths(currentWorkspaceId(), [CRM.duplicates]);
}

/**
 * After a bulk action on more records than these the whole base is searched: that is sooner done than holding each of
 * them against the others.
 */
const MANY = 1_000;

/** Skips changes that affect no pair. Deleted records are processed together. */
async function sift(events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
  const telling = events.filter(tells);
  const gone = Map.groupBy(
    telling.filter((event) => isGone(event) && event.subject),
    ({ workspaceId }) => workspaceId,
  );
  for (const [workspaceId, of] of gone) {
    await forgetPairsOf(
      workspaceId,
      of.map(({ subject }) => subject!.id),
    );
    await publishPaths(workspaceId, [CRM.duplicates]);
  }
  const left = telling.filter((event) => !isGone(event));
  const batches = [...new Set(left.flatMap(({ data }) => (typeof data.batchId === 'string' ? [data.batchId] : [])))];
  if (batches.length === 0) return left;
  const large = new Set(
    (
      await query<{ id: string }>('select id from record_batches where id = any($1) and total > $2', [batches, MANY])
    ).map(({ id }) => id),
  );
  return left.filter(({ data }) => !large.has(data.batchId as string));
}

const ACTS = ['created', 'updated', 'restored', 'merged', 'deleted'];
const KINDS = ['contact', 'company', 'lead'];
export const duplicatesSubscriber = subscribe(
  [...KINDS.flatMap((kind) => ACTS.map((act) => `${kind}.${act}`)), 'lead.converted', 'lead.reopened'],
  'crm.duplicates',
  checkRecord,
  { sift },
);

export const duplicatesOfBatchSubscriber = subscribe(
  ['contacts', 'companies', 'leads'].flatMap((many) => [`${many}.batch_done`, `${many}.batch_undone`]),
  'crm.duplicates_of_batch',
  async ({ type, subject }) => {
    const [batch] = await query<{ kind: string }>(
      `select action->>'kind' as kind from record_batches where id = $1 and workspace_id = $2 and total > $3`,
      [subject!.id, currentWorkspaceId(), MANY],
    );
    const comeBack = type.endsWith('.batch_done') ? 'restore' : 'delete';
    if (batch && (batch.kind === comeBack || batch.kind === 'edit')) await searchAgain();
  },
);
