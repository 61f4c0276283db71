/** Broadcasts as people handle them: preview, start, pause, resume, stop, and their figures. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import type * as z from 'zod';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { decimal } from '../../../kernel/money/index.ts';
import { workspaceSettings } from '../../../records/server/workspace.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentUserId,
  currentWorkspaceId,
  insertRow,
  query,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { pauseMessages, planMessages, resumeMessages, withdrawMessages } from '../../messaging/index.ts';
import {
  type Broadcast,
  type BroadcastAudience,
  type BroadcastDraft,
  type BroadcastPreview,
  type BroadcastState,
  MAX_ACTIVE_BROADCASTS,
  type NewBroadcast,
  type broadcasts,
} from '../contract/broadcasts.ts';
import { type FateCount, figuresOf, NO_PHONE } from '../engine/broadcast-figures.ts';
import { fillText, unknownVariable } from '../engine/template-text.ts';
import { wakeBroadcast } from './broadcast-job.ts';
import {
  audienceFilter,
  broadcastOrigin,
  PAUSED,
  publishBroadcasts,
  segmentsFor,
  STOPPED,
} from './broadcast-messages.ts';

function check(text: string): void {
  const unknown = unknownVariable(text);
  if (unknown) throw invalid('text', `There is no variable “${unknown}”. Use first_name or name.`);
  if (!fillText(text, '')) throw invalid('text', 'Write more than the recipient’s name.');
}

const costOf = (segments: number, price: string | null): string | null =>
  price === null
    ? null
    : decimal(price)
        .times(decimal(BigInt(segments)))
        .toFixed();

/** Texts whose size is remembered: most names occur often, or not at all. */
const MAX_SIZES = 5_000;

/** @throws AppError `validation` */
export async function previewBroadcast({
  text,
  purpose,
  audience,
  segmentPrice,
}: z.output<typeof BroadcastDraft>): Promise<BroadcastPreview> {
  check(text);
  let segments = 0;
  const sizes = new Map<string, number>();
  const plan = await planMessages({ channel: 'sms', purpose, ...audienceFilter(audience) }, (person) => {
    const filled = fillText(text, person?.name ?? '');
    const known = sizes.get(filled) ?? segmentsFor(text, person?.name ?? '');
    if (sizes.size < MAX_SIZES) sizes.set(filled, known);
    segments += known;
  });
  const { currency } = await workspaceSettings();
  const refused = plan.refused.map((one) => (one.reason === 'no_address' ? { ...one, label: NO_PHONE } : one));
  return { ...plan, refused, segments, cost: costOf(segments, segmentPrice), currency };
}

/** @throws AppError `validation`; `conflict` while too many are under way */
export function startBroadcast(input: z.output<typeof NewBroadcast>): Promise<Broadcast> {
  check(input.text);
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const active = await query(
      `select 1 from text_broadcasts where workspace_id = $1 and state in ('sending', 'paused') limit ${MAX_ACTIVE_BROADCASTS}`,
      [workspaceId],
    );
    if (active.length >= MAX_ACTIVE_BROADCASTS)
      throw new AppError(
        'conflict',
        `${MAX_ACTIVE_BROADCASTS} broadcasts are under way. Stop one, or wait for its end.`,
      );
    const id = newId();
    const { name, text, purpose, audience, segmentPrice } = input;
    const { currency } = await workspaceSettings();
    await insertRow('text_broadcasts', {
      id,
      workspaceId,
      name,
      text,
      purpose,
      audience,
      segmentPrice,
      currency,
      createdBy: currentUserId(),
    });
    await audit({ action: 'text_broadcast.started', subject: { type: 'text_broadcast', id }, details: { name } });
    await wakeBroadcast(id);
    await publishBroadcasts();
    return readBroadcast(id);
  });
}

