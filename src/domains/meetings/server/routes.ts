import { type BoundRoute, route } from '../../../server/http/route.ts';
import { meetings } from '../contract.ts';
import { acceptItem, addItem, dismissItem } from './items.ts';
import {
  addRecording,
  cancelRecording,
  listRecordings,
  removeRecording,
  retryRecording,
  sendCaptions,
  sendRecording,
} from './recordings.ts';
import { listMeetings, readMeeting, readTranscriptPage, requireMeeting } from './read.ts';
import { createMeeting, removeMeeting, updateMeeting } from './service.ts';
import { createShare, endShare } from './shares.ts';
import { nameSpeaker } from './speakers.ts';
import { startSummary } from './summarize.ts';
import { addPart, finishUpload, readUpload, startUpload } from './uploads.ts';
import { readTeamMeetings } from './team.ts';
import './share-page.ts';

export const meetingRoutes: BoundRoute[] = [
  route(meetings.team, ({ query }) => readTeamMeetings(query)),
  route(meetings.list, ({ query }) => listMeetings(query)),
  route(meetings.create, ({ caller, body }) => createMeeting(caller, body)),
  route(meetings.recordings, () => listRecordings()),
  route(meetings.addRecording, ({ query, request }) => addRecording(query, request)),
  route(meetings.startUpload, ({ body }) => startUpload(body)),
  route(meetings.upload, ({ params }) => readUpload(params.id)),
  route(meetings.addPart, ({ params, query, request }) => addPart(params.id, query.offset, request)),
  route(meetings.finishUpload, ({ params, query }) => finishUpload(params.id, query.recorder)),
  route(meetings.cancelRecording, ({ params }) => cancelRecording(params.id)),
  route(meetings.retryRecording, ({ params }) => retryRecording(params.id)),
  route(meetings.removeRecording, ({ caller, params, query }) => removeRecording(caller, params.id, query.recorder)),
  route(meetings.play, ({ params, request, reply }) => sendRecording(params.id, request, reply)),
  route(meetings.captions, ({ params, reply }) => sendCaptions(params.id, reply)),
  route(meetings.get, ({ params }) => readMeeting(params.id)),
  route(meetings.update, ({ params, body }) => updateMeeting(params.id, body)),
  route(meetings.remove, ({ caller, params }) => removeMeeting(caller, params.id)),
  route(meetings.transcript, ({ params, query }) => readTranscriptPage(params.id, query)),
  route(meetings.nameSpeaker, ({ params, body }) => nameSpeaker(params.id, body)),
  route(meetings.summarize, ({ params }) => startSummary(params.id)),
  route(meetings.addItem, ({ params, body }) => addItem(params.id, body)),
  route(meetings.acceptItem, ({ params, body }) => acceptItem(params.id, params.itemId, body)),
  route(meetings.dismissItem, ({ params, body }) => dismissItem(params.id, params.itemId, body.dismissed)),
  route(meetings.share, async ({ params, body }) => {
    await requireMeeting(params.id);
    await createShare(params.id, body);
    return readMeeting(params.id);
  }),
  route(meetings.endShare, async ({ params }) => {
    await requireMeeting(params.id);
    await endShare(params.id, params.shareId);
  }),
];
