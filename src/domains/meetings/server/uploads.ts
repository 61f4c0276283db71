/**
 * Recordings that arrive in parts, from a large file or from a browser that records. Each part is stored when it arrives,
 * so after a break the upload goes on at the first byte that is missing. The transcription makes one file of them.
 */
import type { FastifyRequest } from 'fastify';
import type { BodyOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { dropContents, peek } from '../../../records/server/files.ts';
import {
  afterCommit,
  asSystem,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  inWorkspace,
  NOW,
  query,
  selectRow,
  selectRows,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { cleanFileName, files, SNIFF_BYTES, sniffType } from '../../../server/files/index.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import type { SpeechType } from '../../../server/providers/speech/port.ts';
import { useProvider } from '../../connections/index.ts';
import { MAX_PART, MAX_PARTS, MAX_RECORDING, type MeetingRecording, type meetings, MIN_PART } from '../contract.ts';
import { MEETINGS } from '../paths.ts';
import { requireAccepted, requireSpeechType } from './hear.ts';
import { storeSound } from './join-parts.ts';
import {
  readRecording,
  requireContact,
  requireNotLive,
  requireRoom,
  requireSpeech,
  transcriptionJob,
} from './recordings.ts';

const publish = () => publishPaths(currentWorkspaceId(), [MEETINGS]);
const speechService = () => useProvider('speech', currentWorkspaceId());

/** @throws AppError `unavailable` without a speech service, `validation`, `conflict` at the limit */
export async function startUpload({
  title,
  heldAt,
  contactId,
  name,
  size,
  recorder,
}: BodyOf<typeof meetings.startUpload>): Promise<MeetingRecording> {
  await requireSpeech();
  const id = newId();
  await transaction(async () => {
    await requireRoom(size ?? 0);
    await requireContact(contactId);
    await insertRow('meeting_recordings', {
      id,
      workspaceId: currentWorkspaceId(),
      title,
      heldAt,
      contactId: contactId ?? null,
      name: cleanFileName(name),
      size: size ?? 0,
      state: 'uploading',
      recorderId: recorder ?? null,
      createdBy: currentUserId(),
    });
    await publish();
  });
  return readRecording(id);
}

interface Upload {
  title: string;
  type: string | null;
  size: number;
  received: number;
}

/** An upload of the caller. @throws AppError `not_found` */
async function requireUpload(id: string, lock?: 'update'): Promise<Upload> {
  const row = await selectRow(
    'meeting_recordings',
    ['title', 'type', 'size', 'received'] as const,
    { id, workspaceId: currentWorkspaceId(), state: 'uploading', createdBy: currentUserId() },
    lock && { lock },
  );
  if (!row) throw notFound('The upload');
  return row;
}

/** @throws AppError `not_found` */
export async function readUpload(id: string): Promise<MeetingRecording> {
  await requireUpload(id);
  return readRecording(id);
}

/**
 * Stores the next part. One that is there already changes nothing, so a part may be sent again when its answer was lost.
 * @throws AppError `not_found`; `conflict` for a part that leaves a gap; `unsupported_media_type`, `too_large`
 */
export async function addPart(id: string, offset: number, request: FastifyRequest): Promise<MeetingRecording> {
  const part = await request.file({ limits: { fileSize: MAX_PART + 1 } });
  if (!part) throw invalid('file', 'Add the part.');
  const upload = await requireUpload(id);
  if (!isNext(upload, offset)) {
    part.file.resume();
    return readRecording(id);
  }
  const { head, stream } = await peek(part.file, SNIFF_BYTES);
  const type = offset === 0 ? await acceptedType(head, upload.size) : null;
  const limit = Math.min(MAX_PART, (upload.size || MAX_RECORDING) - offset);
  const stored = await storeSound(stream, limit);
  try {
    if (stored.size === 0) throw invalid('file', 'The part is empty.');
    if (stored.size < MIN_PART && offset + stored.size < upload.size)
      throw invalid('file', 'Send at least 1 MB in each part but the last.');
    await transaction(async () => {
      // Two tabs may send the same part at once.
      if (!isNext(await requireUpload(id, 'update'), offset)) throw new AlreadyThere();
      // A file reserved its room when its upload began.
      if (upload.size === 0) await requireRoom(stored.size, id);
      await requireFewParts(id);
      await insertRow('meeting_recording_parts', {
        recordingId: id,
        workspaceId: currentWorkspaceId(),
        startsAt: offset,
        size: stored.size,
        storageKey: stored.key,
      });
      await updateRows(
        'meeting_recordings',
        { received: offset + stored.size, receivedAt: NOW, ...(type && { type }) },
        { id },
      );
    });
  } catch (error) {
    await files().delete(stored.key);
    if (!(error instanceof AlreadyThere)) throw error;
  }
  return readRecording(id);
}

class AlreadyThere extends Error {}

/** @throws AppError `conflict` for a part that leaves a gap */
function isNext({ received }: Upload, offset: number): boolean {
  if (offset > received) throw new AppError('conflict', `Continue at byte ${received}.`, { details: { received } });
  return offset === received;
}

/** @throws AppError `conflict` */
async function requireFewParts(recordingId: string): Promise<void> {
  const [parts] = await query<{ n: number }>(
    'select count(*)::int as n from meeting_recording_parts where recording_id = $1',
    [recordingId],
  );
  if (parts!.n >= MAX_PARTS)
    throw new AppError(
      'conflict',
      `A recording has at most ${MAX_PARTS.toLocaleString('en-US')} parts. Send larger ones.`,
    );
}

/** The format, told from the first bytes. @throws AppError where it is none, or cannot be transcribed at this size */
async function acceptedType(head: Buffer, size: number): Promise<SpeechType> {
  const type = requireSpeechType(sniffType(head, ''));
  requireAccepted(type, size, await speechService());
  return type;
}

/**
 * @param recorder the browser that asks, if it records
 * @throws AppError `not_found`; `conflict` while parts are missing, or another browser records; `unavailable` without a
 * speech service
 */
export async function finishUpload(id: string, recorder?: string): Promise<MeetingRecording> {
  await requireSpeech();
  await transaction(async () => {
    const { title, size, received } = await requireUpload(id, 'update');
    await requireNotLive(id, recorder);
    if (received === 0) throw new AppError('conflict', 'Nothing has arrived yet.', { details: { received } });
    if (received < size)
      throw new AppError('conflict', 'The recording is not complete. Continue the upload.', { details: { received } });
    const jobId = await enqueue(transcriptionJob, { recordingId: id, title });
    await updateRows('meeting_recordings', { state: 'running', size: received, jobId }, { id });
    await publish();
  });
  return readRecording(id);
}

const ABANDONED = `state = 'uploading' and received_at < now() - interval '7 days'`;

/** Deletes uploads to which nothing was added for a week. */
export const abandonedUploadsRecurring = defineRecurring({
  name: 'meetings.abandoned-uploads',
  title: 'Delete abandoned uploads',
  every: 3_600,
  handler: async () => {
    const uploads = await asSystem(() =>
      query<{ id: string; workspaceId: string }>(
        `select id, workspace_id as "workspaceId" from meeting_recordings
          where ${ABANDONED} order by received_at limit 200`,
      ),
    );
    for (const { id, workspaceId } of uploads)
      await inWorkspace(workspaceId, null, () =>
        withAllRecords(() =>
          transaction(async () => {
            // It may have gone on since it was found. Once it is locked, no part is added.
            const [abandoned] = await query(
              `select 1 from meeting_recordings where id = $1 and ${ABANDONED} for update`,
              [id],
            );
            if (!abandoned) return;
            const parts = await selectRows('meeting_recording_parts', ['storageKey'] as const, { recordingId: id });
            await deleteRows('meeting_recordings', { id });
            await publish();
            afterCommit(() => void dropContents(parts.map(({ storageKey }) => storageKey)));
          }),
        ),
      );
  },
});
