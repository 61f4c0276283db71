/** The page behind the link in a visitor’s mails: see the appointment, move it, cancel it. It needs no script. */
import { AppError } from '../../../kernel/errors.ts';
import { inWorkspace } from '../../../server/db/index.ts';
import { definePublicFile, definePublicPage, type PublicPost } from '../../../server/public/define.ts';
import { html, type Html } from '../../../server/public/html.ts';
import { message, type PageContent } from '../../../server/public/layout.ts';
import { publicLink } from '../../../server/public/site.ts';
import { isFixable, limitPosts } from './book-page.ts';
import { cancelByVisitor, moveBooking } from './book.ts';
import { TAKEN } from './choose-hosts.ts';
import { bookingCalendar } from './invitation.ts';
import { timeText } from './mails.ts';
import { publicType, readTimes, search, startOf, type Times, timesPart } from './times.ts';
import { bookingToken, openBooking, type VisitorBooking } from './visitor-booking.ts';

const HEADINGS: Readonly<Record<VisitorBooking['state'], string>> = {
  pending: 'Your request is waiting for confirmation',
  confirmed: 'Your appointment is booked',
  canceled: 'This appointment is canceled',
  declined: 'This appointment could not be confirmed',
  no_show: 'You missed this appointment',
};

interface Managed {
  one: VisitorBooking;
  act: 'see' | 'move' | 'cancel';
  /** Times to move to, where the visitor chooses one. */
  times: Times | null;
  /** Why the last attempt failed. */
  problem: string;
}

const isOver = ({ startAt }: VisitorBooking) => Date.parse(startAt) <= Date.now();
const isOpen = (one: VisitorBooking) => (one.state === 'pending' || one.state === 'confirmed') && !isOver(one);
const pathOf = ({ id }: VisitorBooking) => `/p/bookings/${bookingToken(id)}` as const;

function detailsOf(one: VisitorBooking): Html {
  const lines = [one.hostName && `With ${one.hostName}`, one.place].filter(Boolean);
  return html`<p><strong>${one.typeName}</strong><br>${timeText(one.startAt, one.zone)}${lines.map((line) => html`<br>${line}`)}</p>`;
}

const reasonField = html`<div class="field"><label for="reason">Reason <span class="soft">(optional)</span></label>
  <textarea id="reason" name="reason" maxlength="1000"></textarea></div>`;

function movePage({ one, times }: Managed, notice: Html | false): PageContent {
  const { at, zone } = times!;
  const present = html`<p class="soft">Now: ${timeText(one.startAt, zone)}</p>`;
  const body =
    at === null
      ? html`<h1>Choose a new time</h1>${notice}<p><strong>${one.typeName}</strong></p>${present}${timesPart(times!, { act: 'move' })}
        <p><a href="${pathOf(one)}">Keep this appointment</a></p>`
      : html`<h1>Move appointment</h1><p><strong>${one.typeName}</strong></p>${present}
        <p class="notice"><strong>${timeText(at, zone)}</strong><br><a href="${search({ act: 'move', zone, day: times!.day })}">Choose another time</a></p>
        <form method="post" action="${pathOf(one)}" data-once>
          <input type="hidden" name="act" value="move"><input type="hidden" name="at" value="${String(at)}">${reasonField}
          <div class="row"><button>Move appointment</button><a href="${pathOf(one)}">Keep this appointment</a></div>
        </form>`;
  return { title: 'Choose a new time', description: 'Move your appointment.', language: 'en', script: true, body };
}

const cancelPage = (one: VisitorBooking): PageContent => ({
  title: 'Cancel appointment',
  description: 'Cancel your appointment.',
  language: 'en',
  script: true,
  body: html`<h1>Cancel this appointment?</h1>${detailsOf(one)}
    <form method="post" action="${pathOf(one)}" data-once><input type="hidden" name="act" value="cancel">${reasonField}
      <div class="row"><button>Cancel appointment</button><a href="${pathOf(one)}">Keep this appointment</a></div></form>`,
});