/** Locks the broadcast, so that its worker is between two pieces of its work. @throws AppError `not_found`, `conflict` */
async function lock(id: string, from: readonly BroadcastState[], conflict: string): Promise<void> {
  const [row] = await query<{ state: BroadcastState }>(
    'select state from text_broadcasts where id = $1 and workspace_id = $2 for update',
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The broadcast');
  if (!from.includes(row.state)) throw new AppError('conflict', conflict);
}

async function change(id: string, action: 'paused' | 'resumed' | 'stopped'): Promise<Broadcast> {
  await audit({ action: `text_broadcast.${action}`, subject: { type: 'text_broadcast', id } });
  await publishBroadcasts();
  return readBroadcast(id);
}

/** @throws AppError `not_found`; `conflict` when it is not being sent */
export function pauseBroadcast(id: string): Promise<Broadcast> {
  return transaction(async () => {
    await lock(id, ['sending'], 'Only a broadcast that is being sent can be paused.');
    await updateRows('text_broadcasts', { state: 'paused' }, { id, workspaceId: currentWorkspaceId() });
    await pauseMessages(broadcastOrigin(id), PAUSED);
    return change(id, 'paused');
  });
}

/** @throws AppError `not_found`; `conflict` when it is not paused */
export function resumeBroadcast(id: string): Promise<Broadcast> {
  return transaction(async () => {
    await lock(id, ['paused'], 'Only a paused broadcast can be resumed.');
    await updateRows('text_broadcasts', { state: 'sending', problem: '' }, { id, workspaceId: currentWorkspaceId() });
    await resumeMessages(broadcastOrigin(id));
    await wakeBroadcast(id);
    return change(id, 'resumed');
  });
}

/** @throws AppError `not_found`; `conflict` when it is over */
export function stopBroadcast(id: string): Promise<Broadcast> {
  return transaction(async () => {
    await lock(id, ['sending', 'paused'], 'This broadcast is over.');
    const finishedAt = new Date().toISOString();
    await updateRows('text_broadcasts', { state: 'stopped', finishedAt }, { id, workspaceId: currentWorkspaceId() });
    await withdrawMessages(broadcastOrigin(id), STOPPED);
    return change(id, 'stopped');
  });
}

interface Row extends Omit<Broadcast, 'audience' | 'figures' | 'cost'> {
  audience: BroadcastAudience;
  withoutPhone: number;
}

const SELECT = `select b.id, b.name, b.text, b.purpose, b.audience, b.state, not b.is_prepared as "isPreparing", b.problem,
    b.without_phone as "withoutPhone", b.segment_price as "segmentPrice", b.currency, b.created_at as "createdAt",
    b.finished_at as "finishedAt", (select p.name from workspace_people p where p.id = b.created_by) as author
  from text_broadcasts b where b.workspace_id = $1`;

/** Only counts leave here, so private records count, too. */
async function withFigures(rows: readonly Row[]): Promise<Broadcast[]> {
  const fates =
    rows.length === 0
      ? []
      : await withAllRecords(() =>
          query<FateCount & { broadcast: string }>(
            `select r.broadcast_id as broadcast, m.state, coalesce(m.reason, '') as reason,
                case when m.state in ('refused', 'failed', 'unknown') then m.why else '' end as why,
                count(*)::int as count, sum(r.segments)::int as segments
              from text_broadcast_recipients r left join messages m on m.id = r.message_id and m.workspace_id = r.workspace_id
              where r.broadcast_id = any($1) and r.workspace_id = $2 group by 1, 2, 3, 4`,
            [rows.map(({ id }) => id), currentWorkspaceId()],
            'texting_broadcast_figures',
          ),
        );
  const byId = Map.groupBy(fates, ({ broadcast }) => broadcast);
  return rows.map(({ withoutPhone, audience, ...row }) => {
    const figures = figuresOf(byId.get(row.id) ?? [], { withoutPhone, state: row.state });
    return {
      ...row,
      audience: {
        kind: audience.kind,
        tag: audience.kind === 'tag' ? audience.tag : null,
        count: audience.kind === 'contacts' ? audience.contactIds.length : null,
      },
      cost: costOf(figures.segments, row.segmentPrice),
      figures,
    };
  });
}

/** @throws AppError `not_found` */
export async function readBroadcast(id: string): Promise<Broadcast> {
  const rows = await query<Row>(`${SELECT} and b.id = $2`, [currentWorkspaceId(), id]);
  const [broadcast] = await withFigures(rows);
  if (!broadcast) throw notFound('The broadcast');
  return broadcast;
}

export async function listBroadcasts({
  cursor,
  limit,
}: QueryOf<typeof broadcasts.list>): Promise<ResponseOf<typeof broadcasts.list>> {
  const from = unpackCursor(cursor, UUID);
  const rows = await query<Row>(`${SELECT} and ($2::uuid is null or b.id < $2) order by b.id desc limit $3`, [
    currentWorkspaceId(),
    from?.[0] ?? null,
    limit + 1,
  ]);
  const page = pageFrom(rows, limit, ({ id }) => packCursor(id));
  return { items: await withFigures(page.items), next: page.next };
}
