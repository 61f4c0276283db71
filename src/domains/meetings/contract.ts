/** Meetings: recordings, transcripts, what follows from them, and how a team meets. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { MEETINGS } from './paths.ts';

/** Characters of a transcript; about nine hours of speech. */
export const MAX_TRANSCRIPT = 700_000;
export const MAX_ITEMS = 100;
export const MAX_SHARE_DAYS = 365;
/** Bytes of a recording that arrives in parts: 2 GB. */
export const MAX_RECORDING = 2_000_000_000;
/** Bytes of a recording in one request. */
export const MAX_SINGLE_RECORDING = 50_000_000;
/** Bytes of one part. */
export const MAX_PART = 8_000_000;
/** Bytes of each part but the last, where the size is known. */
export const MIN_PART = 1_000_000;
/** Parts of a recording; a browser sends one each five seconds. */
export const MAX_PARTS = 20_000;
/** Recordings of a workspace that are not transcribed yet. */
export const MAX_OPEN_RECORDINGS = 50;
/** Their bytes together: 20 GB. */
export const MAX_OPEN_BYTES = 20_000_000_000;
/** Seconds since its last part for which a recording counts as still being made. */
export const LIVE_SECONDS = 60;

/** The id of the browser that records. */
const RecorderQuery = z.strictObject({ recorder: Id.optional() });

const Ref = z.object({ id: Id, name: z.string() });

export const Passage = z.object({ text: z.string(), position: z.number().int() });
export type Passage = z.infer<typeof Passage>;

export const MeetingSummary = z.object({
  /** `words`: sentences of the transcript; `model`: written by a language model, each with its passage. */
  by: z.enum(['words', 'model']),
  points: z.array(Passage),
  chapters: z.array(Passage),
});
export type MeetingSummary = z.infer<typeof MeetingSummary>;

export const Speaker = z.object({
  /** As the transcript names them. */
  label: z.string(),
  name: z.string(),
  user: Ref.nullable(),
  contact: Ref.nullable(),
  /** Of all that was said, from 0 to 1. */
  share: z.number(),
  spokenMs: z.number().nullable(),
  words: z.number().int(),
  interruptions: z.number().int(),
  questions: z.number().int(),
});
export type Speaker = z.infer<typeof Speaker>;

export const ITEM_KINDS = ['task', 'decision', 'question'] as const;
export const ItemKind = z.enum(ITEM_KINDS);
export type ItemKind = z.infer<typeof ItemKind>;

export const MeetingItem = z.object({
  id: Id,
  kind: ItemKind,
  text: z.string(),
  position: z.number().int(),
  state: z.enum(['proposed', 'accepted', 'dismissed']),
  /** The task that it became. */
  activity: z.object({ id: Id, done: z.boolean() }).nullable(),
  madeBy: z.enum(['model', 'words', 'person']),
});
export type MeetingItem = z.infer<typeof MeetingItem>;

export const MeetingShare = z.object({ id: Id, url: z.string(), withTranscript: z.boolean(), expiresAt: Instant });
export type MeetingShare = z.infer<typeof MeetingShare>;

/** A recording that is not a meeting yet. */
export const MeetingRecording = z.object({
  id: Id,
  title: z.string(),
  heldAt: Instant,
  /** Of the file. */
  name: z.string(),
  /** Bytes; 0 while it is being recorded. */
  size: z.number().int(),
  /** `uploading`: its parts are still arriving. */
  state: z.enum(['uploading', 'waiting', 'running', 'failed', 'cancelled']),
  /** Bytes that are there. */
  received: z.number().int(),
  /** While it is transcribed: the share that is done, 0 to 1. */
  progress: z.number(),
  /** The caller uploads it. */
  isMine: z.boolean(),
  /** A browser records it: a part arrived in the last minute. */
  isLive: z.boolean(),
  /** Why it failed; also while it waits to be tried again. */
  error: z.string(),
  createdAt: Instant,
  createdBy: z.string(),
});
export type MeetingRecording = z.infer<typeof MeetingRecording>;

