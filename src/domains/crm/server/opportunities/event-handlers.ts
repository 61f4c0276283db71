/** Reacts to events elsewhere, and sends notifications about opportunities. */
import { asSystem, currentWorkspaceId, execute, query, withAllRecords } from '../../../../server/db/index.ts';
import { runBeforeCommitWork } from '../../../../server/events/before-commit.ts';
import { agentOf } from '../../../../server/events/cause.ts';
import { type RecordedEvent, subscribe } from '../../../../server/events/subscribers.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import type { FieldChange } from '../../../../records/contract/field-values.ts';
import { deriveOpportunity } from '../../engine/opportunities/opportunity-data.ts';
import { agentInWords } from '../../../../records/engine/change-sentences.ts';
import { peopleNames } from '../../../../records/server/workspace.ts';
import { type DbRecord, JOINS, RECORD_COLUMNS, toNamed } from './rows.ts';

const STEP = 500;

/** Companies and contacts may get another name, or go: opportunities are found by the present one. */
async function refreshSearch({ subject }: RecordedEvent): Promise<void> {
  if (!subject) return;
  const column = subject.type === 'company' ? 'company_id' : 'contact_id';
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<DbRecord & { search_text: string }>(
      `select ${RECORD_COLUMNS}, o.search_text from opportunities o ${JOINS}
        where o.workspace_id = $1 and o.${column} = $2 and o.id > $3 order by o.id limit $4`,
      [currentWorkspaceId(), subject.id, after, STEP],
    );
    const outdated = rows
      .map((row) => ({ id: row.id, before: row.search_text, text: deriveOpportunity(toNamed(row)).searchText }))
      .filter(({ before, text }) => text !== before);
    if (outdated.length > 0) {
      await execute(
        'update opportunities o set search_text = n.text from unnest($2::uuid[], $3::text[]) as n(id, text) where o.workspace_id = $1 and o.id = n.id',
        [currentWorkspaceId(), outdated.map(({ id }) => id), outdated.map(({ text }) => text)],
      );
      await runBeforeCommitWork();
    }
    if (rows.length < STEP) return;
    after = rows.at(-1)!.id;
  }
}

/** Fields by which a company or a contact is called. */
const CALLED = new Set(['name', 'firstName', 'lastName', 'emails', 'phones']);

/** Of many events those of records that got another name, came or went, and that opportunities belong to. */
async function ofNamed(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const renamed = events.filter(({ type, data }) => {
    const changes = data.changes as FieldChange[] | undefined;
    return !type.endsWith('.updated') || !changes || changes.some(({ field }) => CALLED.has(field));
  });
  if (renamed.length === 0) return [];
  const rows = await query<{ id: string }>(
    `select contact_id as id from opportunities where workspace_id = any($1) and contact_id = any($2)
      union select company_id from opportunities where workspace_id = any($1) and company_id = any($2)`,
    [
      [...new Set(renamed.map(({ workspaceId }) => workspaceId))],
      renamed.flatMap(({ subject }) => (subject ? [subject.id] : [])),
    ],
  );
  const sold = new Set(rows.map(({ id }) => id));
  return renamed.filter(({ subject }) => subject && sold.has(subject.id));
}

export const opportunitySearchSubscriber = subscribe(
  [
    'company.updated',
    'company.deleted',
    'company.restored',
    'company.merged',
    'contact.updated',
    'contact.deleted',
    'contact.restored',
    'contact.merged',
  ],
  'crm.opportunity_search',
  (event) => withAllRecords(() => refreshSearch(event)),
  { sift: ofNamed },
);

export const ASSIGNED = defineNotificationKind({
  name: 'opportunity_assigned',
  group: 'Opportunities',
  label: 'Assigned opportunities',
  hint: 'Someone made you the owner of an opportunity.',
  ways: { inApp: true, email: false },
});

/**
 * Notifies the new owner, except when they assigned it themselves. Bulk changes notify no one, because a hundred
 * messages at once are noise; a workflow step is a batch of one.
 */
async function tellNewOwner({ type, subject, data, actorId, workspaceId, cause }: RecordedEvent): Promise<void> {
  const agent = agentOf(cause);
  if (!subject || (data.batchId && agent?.kind !== 'workflow')) return;
  const [row] = await query<{ name: string; owner_id: string | null; version: number }>(
    'select name, owner_id, version from opportunities where id = $1 and workspace_id = $2 and deleted_at is null',
    [subject.id, currentWorkspaceId()],
  );
  const isNew =
    type === 'opportunity.created' ||
    ((data.changes as FieldChange[] | undefined) ?? []).some(
      (change) => change.field === 'ownerId' && change.to === row?.owner_id,
    );
  if (!row?.owner_id || !isNew || row.owner_id === actorId) return;
  const names = await peopleNames([actorId ?? null]);
  const by = actorId === undefined ? agent && agentInWords(agent) : names.get(actorId);
  await asSystem(() =>
    tellUser(row.owner_id!, ASSIGNED, {
      workspaceId,
      subject,
      href: `/opportunities/${subject.id}`,
      key: `opportunity_assigned:${subject.id}:${row.owner_id}:${String(data.version)}`,
      title: `Opportunity assigned to you: ${row.name}`,
      body:
        by === undefined
          ? 'You are now its owner.'
          : `${by.slice(0, 1).toUpperCase()}${by.slice(1)} made you its owner.`,
    }),
  );
}

export const opportunityAssignedSubscriber = subscribe(
  ['opportunity.created', 'opportunity.updated'],
  'crm.opportunity_assigned',
  tellNewOwner,
  { seesPrivate: true },
);
