/** Leads from files: scored, and assigned by the rules where the file and the options name no one. */
import { currentWorkspaceId, execute, query } from '../../../../../server/db/index.ts';
import { leadName } from '../../../engine/leads/lead-data.ts';
import { freshLead, leadKeys, leadRows, mergeLead, type LeadEntry } from '../../../engine/imports/lead-row.ts';
import { assignLeads } from '../../leads/assignment.ts';
import { leadBulk, type LeadImage } from '../../leads/bulk.ts';
import { LEADS_CHANGED } from '../../leads/kind.ts';
import { toData } from '../../leads/rows.ts';
import { scoreLeads } from '../../leads/scoring.ts';
import { lockLeads } from '../../leads/service.ts';
import { insertLeads, updateLeads } from '../../leads/write.ts';
import { contactName } from '../../contacts/names.ts';
import { isReferredTo } from '../../../../../records/server/references.ts';
import { defineImportable, type Importable } from '../importable.ts';
import { groupByKey, keysOf, MAX_PER_KEY } from './keys.ts';

/** Ids of leads by email address, phone, and name with company. */
async function leadsByKey(keys: readonly string[]): Promise<Map<string, string[]>> {
  const byNames = keysOf(keys, 'n:').map((key) => key.split('|') as [string, string]);
  const each = (condition: string) =>
    `select id from leads l where l.workspace_id = $1 and l.deleted_at is null and ${condition}
      order by id limit ${MAX_PER_KEY}`;
  return groupByKey(
    await query<{ key: string; id: string }>(
      `select 'e:' || w.key as key, k.id
        from unnest($2::text[]) w(key)
        cross join lateral (${each(`l.email_key = w.key collate "C" and l.email_key <> ''`)}) k
     union all select 'p:' || w.key, k.id
        from unnest($3::text[]) w(key) cross join lateral (${each(`l.phone = w.key and l.phone <> ''`)}) k
     union all select 'n:' || w.name || '|' || w.company, k.id from unnest($4::text[], $5::text[]) w(name, company)
       cross join lateral (${each('l.name_key = w.name collate "C" and l.company_key = w.company collate "C"')}) k`,
      [
        currentWorkspaceId(),
        keysOf(keys, 'e:'),
        keysOf(keys, 'p:'),
        byNames.map(([name]) => name),
        byNames.map(([, company]) => company),
      ],
    ),
  );
}

/** Contacts that have the same address or number. */
async function contactsWithKey(
  keys: readonly string[],
): Promise<Map<string, { id: string; name: string; what: string }>> {
  const rows = await query<{ key: string; id: string; name: string }>(
    `select w.key, k.id, k.name from unnest($2::text[]) w(key) cross join lateral (
       select c.id, ${contactName('c')} as name from contact_keys ck
          join contacts c on c.id = ck.contact_id and c.workspace_id = $1 and c.deleted_at is null
       where ck.workspace_id = $1 and ck.key = w.key collate "C" order by c.id limit 1) k`,
    [currentWorkspaceId(), keys],
  );
  return new Map(rows.map(({ key, id, name }) => [key, { id, name, what: 'a contact' }]));
}

/** Scores new and changed leads, and gives those without an owner to whoever's turn it is. */
async function settleNew(ids: readonly string[], ownerless: readonly string[]): Promise<void> {
  if (ownerless.length > 0) await assignLeads(ownerless);
  if (ids.length > 0) await scoreLeads(ids);
}

const lock = async (ids: readonly string[]) =>
  (await lockLeads(ids)).map((row) => ({
    id: row.id,
    version: row.version,
    image: { ...toData(row), statusSince: row.status_since },
  }));

defineImportable<LeadEntry, LeadImage, undefined>({
  rows: leadRows,
  bulk: {
    ...(leadBulk as never as Importable<LeadEntry, LeadImage>['bulk']),
    lock: async (ids) => (await lock(ids)).filter(({ image }) => image.status !== 'converted'),
  },
  tables: ['leads'],
  changed: LEADS_CHANGED,
  context: () => Promise.resolve(undefined),
  keys: leadKeys,
  find: leadsByKey,
  warn: contactsWithKey,
  lock,
  frozen: (image) => (image.status === 'converted' ? 'It is converted already.' : undefined),
  fresh: freshLead,
  merge: mergeLead,
  nameOf: leadName,
  insert: async (inserts) => {
    await insertLeads(inserts.map(({ id, image, importId }) => ({ id, data: image, importId })));
    // A private one is given to no one by a rule: whoever is chosen would see it.
    await settleNew(
      inserts.map(({ id }) => id),
      inserts.flatMap(({ id, image, isPrivate }) => (image.ownerId === null && !isPrivate ? [id] : [])),
    );
  },
  update: async (changes) => {
    await updateLeads(
      changes.map(({ id, version, image, importVersion }) => ({
        id,
        version,
        data: image,
        ...(importVersion ? { importVersion } : {}),
      })),
    );
    await settleNew(
      changes.map(({ id }) => id),
      [],
    );
  },
  touched: `l.status = 'converted' or ${isReferredTo('lead', 'l')}
    or exists (select 1 from lead_submissions s where s.workspace_id = l.workspace_id and s.lead_id = l.id)`,
  remove: async (records) => {
    await execute('delete from leads where workspace_id = $1 and id = any($2)', [
      currentWorkspaceId(),
      records.map(({ id }) => id),
    ]);
  },
  preview: {
    columns: ['Company', 'Email', 'Phone'],
    cells: (entry) => [[entry.companyName], [entry.email], [entry.phone]],
    rest: (entry) => [
      ['Title', entry.title],
      ['Status', entry.status],
      ['Reason', entry.statusReason],
      ['Website', entry.website],
      ['City', entry.city],
      ['Country', entry.country],
      ['About', entry.about],
    ],
  },
});
