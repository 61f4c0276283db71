/** The public pages: choose a time and book it, and the page behind the link in the mails. They need no script. */
import { addDays, dayAt, dayWords, isDay, startOfDay } from '../../../kernel/days.ts';
import { AppError } from '../../../kernel/errors.ts';
import { isTimeZone } from '../../../kernel/wall-clock.ts';
import { asSystem, inWorkspace, query, withAllRecords } from '../../../server/db/index.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { definePublicFile, definePublicPage, type PublicPost } from '../../../server/public/define.ts';
import { html, type Html, paragraphs } from '../../../server/public/html.ts';
import { message, type PageContent, TOKEN_MARK, WORK_MARK } from '../../../server/public/layout.ts';
import { countEntry, isWorkDone, spamReason, tokenState } from '../../../server/public/spam-guard.ts';
import { freeSlots } from '../engine/slots.ts';
import { cancelByVisitor, moveBooking, TAKEN, takeBooking, Visitor } from './book.ts';
import { readHosts, slotRequests } from './hours.ts';
import { bookingCalendar, bookingToken, openBooking, timeText, type VisitorBooking } from './mails.ts';
import { type StoredType, TYPE_COLUMNS } from './types.ts';

/** Days on one page of times. */
const SHOWN_DAYS = 7;
const DAY = 86_400_000;
const MAX_POSTS = 20;
const POSTS_WINDOW = 600;

type PublicType = StoredType & { workspaceId: string };

async function typeOf(column: 'slug' | 'id', value: string): Promise<PublicType | undefined> {
  const [type] = await asSystem(() =>
    query<PublicType>(
      `select ${TYPE_COLUMNS}, t.workspace_id as "workspaceId" from booking_types t where t.${column} = $1
        ${column === 'slug' ? 'and t.is_active' : ''}`,
      [value],
    ),
  );
  return type;
}

/** Everything that the page of times shows. */
interface Times {
  type: PublicType;
  zone: string;
  /** First day shown, in the zone. */
  day: string;
  days: { day: string; starts: number[] }[];
  /** Start that the visitor chose. */
  at: number | null;
}

async function readTimes(
  type: PublicType,
  fields: Readonly<Record<string, string>>,
  except: string | null,
): Promise<Times> {
  return inWorkspace(type.workspaceId, null, () =>
    withAllRecords(async () => {
      const asked = fields['zone'] ?? '';
      const zone = isTimeZone(asked) ? asked : ((await readHosts(type.hostIds))[0]?.hours.zone ?? 'UTC');
      const today = dayAt(new Date(), zone);
      const last = addDays(today, type.horizonDays);
      const wanted = fields['day'] ?? '';
      const day = isDay(wanted) && wanted >= today && wanted <= last ? wanted : today;
      const from = Date.parse(startOfDay(day, zone));
      const requests = await slotRequests(type, [from, from + (SHOWN_DAYS + 1) * DAY], { except });
      const starts = [...new Set(requests.flatMap((request) => freeSlots(request)))].toSorted((a, b) => a - b);
      const days = Array.from({ length: SHOWN_DAYS }, (_, n) => {
        const one = addDays(day, n);
        return { day: one, starts: starts.filter((at) => dayAt(new Date(at), zone) === one) };
      });
      const chosen = Number(fields['at']);
      return { type, zone, day, days, at: Number.isSafeInteger(chosen) && chosen > 0 && chosen < 8e15 ? chosen : null };
    }),
  );
}

const clock = (at: number, zone: string) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(at);

const zones = Intl.supportedValuesOf('timeZone');

function zoneChoice({ zone, day }: Times): Html {
  const names = zones.includes(zone) ? zones : [zone, ...zones];
  return html`<form method="get">
    <div class="field">
      <label for="zone">Time zone</label>
      <select id="zone" name="zone">
        ${names.map((name) => html`<option value="${name}" ${name === zone && html` selected`}>${name}</option>`)}
      </select>
    </div>
    <input type="hidden" name="day" value="${day}" /><button>Show times</button>
  </form>`;
}

/** The week's times; `button` makes each a link or a form. */
function timeList(times: Times, button: (at: number, label: string) => Html): Html {
  const { days, day, zone } = times;
  const isEmpty = days.every(({ starts }) => starts.length === 0);
  const link = (to: string, label: string) => html`<a href="?day=${to}&zone=${encodeURIComponent(zone)}">${label}</a>`;
  const back = addDays(day, -SHOWN_DAYS);
  const today = dayAt(new Date(), zone);
  return html`${isEmpty && html`<p class="notice" role="status">No times are free in this week.</p>`}
    ${days
      .filter(({ starts }) => starts.length > 0)
      .map(
        (one) =>
          html`<h2>${dayWords(one.day)}</h2>
            <div>${one.starts.map((at) => html`${button(at, clock(at, zone))} `)}</div>`,
      )}
    <p>
      ${day > today && html`${link(back < today ? today : back, 'Earlier times')} · `}${link(addDays(day, SHOWN_DAYS), 'Later times')}
    </p>`;
}

