/** Tasks, decisions, and questions of a meeting. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  countRows,
  currentWorkspaceId,
  insertRow,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { createRecord } from '../../crm/index.ts';
import { type ItemKind, MAX_ITEMS, type Meeting } from '../contract.ts';
import { MEETINGS } from '../paths.ts';
import { passageAt, readMeeting, requireMeeting } from './read.ts';

const publish = () => publishPaths(currentWorkspaceId(), [MEETINGS]);

/** @throws AppError `not_found`, `validation`, `conflict` */
export async function addItem(
  meetingId: string,
  { kind, text, position }: { kind: ItemKind; text: string; position: number },
): Promise<Meeting> {
  await transaction(async () => {
    await requireMeeting(meetingId);
    if (!(await passageAt(meetingId, position))) throw invalid('position', 'Choose a passage of the transcript.');
    if ((await countRows('meeting_items', { meetingId })) >= MAX_ITEMS)
      throw new AppError('conflict', `A meeting has at most ${MAX_ITEMS} items.`);
    const workspaceId = currentWorkspaceId();
    await insertRow('meeting_items', { id: newId(), meetingId, workspaceId, kind, text, position, madeBy: 'person' });
    await publish();
  });
  return readMeeting(meetingId);
}

async function lockItem(meetingId: string, id: string) {
  const item = await selectRow(
    'meeting_items',
    ['kind', 'text', 'state'] as const,
    { id, meetingId },
    { lock: 'update' },
  );
  if (!item) throw notFound('The item');
  return item;
}

/**
 * A task becomes an activity of the meeting's contact and opportunity; decisions and questions are kept.
 * @throws AppError `not_found`; `conflict` when it was accepted already; `validation`
 */
export async function acceptItem(
  meetingId: string,
  id: string,
  change: { text?: string | undefined; ownerId?: string | null | undefined; day?: string | null | undefined },
): Promise<Meeting> {
  await transaction(async () => {
    const { title, contactId, opportunityId } = await requireMeeting(meetingId);
    const item = await lockItem(meetingId, id);
    if (item.state === 'accepted') throw new AppError('conflict', 'This item was already accepted.');
    const text = change.text ?? item.text;
    const activity =
      item.kind === 'task'
        ? await createRecord('activity', {
            type: 'task',
            subject: text.slice(0, 300),
            body: `From the meeting “${title}”: ${item.text}`,
            ...(change.ownerId !== undefined && { ownerId: change.ownerId }),
            ...(change.day && { day: change.day }),
            ...(contactId && { contactId }),
            ...(opportunityId && { opportunityId }),
          })
        : undefined;
    await updateRows('meeting_items', { state: 'accepted', text, activityId: activity?.id ?? null }, { id });
    await publish();
  });
  return readMeeting(meetingId);
}

/** @throws AppError `not_found`; `conflict` for an accepted one */
export async function dismissItem(meetingId: string, id: string, dismissed: boolean): Promise<Meeting> {
  await transaction(async () => {
    await requireMeeting(meetingId);
    if ((await lockItem(meetingId, id)).state === 'accepted')
      throw new AppError('conflict', 'This item was already accepted.');
    await updateRows('meeting_items', { state: dismissed ? 'dismissed' : 'proposed' }, { id });
    await publish();
  });
  return readMeeting(meetingId);
}
