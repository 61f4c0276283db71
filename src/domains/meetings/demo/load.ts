/** Three meetings of the example agency, with a task that was accepted. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { query } from '../../../server/db/index.ts';
import { acceptItem } from '../server/items.ts';
import { createMeeting } from '../server/service.ts';

const WEEKLY = `WEBVTT

00:00:02.000 --> 00:00:09.000
<v Avery Marsh>Good morning. The website relaunch is the main point of this weekly meeting.

00:00:09.500 --> 00:00:19.000
<v Jordan Lee>The relaunch is on track. The new pricing page needs a final review before we can publish the website.

00:00:19.400 --> 00:00:26.000
<v Avery Marsh>We decided to publish the pricing page together with the relaunch, not before.

00:00:26.500 --> 00:00:35.000
<v Jordan Lee>I'll send the pricing page to the client by Thursday and collect their comments.

00:00:34.000 --> 00:00:44.000
<v Sam Ortiz>Can we also talk about the lead forms? Conversion dropped after the last change of the lead forms.

00:00:44.500 --> 00:00:55.000
<v Avery Marsh>What changed on the lead forms exactly? I want to understand the drop before the relaunch.

00:00:55.500 --> 00:01:08.000
<v Sam Ortiz>The phone number became required. I will make the phone number optional again and compare conversion for two weeks.

00:01:08.500 --> 00:01:16.000
<v Avery Marsh>Agreed. Let's go with that. Jordan, can you share the relaunch checklist with the team?
`;

const KICKOFF = `Avery Marsh   0:03
Thanks for joining. Today we plan the launch of your booking page.

Nadia Haddad   0:21
Most of our customers call. We want half of the appointments booked online by June.

Avery Marsh   0:38
Then the booking page has to be on the first screen. We will set up reminders by text as well.

Nadia Haddad   0:55
Do the reminders work with our calendar? We had double bookings last year.

Avery Marsh   1:08
Yes. I'll connect the calendar this week and send you a test booking.

Nadia Haddad   1:20
We agreed on three appointment types: consultation, treatment, and check-up.
`;

const RETRO = `Jordan Lee: The April campaign brought 212 leads, and 31 of them were qualified.
Sam Ortiz: Most qualified leads came from the webinar. The webinar was cheaper than the ads.
Jordan Lee: Let's go with a second webinar in June instead of more ads.
Sam Ortiz: I'll draft the webinar topics and ask two clients to speak.
Avery Marsh: How do we follow up with the leads that are not qualified yet?
`;

const MEETINGS = [
  { title: 'Weekly team meeting', daysAgo: 2, transcript: WEEKLY },
  { title: 'Booking page kickoff', daysAgo: 6, transcript: KICKOFF },
  { title: 'April campaign review', daysAgo: 13, transcript: RETRO },
];

export async function loadWorkspace({ workspace, now, people }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  const [contact] = await query<{ id: string }>(
    'select id from contacts where workspace_id = app_workspace() and deleted_at is null order by id limit 1',
  );
  const caller = { userId: people[0]! } as never;
  for (const [index, { title, daysAgo, transcript }] of MEETINGS.entries()) {
    const heldAt = new Date(now.getTime() - daysAgo * 86_400_000).toISOString();
    const contactId = index === 1 ? (contact?.id ?? null) : null;
    const meeting = await createMeeting(caller, { title, heldAt, transcript, contactId });
    const task = meeting.items.find(({ kind }) => kind === 'task');
    if (index === 0 && task) await acceptItem(meeting.id, task.id, {});
  }
}