interface Attempt {
  values: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  said: string;
}
const NOTHING: Attempt = { values: {}, problems: {}, said: '' };

function input(name: string, label: string, attempt: Attempt, type = 'text', required = true): Html {
  const problem = attempt.problems[name];
  return html`<div class="field">
    <label for="${name}">${label}${required && ' *'}</label
    ><input
      id="${name}"
      name="${name}"
      type="${type}"
      maxlength="254"
      value="${attempt.values[name] ?? ''}"
      ${required && html` required`}${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}
    />${problem && html`<span class="problem" id="${name}-problem">${problem}</span>`}
  </div>`;
}

function intro({ type }: Times): Html {
  return html`<h1>${type.name}</h1>
    <p>${type.durationMinutes} minutes${type.place && ` · ${type.place}`}</p>
    ${type.description && paragraphs(type.description)}`;
}

function bookPage(times: Times, attempt: Attempt): PageContent {
  const { type, zone, at } = times;
  const head = { title: type.name, description: `Book an appointment: ${type.name}.`, script: true, findable: true };
  const said = attempt.said && html`<p class="notice bad" role="alert">${attempt.said}</p>`;
  if (at === null)
    return {
      ...head,
      body: html`${intro(times)}${said}${zoneChoice(times)}${timeList(
        times,
        (start, label) => html`<a href="?at=${start}&zone=${encodeURIComponent(zone)}&day=${times.day}">${label}</a>`,
      )}`,
    };
  return {
    ...head,
    body: html`${intro(times)}${said}
      <p>
        <strong>${timeText(at, zone)}</strong>
        <a href="?day=${times.day}&zone=${encodeURIComponent(zone)}">Choose another time</a>
      </p>
      <form method="post" action="/p/book/${type.slug}" data-once data-work="${WORK_MARK}">
        ${input('name', 'Name', attempt)}${input('email', 'Email', attempt, 'email')}${input('phone', 'Phone', attempt, 'tel', false)}
        ${type.questions.map((question, n) => input(`q${n}`, question, attempt, 'text', false))}
        <div class="away" aria-hidden="true">
          <label>Leave this empty<input name="url2" tabindex="-1" autocomplete="off" /></label>
        </div>
        <input type="hidden" name="at" value="${String(at)}" /><input type="hidden" name="zone" value="${zone}" />
        <input type="hidden" name="token" value="${TOKEN_MARK}" /><input type="hidden" name="work" value="" /><input
          type="hidden"
          name="bits"
          value="${WORK_MARK}"
        />
        <button>Book appointment</button>
      </form>`,
  };
}

async function limitPosts(what: string, ip: string): Promise<void> {
  const { count, retryAfter } = await asSystem(() => throttle(`booking ${what} ${networkOf(ip)}`, POSTS_WINDOW));
  if (count > MAX_POSTS)
    throw new AppError('rate_limited', 'Too many attempts from here. Try again later.', { retryAfter });
}

/** @returns the token of the booking @throws AppError for all that the visitor can mend */
async function book(type: PublicType, times: Times, { fields, ip }: PublicPost): Promise<string> {
  await limitPosts(type.id, ip);
  const token = fields['token'] ?? '';
  const state = tokenState(`booking ${type.slug}`, token);
  if (state === 'expired') throw new AppError('validation', 'This page was open for a long time. Send the form again.');
  const isFlooded = await countEntry(`booking ${type.slug}`);
  const isSpam = spamReason({ trap: fields['url2'], token: state, message: '' }) !== undefined;
  if (isSpam || (isFlooded && !(await isWorkDone(token, fields['work'] ?? ''))))
    throw new AppError('validation', 'The form could not be checked. Wait a moment, then send it again.');
  const visitor = Visitor.safeParse({
    name: fields['name'] ?? '',
    email: (fields['email'] ?? '').trim(),
    phone: fields['phone'] ?? '',
    answers: type.questions.map((question, n) => ({ question, answer: (fields[`q${n}`] ?? '').slice(0, 2_000) })),
  });
  if (!visitor.success)
    throw new AppError('validation', 'Check the marked fields, then send the form again.', {
      fields: visitor.error.issues.map(({ path, message: text }) => ({ field: String(path[0]), message: text })),
    });
  if (times.at === null) throw new AppError('conflict', TAKEN);
  const { id } = await inWorkspace(type.workspaceId, null, () =>
    takeBooking(type, times.at!, times.zone, visitor.data),
  );
  return bookingToken(id);
}

const MENDABLE = new Set(['validation', 'rate_limited', 'conflict']);

