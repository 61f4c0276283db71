/** Recordings: they are uploaded, a speech service transcribes them, and then they are meetings that can be played. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { dropContents, peek } from '../../../records/server/files.ts';
import {
  afterCommit,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  query,
  selectRow,
  selectRows,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { cleanFileName, files, SNIFF_BYTES, sniffType } from '../../../server/files/index.ts';
import { formatBytes } from '../../../server/files/port.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { sendPlayed } from '../../../server/http/download.ts';
import { defineJob, type JobContext } from '../../../server/jobs/define.ts';
import { cancelJob, enqueue } from '../../../server/jobs/jobs.ts';
import type { SpeechType } from '../../../server/providers/speech/port.ts';
import { connectionsOf, useProvider } from '../../connections/index.ts';
import {
  LIVE_SECONDS,
  MAX_OPEN_BYTES,
  MAX_OPEN_RECORDINGS,
  MAX_SINGLE_RECORDING,
  type MeetingRecording,
  type meetings,
} from '../contract.ts';
import { captionsOf } from '../engine/captions.ts';
import { MAX_SEGMENTS } from '../engine/transcript.ts';
import { MEETINGS } from '../paths.ts';
import { hearRecording, type Heard, requireSpeechType } from './hear.ts';
import { requireMeeting } from './read.ts';
import { storeMeeting } from './service.ts';
import { joinParts } from './join-parts.ts';

const NOUN = 'The recording';
export const transcriptionJob = defineJob<{ recordingId: string; title: string }, Heard>({
  name: 'meetings.transcribe',
  title: ({ title }) => `Transcribing ${title}`,
  payload: z.object({ recordingId: z.uuid(), title: z.string() }),
  retry: { limit: 1, backoff: 5 },
  handler: transcribe,
  async ended({ recordingId }, { jobId, error, state }) {
    await updateRows(
      'meeting_recordings',
      { state, error: state === 'cancelled' ? '' : error },
      { id: recordingId, jobId, state: 'running' },
    );
    await publishPaths(currentWorkspaceId(), [MEETINGS]);
  },
  async revived({ recordingId }, jobId) {
    const changed = await updateRows(
      'meeting_recordings',
      { state: 'running', error: '' },
      { id: recordingId, jobId, state: ['failed', 'cancelled'] },
    );
    if (changed === 0) throw new AppError('conflict', 'The recording was deleted, or transcribed otherwise.');
  },
});

const hasSpeech = async () => (await connectionsOf('speech', currentWorkspaceId())).length > 0;

/** @throws AppError `unavailable` */
export async function requireSpeech(): Promise<void> {
  if (!(await hasSpeech()))
    throw new AppError('unavailable', 'No speech service is connected. Connect one in Settings → Connections.');
}

/** Of a row `r`: a browser records it, and its last part arrived a moment ago. */
const IS_LIVE = `(r.state = 'uploading' and r.size = 0 and r.recorder_id is not null
  and r.received_at > now() - interval '${LIVE_SECONDS} seconds')`;

const OPEN = `select r.id, r.title, r.held_at as "heldAt", r.name, r.size, r.received,
    case when r.state = 'running' and j.total > 0 then j.done::float8 / j.total else 0 end as progress,
    coalesce(r.created_by = $2, false) as "isMine", ${IS_LIVE} as "isLive",
    case when r.state = 'running' and j.state = 'queued' then 'waiting' else r.state end as state,
    case when r.state = 'running' then coalesce(j.error, '') else r.error end as error,
    r.created_at as "createdAt", coalesce(p.name, 'Former member') as "createdBy"
  from meeting_recordings r left join jobs j on j.id = r.job_id left join workspace_people p on p.id = r.created_by
  where r.workspace_id = $1 and r.meeting_id is null`;

export async function listRecordings(): Promise<ResponseOf<typeof meetings.recordings>> {
  const items = await query<MeetingRecording>(`${OPEN} order by r.id desc limit ${MAX_OPEN_RECORDINGS}`, [
    currentWorkspaceId(),
    currentUserId(),
  ]);
  if (!(await hasSpeech())) return { items, connected: false, pieceBytes: null };
  return { items, connected: true, pieceBytes: (await useProvider('speech', currentWorkspaceId())).maxBytes };
}

/** @throws AppError `not_found` */
export async function readRecording(id: string): Promise<MeetingRecording> {
  const [row] = await query<MeetingRecording>(`${OPEN} and r.id = $3`, [currentWorkspaceId(), currentUserId(), id]);
  if (!row) throw notFound(NOUN);
  return row;
}

