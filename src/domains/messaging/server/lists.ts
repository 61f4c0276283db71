/** Reading messages, suppressed addresses, and consent. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { invalid } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import {
  type Channel,
  CONSENT_PURPOSES,
  type ConsentEvent,
  type ConsentState,
  type Message,
  type messaging,
  type Suppression,
} from '../contract.ts';
import { consentOf } from '../engine/decide.ts';
import { normalizeAddress } from './addresses.ts';
import { people } from './people.ts';
import { factsOf } from './policy.ts';

const MESSAGE = `m.id, m.channel, m.purpose, m.address, m.contact_id as "contactId", m.subject, m.text, m.state, m.why,
  case when m.state in ('queued', 'held') and m.reason <> 'paused' then m.due_at end as "dueAt", m.origin, m.created_at as "createdAt",
  m.finished_at as "finishedAt"`;

/** Newest first; those about private records only for their readers. */
export async function listMessages({
  cursor,
  limit,
  state,
  contactId,
  address,
}: QueryOf<typeof messaging.messages>): Promise<ResponseOf<typeof messaging.messages>> {
  const from = unpackCursor(cursor, UUID);
  const rows = await query<Message>(
    `select ${MESSAGE} from messages m where m.workspace_id = $1 and ($2::text is null or m.state = $2)
        and ($3::uuid is null or m.contact_id = $3) and ($4::text is null or m.address = $4)
        and ($5::uuid is null or m.id < $5) order by m.id desc limit $6`,
    [
      currentWorkspaceId(),
      state ?? null,
      contactId ?? null,
      address?.toLowerCase() || null,
      from?.[0] ?? null,
      limit + 1,
    ],
  );
  return pageFrom(rows, limit, ({ id }) => packCursor(id));
}

export async function readMessage(id: string): Promise<Message> {
  const [row] = await query<Message>(`select ${MESSAGE} from messages m where m.id = $1 and m.workspace_id = $2`, [
    id,
    currentWorkspaceId(),
  ]);
  return row!;
}

export async function listSuppressions({
  cursor,
  limit,
  search,
}: QueryOf<typeof messaging.suppressions>): Promise<ResponseOf<typeof messaging.suppressions>> {
  const from = unpackCursor(cursor, UUID);
  const rows = await query<Suppression>(
    `select id, channel, address, reason, note, created_at as "createdAt" from suppressions where workspace_id = $1
        and ($2::text is null or position(lower($2) in address) > 0) and ($3::uuid is null or id < $3)
      order by id desc limit $4`,
    [currentWorkspaceId(), search || null, from?.[0] ?? null, limit + 1],
  );
  return pageFrom(rows, limit, ({ id }) => packCursor(id));
}

const MAX_EVENTS = 200;

/** @throws AppError `validation` when neither a contact nor an address is named */
export async function readConsent({
  contactId,
  address,
}: QueryOf<typeof messaging.consent>): Promise<ResponseOf<typeof messaging.consent>> {
  if (contactId === undefined && !address) throw invalid('address', 'Name a contact or an address.');
  const named: { channel: Channel; address: string }[] = [];
  if (contactId !== undefined) named.push(...(await people().addressesOf(contactId)));
  for (const channel of ['email', 'sms'] as const) {
    const one = address && normalizeAddress(channel, address);
    if (one) named.push({ channel, address: one });
  }
  const states: ConsentState[] = [];
  for (const channel of ['email', 'sms'] as const) {
    const addresses = [...new Set(named.filter((one) => one.channel === channel).map((one) => one.address))];
    if (addresses.length === 0) continue;
    for (const [known, facts] of await factsOf(channel, addresses))
      states.push({
        channel,
        address: known,
        suppressed: facts.suppressed as ConsentState['suppressed'],
        purposes: Object.fromEntries(
          CONSENT_PURPOSES.map((purpose) => [purpose, consentOf(facts, purpose)]),
        ) as ConsentState['purposes'],
      });
  }
  const events = await query<ConsentEvent>(
    `${EVENTS} and (e.contact_id = $2 or e.address = any($3)) order by e.id desc limit ${MAX_EVENTS}`,
    [currentWorkspaceId(), contactId ?? null, named.map((one) => one.address)],
  );
  return { states, events };
}

const EVENTS = `select e.id, e.channel, e.address, e.purpose, e.state, e.wording, e.source, e.proof, p.name as "recordedBy", e.at
  from consent_events e left join workspace_people p on p.id = e.recorded_by where e.workspace_id = $1`;

export async function readConsentEvent(id: string): Promise<ConsentEvent> {
  const [row] = await query<ConsentEvent>(`${EVENTS} and e.id = $2`, [currentWorkspaceId(), id]);
  return row!;
}