function managePage(managed: Managed): PageContent {
  const { one, act, times, problem } = managed;
  const notice = problem !== '' && html`<p class="notice bad" role="alert">${problem}</p>`;
  if (act === 'move' && times && isOpen(one)) return movePage(managed, notice);
  if (act === 'cancel' && isOpen(one)) return cancelPage(one);
  const heading = one.state === 'confirmed' && isOver(one) ? 'This appointment is over' : HEADINGS[one.state];
  const mail = one.state === 'pending' || one.state === 'confirmed';
  return {
    title: heading,
    description: 'Your appointment.',
    language: 'en',
    body: html`<h1>${heading}</h1>${notice}${detailsOf(one)}
      ${mail && !isOver(one) && html`<p class="soft">We sent the details to ${one.email || one.phone}.</p>`}
      ${
        isOpen(one) &&
        html`<p class="row">${one.state === 'confirmed' && html`<a class="button" href="/p/booking-calendars/${bookingToken(one.id)}">Add to calendar</a>`}
            <a class="button quiet" href="${search({ act: 'move', zone: one.zone })}">Reschedule</a>
            <a class="button quiet" href="${search({ act: 'cancel' })}">Cancel</a></p>`
      }
      ${!isOpen(one) && html`<p><a href="${one.typeLink}">Book another time</a></p>`}`,
  };
}

const GONE = message('This link does not work', 'Copy the whole link from the message, then try again.', 404);

async function change(one: VisitorBooking, { fields, ip }: PublicPost): Promise<void> {
  await limitPosts(one.id, ip);
  const reason = (fields['reason'] ?? '').trim().slice(0, 1_000);
  await inWorkspace(one.workspaceId, null, async () => {
    if (fields['act'] === 'cancel') return cancelByVisitor(one.id, reason);
    const type = await publicType('id', one.typeId);
    const at = startOf(fields['at']);
    if (!type || at === null) throw new AppError('conflict', TAKEN);
    return moveBooking(one.id, type, at, reason);
  });
}

async function timesOf(one: VisitorBooking, fields: Readonly<Record<string, string>>): Promise<Times | null> {
  const type = await publicType('id', one.typeId);
  return type ? readTimes(type, { zone: one.zone, ...fields }, one.id) : null;
}

definePublicPage<Managed | null>({
  name: 'booking-manage',
  path: '/p/bookings/:token',
  cache: 'none',
  async load({ params, query }) {
    const one = await openBooking(params['token']!);
    if (!one) return { data: null };
    const act = query['act'] === 'move' || query['act'] === 'cancel' ? query['act'] : 'see';
    const times = act === 'move' ? await timesOf(one, query) : null;
    return { workspaceId: one.workspaceId, data: { one, act, times, problem: '' } };
  },
  render: (data) => (data ? managePage(data) : GONE),
  async post(request) {
    const one = await openBooking(request.params['token']!);
    if (!one) return { content: GONE };
    try {
      await change(one, request);
      return { redirect: pathOf(one) };
    } catch (error) {
      if (!isFixable(error)) throw error;
      // The time may have been taken meanwhile: others are shown at once.
      const now = (await openBooking(request.params['token']!)) ?? one;
      const times = request.fields['act'] === 'move' ? await timesOf(now, {}) : null;
      const content = managePage({ one: now, act: times ? 'move' : 'see', times, problem: error.message });
      const status = error.code === 'rate_limited' ? 429 : 409;
      return { workspaceId: one.workspaceId, content: { ...content, status } };
    }
  },
});

definePublicFile({
  path: '/p/booking-calendars/:token',
  cache: 'none',
  async load({ params }) {
    const one = await openBooking(params['token']!);
    if (!one) return undefined;
    const link = await publicLink(one.workspaceId, pathOf(one));
    const context = { organizer: { address: '', name: '' }, hosts: [], link, reader: null };
    const text = bookingCalendar(one, one.state === 'confirmed' ? 'PUBLISH' : 'CANCEL', context);
    return { type: 'text/calendar; charset=utf-8', content: Buffer.from(text), name: 'appointment.ics' };
  },
});