definePublicPage<Times>({
  name: 'booking',
  path: '/p/book/:slug',
  cache: 'none',
  formOf: ({ params }) => `booking ${params['slug']!}`,
  async load({ params, query: asked }) {
    const type = await typeOf('slug', params['slug']!);
    return type && { workspaceId: type.workspaceId, data: await readTimes(type, asked, null) };
  },
  render: (times) => bookPage(times, NOTHING),
  async post(request) {
    const type = await typeOf('slug', request.params['slug']!);
    if (!type || (request.domainOf !== undefined && request.domainOf !== type.workspaceId)) return undefined;
    const times = await readTimes(type, request.fields, null);
    try {
      return { redirect: `/p/bookings/${await book(type, times, request)}` };
    } catch (error) {
      if (!(error instanceof AppError) || !MENDABLE.has(error.code)) throw error;
      const problems = Object.fromEntries(error.fields.map((one) => [one.field, one.message]));
      const isTaken = error.code === 'conflict';
      const content = bookPage(isTaken ? { ...times, at: null } : times, {
        values: request.fields,
        problems,
        said: error.message,
      });
      const status = isTaken ? 409 : error.code === 'rate_limited' ? 429 : 422;
      return { workspaceId: type.workspaceId, content: { ...content, status } };
    }
  },
});

const HEADINGS: Readonly<Record<VisitorBooking['state'], string>> = {
  pending: 'Waiting for confirmation',
  confirmed: 'Your appointment is booked',
  canceled: 'This appointment is canceled',
  declined: 'This appointment could not be confirmed',
  no_show: 'You missed this appointment',
};

interface Managed {
  one: VisitorBooking;
  /** Times to move to; null while the visitor looks at the booking itself. */
  times: Times | null;
}

const isOpen = ({ state, startAt }: VisitorBooking) =>
  (state === 'pending' || state === 'confirmed') && Date.parse(startAt) > Date.now();

function managePage({ one, times }: Managed, said = ''): PageContent {
  const action = `/p/bookings/${bookingToken(one.id)}`;
  const details = html`<p><strong>${one.typeName}</strong></p>
    <p>${timeText(one.startAt, one.zone)}${one.hostName && html`<br />With ${one.hostName}`}${one.place && html`<br />${one.place}`}</p>`;
  const notice = said && html`<p class="notice bad" role="alert">${said}</p>`;
  if (times && isOpen(one))
    return {
      title: 'Choose a new time',
      description: 'Move your appointment.',
      body: html`<h1>Choose a new time</h1>
        ${notice}${details}${timeList(
          times,
          (at, label) =>
            html`<form method="post" action="${action}" data-once>
              <input type="hidden" name="act" value="move" /><input type="hidden" name="at" value="${String(at)}" /><button>
                ${label}
              </button>
            </form>`,
        )}
        <p><a href="${action}">Keep this appointment</a></p>`,
    };
  return {
    title: HEADINGS[one.state],
    description: 'Your appointment.',
    script: true,
    body: html`<h1>${HEADINGS[one.state]}</h1>
      ${notice}${details}
      ${
        isOpen(one) &&
        html`<p><a href="/p/booking-calendars/${bookingToken(one.id)}/${String(one.sequence)}">Add to calendar</a></p>
          <p><a href="${action}?day=${dayAt(new Date(one.startAt), one.zone)}">Reschedule appointment</a></p>
          <form method="post" action="${action}" data-once>
            <input type="hidden" name="act" value="cancel" /><button>Cancel appointment</button>
          </form>`
      }`,
  };
}

const GONE = message('This link does not work', 'Copy the whole link from the email, then try again.', 404);

async function change(one: VisitorBooking, { fields, ip }: PublicPost): Promise<void> {
  await limitPosts(one.id, ip);
  await inWorkspace(one.workspaceId, null, async () => {
    if (fields['act'] === 'cancel') return cancelByVisitor(one.id);
    const type = await typeOf('id', one.typeId);
    const at = Number(fields['at']);
    if (!type || !Number.isSafeInteger(at) || Math.abs(at) > 8e15) throw new AppError('conflict', TAKEN);
    return moveBooking(one.id, type, at);
  });
}

definePublicPage<Managed | null>({
  name: 'booking-manage',
  path: '/p/bookings/:token',
  cache: 'none',
  async load({ params, query: asked }) {
    const one = await openBooking(params['token']!);
    if (!one) return { data: null };
    const type = asked['day'] === undefined ? undefined : await typeOf('id', one.typeId);
    const times = type ? await readTimes(type, { zone: one.zone, day: asked['day']! }, one.id) : null;
    return { workspaceId: one.workspaceId, data: { one, times } };
  },
  render: (data) => (data ? managePage(data) : GONE),
  async post(request) {
    const one = await openBooking(request.params['token']!);
    if (!one) return { content: GONE };
    try {
      await change(one, request);
      return { redirect: `/p/bookings/${bookingToken(one.id)}` };
    } catch (error) {
      if (!(error instanceof AppError) || !MENDABLE.has(error.code)) throw error;
      const content = managePage({ one, times: null }, error.message);
      return {
        workspaceId: one.workspaceId,
        content: { ...content, status: error.code === 'rate_limited' ? 429 : 409 },
      };
    }
  },
});

definePublicFile({
  path: '/p/booking-calendars/:token/:sequence',
  async load({ params }) {
    const one = await openBooking(params['token']!);
    if (!one || String(one.sequence) !== params['sequence']) return undefined;
    return { type: 'text/calendar; charset=utf-8', content: Buffer.from(bookingCalendar(one)) };
  },
});