/** A recording that is not a meeting yet. @throws AppError `not_found` */
async function requireOpen(id: string, lock?: 'update') {
  const row = await selectRow(
    'meeting_recordings',
    ['title', 'state', 'jobId', 'storageKey', 'createdBy', 'meetingId'] as const,
    { id, workspaceId: currentWorkspaceId() },
    lock && { lock },
  );
  if (!row || row.meetingId) throw notFound(NOUN);
  return row;
}

/** @param recorder the browser that asks @throws AppError `conflict` while another browser records */
export async function requireNotLive(id: string, recorder: string | undefined): Promise<void> {
  const live = await query(
    `select 1 from meeting_recordings r where r.id = $1 and ${IS_LIVE} and r.recorder_id is distinct from $2::uuid`,
    [id, recorder ?? null],
  );
  if (live.length > 0)
    throw new AppError(
      'conflict',
      'This meeting is still being recorded in another browser. Stop the recording there, or try again a minute after it ended.',
    );
}

/**
 * Stores the one file of a multipart request and has it transcribed.
 * @throws AppError `unavailable` without a speech service, `validation`, `too_large`, `unsupported_media_type`, `conflict`
 */
export async function addRecording(
  { title, heldAt, contactId }: QueryOf<typeof meetings.addRecording>,
  request: FastifyRequest,
): Promise<MeetingRecording> {
  await requireSpeech();
  const part = await request.file({ limits: { fileSize: MAX_SINGLE_RECORDING + 1 } });
  if (!part) throw invalid('file', 'Choose a recording.');
  const name = cleanFileName(part.filename.replaceAll('%22', '"'));
  const workspaceId = currentWorkspaceId();
  const { head, stream } = await peek(part.file, SNIFF_BYTES);
  const stored = await files().put(stream, { prefix: `meetings/${workspaceId}`, limit: MAX_SINGLE_RECORDING });
  try {
    if (stored.size === 0) throw invalid('file', 'The file is empty.');
    const type = requireSpeechType(sniffType(head, name));
    return await transaction(async () => {
      await requireRoom(stored.size);
      await requireContact(contactId);
      const id = newId();
      const jobId = await enqueue(transcriptionJob, { recordingId: id, title });
      await insertRow('meeting_recordings', {
        id,
        workspaceId,
        title,
        heldAt,
        contactId: contactId ?? null,
        name,
        type,
        size: stored.size,
        received: stored.size,
        storageKey: stored.key,
        jobId,
        createdBy: currentUserId(),
      });
      await publishPaths(workspaceId, [MEETINGS]);
      return readRecording(id);
    });
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

/**
 * Counts under a lock until the transaction ends, so that two requests cannot share the last room.
 * @param bytes that are added
 * @param existing recording that grows by them; without one, a recording is added
 * @throws AppError `conflict` at the limit of open recordings or of their size
 */
export async function requireRoom(bytes: number, existing?: string): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtext($1))', [`meetings.recordings ${currentWorkspaceId()}`]);
  const [open] = await query<{ n: number; bytes: number }>(
    `select count(*)::int as n, coalesce(sum(greatest(size, received)::bigint), 0)::float8 as bytes
       from meeting_recordings where workspace_id = $1 and meeting_id is null`,
    [currentWorkspaceId()],
  );
  if (!existing && open!.n >= MAX_OPEN_RECORDINGS)
    throw new AppError(
      'conflict',
      `${MAX_OPEN_RECORDINGS} recordings are not transcribed yet. Wait, or delete some first.`,
    );
  if (open!.bytes + bytes > MAX_OPEN_BYTES)
    throw new AppError(
      'conflict',
      `Recordings that are not transcribed yet can have ${formatBytes(MAX_OPEN_BYTES)} together. Wait, or delete some first.`,
    );
}

/** @throws AppError `validation` for a contact that is not there */
export async function requireContact(id: string | undefined): Promise<void> {
  if (id && !(await existingContact(id))) throw invalid('contactId', 'This record does not exist.');
}

async function existingContact(id: string): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    'select id from contacts where id = $1 and workspace_id = $2 and deleted_at is null',
    [id, currentWorkspaceId()],
  );
  return row?.id ?? null;
}

/** @throws AppError `not_found`; `forbidden` for people who did not start it; `conflict` when it does not run */
export async function cancelRecording(id: string): Promise<void> {
  const { state, jobId } = await requireOpen(id);
  if (state !== 'running' || !jobId) throw new AppError('conflict', 'The recording is not being transcribed.');
  await cancelJob(jobId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found')
      throw new AppError('forbidden', 'Only the person who started the transcription can cancel it.');
    throw error;
  });
  await publishPaths(currentWorkspaceId(), [MEETINGS]);
}