export const MeetingRow = z.object({
  id: Id,
  title: z.string(),
  heldAt: Instant,
  /** Milliseconds; null where the transcript has no times. */
  durationMs: z.number().nullable(),
  speakers: z.array(z.string()),
  /** Tasks, decisions, and questions that wait for review. */
  toReview: z.number().int(),
  /** Of a search: the passage that was found. */
  hit: Passage.nullable(),
});
export type MeetingRow = z.infer<typeof MeetingRow>;

export const Meeting = z.object({
  id: Id,
  version: z.number().int(),
  title: z.string(),
  heldAt: Instant,
  durationMs: z.number().nullable(),
  segmentCount: z.number().int(),
  topics: z.array(z.string()),
  summary: MeetingSummary,
  summaryState: z.enum(['done', 'running', 'failed']),
  summaryError: z.string(),
  /** Whether a language model may write the summary. */
  hasModel: z.boolean(),
  contact: Ref.nullable(),
  opportunity: Ref.nullable(),
  speakers: z.array(Speaker),
  items: z.array(MeetingItem),
  shares: z.array(MeetingShare),
  /** The file that it was transcribed from. */
  recording: z.object({ name: z.string(), type: z.string(), size: z.number().int() }).nullable(),
  createdBy: z.string(),
});
export type Meeting = z.infer<typeof Meeting>;

export const TranscriptSegment = z.object({
  position: z.number().int(),
  speaker: z.string(),
  startMs: z.number().nullable(),
  text: z.string(),
});
export type TranscriptSegment = z.infer<typeof TranscriptSegment>;

const Title = z.string().trim().min(1, 'Title is required.').max(200, 'Use at most 200 characters.');
export const NewMeeting = z.strictObject({
  title: Title,
  heldAt: Instant,
  transcript: z
    .string()
    .min(1, 'Transcript is required.')
    .max(MAX_TRANSCRIPT, 'Use at most 700,000 characters. Split a longer transcript.'),
  contactId: Id.nullable().optional(),
  opportunityId: Id.nullable().optional(),
});
export type NewMeeting = z.infer<typeof NewMeeting>;

export const MeetingUpdate = z.strictObject({
  version: z.number().int(),
  title: Title.optional(),
  heldAt: Instant.optional(),
});

export const SpeakerUpdate = z
  .strictObject({
    label: z.string().max(80),
    name: z.string().trim().max(200).optional(),
    userId: Id.optional(),
    contactId: Id.optional(),
  })
  .refine(({ name, userId, contactId }) => [name, userId, contactId].filter(Boolean).length === 1, {
    error: 'Choose a teammate or a contact, or enter a name.',
    path: ['name'],
  });
export type SpeakerUpdate = z.infer<typeof SpeakerUpdate>;

export const NewItem = z.strictObject({
  kind: ItemKind,
  text: z.string().trim().min(1, 'Enter some text.').max(1_000, 'Use at most 1,000 characters.'),
  position: z.number().int().min(0),
});

export const TeamMeetings = z.object({
  from: Day,
  to: Day,
  meetings: z.number().int(),
  /** Minutes of meetings, and minutes that all speakers together spent in them. */
  minutes: z.number().int(),
  personMinutes: z.number().int(),
  topics: z.array(z.object({ topic: z.string(), meetings: z.number().int() })),
  weeks: z.array(z.object({ week: Day, meetings: z.number().int(), minutes: z.number().int() })),
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      meetings: z.number().int(),
      /** Mean share of what was said, from 0 to 1. */
      share: z.number(),
      minutes: z.number().int(),
      interruptions: z.number().int(),
      questions: z.number().int(),
      /** Tasks from meetings that are theirs, and those done. */
      tasks: z.number().int(),
      done: z.number().int(),
    }),
  ),
});
export type TeamMeetings = z.infer<typeof TeamMeetings>;

const tag = 'Meetings';
const of = { tag, access: 'user' } as const;
const ItemParams = z.object({ id: Id, itemId: Id });

