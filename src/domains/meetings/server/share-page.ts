/** The page of a shared meeting. */
import { AppError } from '../../../kernel/errors.ts';
import { inWorkspace, query } from '../../../server/db/index.ts';
import { definePublicPage } from '../../../server/public/define.ts';
import { html, type Html } from '../../../server/public/html.ts';
import type { ItemKind, Meeting } from '../contract.ts';
import { clockOf } from '../engine/clock.ts';
import { MAX_SEGMENTS } from '../engine/transcript.ts';
import { MEETINGS } from '../paths.ts';
import { readMeeting, readTranscriptPage } from './read.ts';
import { type OpenShare, readShare, shareOfToken } from './shares.ts';

interface Shown {
  meeting: Meeting;
  timeZone: string;
  transcript: { speaker: string; startMs: number | null; text: string }[];
}

async function load({ meetingId, withTranscript }: OpenShare): Promise<Shown> {
  const meeting = await readMeeting(meetingId);
  const [zone] = await query<{ zone: string }>('select time_zone as zone from present_workspace');
  const { items } = withTranscript
    ? await readTranscriptPage(meetingId, { from: 0, limit: MAX_SEGMENTS })
    : { items: [] };
  const names = new Map(meeting.speakers.map(({ label, name }) => [label, name]));
  return {
    meeting,
    timeZone: zone?.zone ?? 'UTC',
    transcript: items.map(({ speaker, startMs, text }) => ({ speaker: names.get(speaker) ?? speaker, startMs, text })),
  };
}

const TITLES: Readonly<Record<ItemKind, string>> = { task: 'Tasks', decision: 'Decisions', question: 'Open questions' };

/** Only what a person accepted is shown to people outside. */
function list(meeting: Meeting, kind: ItemKind): Html {
  const items = meeting.items.filter((item) => item.kind === kind && item.state === 'accepted');
  if (items.length === 0) return html``;
  return html`<h2>${TITLES[kind]}</h2>
    <ul>
      ${items.map(({ text }) => html`<li>${text}</li>`)}
    </ul>`;
}

definePublicPage<Shown>({
  name: 'shared-meeting',
  path: '/p/meetings/:token',
  cache: { seconds: 60, paths: [MEETINGS] },
  async load({ params }) {
    const id = shareOfToken(params['token']!);
    const share = id && (await readShare(id));
    if (!share) return undefined;
    const data = await inWorkspace(share.workspaceId, share.makerId, () => load(share)).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    });
    return data && { workspaceId: share.workspaceId, data };
  },
  render: ({ meeting, timeZone, transcript }) => {
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(meeting.heldAt));
    return {
      title: meeting.title,
      description: `${meeting.title}, ${day}`,
      language: 'en',
      wide: true,
      body: html`<h1>${meeting.title}</h1>
        <p class="soft">
          <time datetime="${meeting.heldAt}">${day}</time>${meeting.speakers.length > 0 && html`, ${meeting.speakers.map(({ name }) => name).join(', ')}`}
        </p>
        <h2>Summary</h2>
        <ul>
          ${meeting.summary.points.map(({ text }) => html`<li>${text}</li>`)}
        </ul>
        ${list(meeting, 'decision')}${list(meeting, 'task')}${list(meeting, 'question')}
        ${
          transcript.length > 0 &&
          html`<h2>Transcript</h2>
            ${transcript.map(
              ({ speaker, startMs, text }) =>
                html`<p>
                  ${speaker && html`<strong>${speaker}</strong> `}${startMs !== null && html`<small class="soft">${clockOf(startMs)}</small> `}${text}
                </p>`,
            )}`
        }`,
    };
  },
});