/** @throws AppError `not_found`, `conflict` while it runs, `unavailable` without a speech service */
export async function retryRecording(id: string): Promise<MeetingRecording> {
  await transaction(async () => {
    const { title, jobId: before } = await requireOpen(id, 'update');
    await requireSpeech();
    const jobId = await enqueue(transcriptionJob, { recordingId: id, title }, before ? { continues: before } : {});
    const changed = await updateRows(
      'meeting_recordings',
      { state: 'running', error: '', jobId },
      { id, state: ['failed', 'cancelled'] },
    );
    if (changed === 0) throw new AppError('conflict', 'The recording is being transcribed.');
    await publishPaths(currentWorkspaceId(), [MEETINGS]);
  });
  return readRecording(id);
}

/**
 * @param recorder the browser that asks, if it records
 * @throws AppError `not_found`; `forbidden` for people who neither added it nor manage the workspace; `conflict` while
 * another browser records
 */
export async function removeRecording(caller: Caller, id: string, recorder?: string): Promise<void> {
  await transaction(async () => {
    // Once it is locked, no part is added.
    const { createdBy, storageKey } = await requireOpen(id, 'update');
    if (createdBy !== caller.userId && !(await mayManage(caller)))
      throw new AppError(
        'forbidden',
        'Only the person who added a recording, owners, and administrators can delete it.',
      );
    await requireNotLive(id, recorder);
    const parts = await selectRows('meeting_recording_parts', ['storageKey'] as const, { recordingId: id });
    const open = { id, state: ['uploading', 'running', 'failed', 'cancelled'] } as const;
    if ((await deleteRows('meeting_recordings', open as never)) === 0) throw notFound(NOUN);
    await publishPaths(currentWorkspaceId(), [MEETINGS]);
    const keys = [storageKey, ...parts.map((part) => part.storageKey)].filter((key) => key !== null);
    afterCommit(() => void dropContents(keys));
  });
}

/** Streams the recording of a meeting to its player. @throws AppError `not_found` */
export async function sendRecording(
  meetingId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireMeeting(meetingId);
  const file = await selectRow('meeting_recordings', ['name', 'type', 'size', 'storageKey'] as const, { meetingId });
  if (!file) throw notFound(NOUN);
  // A recording that became a meeting has both.
  return sendPlayed(reply, { ...file, type: file.type!, storageKey: file.storageKey! }, request.headers.range);
}

/** Sends the transcript as captions of the recording. @throws AppError `not_found` */
export async function sendCaptions(meetingId: string, reply: FastifyReply): Promise<FastifyReply> {
  await requireMeeting(meetingId);
  const said = await query<{ name: string; startMs: number | null; endMs: number | null; text: string }>(
    `select coalesce(p.name, s.speaker) as name, s.start_ms::float8 as "startMs", s.end_ms::float8 as "endMs", s.text
       from meeting_segments s left join meeting_speakers p on p.meeting_id = s.meeting_id and p.label = s.speaker
      where s.meeting_id = $1 order by s.position limit ${MAX_SEGMENTS}`,
    [meetingId],
  );
  return reply.header('content-type', 'text/vtt; charset=utf-8').send(captionsOf(said));
}

async function transcribe({
  payload: { recordingId: id },
  jobId,
  state: heardBefore,
  signal,
  progress,
  checkpoint,
}: JobContext<{ recordingId: string; title: string }, Heard>): Promise<void> {
  const columns = ['title', 'heldAt', 'contactId', 'type', 'size', 'storageKey', 'createdBy'] as const;
  const recording = await selectRow('meeting_recordings', columns, { id, jobId, state: 'running' });
  // It was deleted, or started again, while it waited.
  if (!recording) return;
  progress(0, 1, 'Waiting for the speech service');
  await publishPaths(currentWorkspaceId(), [MEETINGS]);
  const storageKey = recording.storageKey ?? (await joinParts(id, signal));
  const { type, size } = recording;
  const { transcript, heard } = await hearRecording({
    file: { type: type as SpeechType, size, storageKey },
    before: heardBefore,
    signal,
    async onPiece(soFar, share) {
      progress(Math.round(share * 100), 100, 'Transcribing');
      await checkpoint(soFar);
      await publishPaths(currentWorkspaceId(), [MEETINGS]);
    },
  });
  await transaction(async () => {
    progress(1, 1);
    await checkpoint(heard);
    const [still] = await query('select 1 from meeting_recordings where id = $1 and job_id = $2 for update', [
      id,
      jobId,
    ]);
    if (!still) return;
    const { title, heldAt, contactId, createdBy } = recording;
    const meetingId = await storeMeeting(
      createdBy,
      { title, heldAt, contactId: contactId && (await existingContact(contactId)) },
      transcript,
    );
    await updateRows('meeting_recordings', { state: 'done', error: '', meetingId, contactId: null }, { id });
    await publishPaths(currentWorkspaceId(), [MEETINGS]);
  });
}