export const meetings = {
  list: endpoint({
    ...of,
    method: 'GET',
    path: MEETINGS,
    summary: 'Meetings, latest first, or those in which words were said',
    query: z.object({
      search: z.string().trim().max(200).optional(),
      contactId: Id.optional(),
      opportunityId: Id.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: pageOf(MeetingRow),
    errors: ['validation', 'bad_request'],
  }),
  create: endpoint({
    ...of,
    method: 'POST',
    path: MEETINGS,
    summary: 'Add a meeting from its transcript',
    description:
      'WebVTT, SubRip, text as Zoom, Teams, and Meet save it, or JSON of a speech service. The meeting is logged as an activity.',
    status: 201,
    body: NewMeeting,
    response: Meeting,
    errors: ['validation'],
  }),
  get: endpoint({
    ...of,
    method: 'GET',
    path: `${MEETINGS}/{id}`,
    summary: 'One meeting',
    params: IdParams,
    response: Meeting,
    errors: ['not_found'],
  }),
  recordings: endpoint({
    ...of,
    method: 'GET',
    path: `${MEETINGS}/recordings`,
    summary: 'Recordings that are not transcribed yet, latest first',
    response: z.object({
      items: z.array(MeetingRecording),
      /** Whether a speech service is connected. */
      connected: z.boolean(),
      /** Bytes that the service accepts at once; larger MP3, WAV, and WebM files are sent in pieces. */
      pieceBytes: z.number().int().nullable(),
    }),
  }),
  addRecording: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/recordings`,
    summary: 'Add a meeting from a recording',
    description:
      'One MP3, M4A, WAV, OGG, WebM, or MP4 file of at most 50 MB. The speech service that is connected transcribes it; then it is a meeting. Larger files arrive in parts.',
    status: 202,
    query: z.strictObject({ title: Title, heldAt: Instant, contactId: Id.optional() }),
    consumes: 'multipart/form-data',
    response: MeetingRecording,
    errors: ['validation', 'conflict', 'too_large', 'unsupported_media_type', 'storage_full', 'unavailable'],
  }),
  startUpload: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/uploads`,
    summary: 'Begin a recording that arrives in parts',
    description: 'At most 2 GB. Send the parts in order, each from the byte at which the one before ended.',
    status: 201,
    body: z.strictObject({
      title: Title,
      heldAt: Instant,
      contactId: Id.optional(),
      name: z.string().trim().min(1, 'Name is required.').max(200, 'Use at most 200 characters.'),
      /** Bytes; null while it is being recorded. */
      size: z
        .number()
        .int()
        .min(1, 'The file is empty.')
        .max(MAX_RECORDING, 'Choose a recording of at most 2 GB.')
        .nullable(),
      /** Of a browser that records, an id that it keeps: for a minute after each part, no one without it ends the recording. */
      recorder: Id.optional(),
    }),
    response: MeetingRecording,
    errors: ['validation', 'conflict', 'unavailable'],
  }),
  upload: endpoint({
    ...of,
    method: 'GET',
    path: `${MEETINGS}/uploads/{id}`,
    summary: 'How much of a recording has arrived',
    params: IdParams,
    response: MeetingRecording,
    errors: ['not_found'],
  }),
  addPart: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/uploads/{id}/parts`,
    summary: 'Add the next part of a recording',
    description:
      'One file of at most 8 MB, and of at least 1 MB if it is not the last one of a file whose size is known. A part that is there already changes nothing. The answer names the byte to go on from.',
    params: IdParams,
    query: z.strictObject({ offset: z.coerce.number().int().min(0).max(MAX_RECORDING) }),
    consumes: 'multipart/form-data',
    response: MeetingRecording,
    errors: ['validation', 'not_found', 'conflict', 'too_large', 'unsupported_media_type', 'storage_full'],
  }),
  finishUpload: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/uploads/{id}/finish`,
    summary: 'Transcribe a recording whose parts are all there',
    description: 'While a browser still records, only that browser can end the recording.',
    status: 202,
    params: IdParams,
    query: RecorderQuery,
    response: MeetingRecording,
    errors: ['not_found', 'conflict', 'unavailable'],
  }),
  cancelRecording: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/recordings/{id}/cancel`,
    summary: 'Stop the transcription of a recording',
    description: 'The file stays, so that it can be transcribed later.',
    params: IdParams,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  retryRecording: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/recordings/{id}/retry`,
    summary: 'Transcribe a recording again that failed or was stopped',
    description: 'It goes on after the last piece that was transcribed.',
    status: 202,
    params: IdParams,
    response: MeetingRecording,
    errors: ['not_found', 'conflict', 'unavailable'],
  }),
  removeRecording: endpoint({
    ...of,
    method: 'DELETE',
    path: `${MEETINGS}/recordings/{id}`,
    summary: 'Delete a recording that is not a meeting yet',
    description: 'While a browser still records, only that browser can delete the recording.',
    params: IdParams,
    query: RecorderQuery,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  play: endpoint({
    ...of,
    method: 'GET',
    path: `${MEETINGS}/{id}/recording`,
    summary: 'The recording of a meeting, whole or in parts',
    description: 'Answers one range of bytes (206), or the whole file.',
    params: IdParams,
    produces: 'application/octet-stream',
    errors: ['not_found'],
  }),
  captions: endpoint({
    ...of,
    method: 'GET',
    path: `${MEETINGS}/{id}/captions`,
    summary: 'The transcript as captions for the recording (WebVTT)',
    params: IdParams,
    produces: 'text/vtt',
    errors: ['not_found'],
  }),
  update: endpoint({
    ...of,
    method: 'PUT',
    path: `${MEETINGS}/{id}`,
    summary: 'Change the title or time of a meeting',
    params: IdParams,
    body: MeetingUpdate,
    response: Meeting,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...of,
    method: 'DELETE',
    path: `${MEETINGS}/{id}`,
    summary: 'Delete a meeting with its transcript and recording',
    description: 'Tasks that came from it stay.',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
  transcript: endpoint({
    ...of,
    method: 'GET',
    path: `${MEETINGS}/{id}/transcript`,
    summary: 'Passages of a transcript in order',
    params: IdParams,
    query: z.object({
      from: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    response: z.object({ items: z.array(TranscriptSegment) }),
    errors: ['not_found', 'validation'],
  }),
  nameSpeaker: endpoint({
    ...of,
    method: 'PUT',
    path: `${MEETINGS}/{id}/speakers`,
    summary: 'Say who a speaker is',
    description: 'Remembered for later meetings, unless the transcript says only “Speaker 1”.',
    params: IdParams,
    body: SpeakerUpdate,
    response: Meeting,
    errors: ['validation', 'not_found'],
  }),
  summarize: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/{id}/summary`,
    summary: 'Let a language model write the summary',
    status: 202,
    params: IdParams,
    response: Meeting,
    errors: ['not_found', 'conflict', 'unavailable', 'credits'],
  }),
  addItem: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/{id}/items`,
    summary: 'Add a task, decision, or question from a passage',
    status: 201,
    params: IdParams,
    body: NewItem,
    response: Meeting,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  acceptItem: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/{id}/items/{itemId}/accept`,
    summary: 'Accept an item; a task becomes an activity',
    params: ItemParams,
    body: z.strictObject({
      text: z.string().trim().min(1, 'Enter some text.').max(300, 'Use at most 300 characters.').optional(),
      ownerId: Id.nullable().optional(),
      day: Day.nullable().optional(),
    }),
    response: Meeting,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  dismissItem: endpoint({
    ...of,
    method: 'PUT',
    path: `${MEETINGS}/{id}/items/{itemId}/dismissal`,
    summary: 'Dismiss an item, or bring it back',
    params: ItemParams,
    body: z.strictObject({ dismissed: z.boolean() }),
    response: Meeting,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  share: endpoint({
    ...of,
    method: 'POST',
    path: `${MEETINGS}/{id}/shares`,
    summary: 'Share a meeting by a link that expires',
    status: 201,
    params: IdParams,
    body: z.strictObject({ days: z.number().int().min(1).max(MAX_SHARE_DAYS), withTranscript: z.boolean() }),
    response: Meeting,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  endShare: endpoint({
    ...of,
    method: 'DELETE',
    path: `${MEETINGS}/{id}/shares/{shareId}`,
    summary: 'End a link',
    params: z.object({ id: Id, shareId: Id }),
    errors: ['not_found'],
  }),
  team: endpoint({
    ...of,
    method: 'GET',
    path: `${MEETINGS}/team`,
    summary: 'How the team meets: talk, follow-through, topics, and time',
    description: 'Days are those of the workspace’s time zone. At most 366 days.',
    query: z.object({ from: Day, to: Day }),
    response: TeamMeetings,
    errors: ['validation'],
  }),
} as const;
