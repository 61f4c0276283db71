/** The public page of a booking type: choose a time, leave a name, and have it booked. It needs no script. */
import { AppError } from '../../../kernel/errors.ts';
import { asSystem, inWorkspace, transaction, withAllRecords } from '../../../server/db/index.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { definePublicPage, type PublicPost } from '../../../server/public/define.ts';
import { html } from '../../../server/public/html.ts';
import type { PageContent } from '../../../server/public/layout.ts';
import { guardEntry, tokenState } from '../../../server/public/spam-guard.ts';
import { type Attempt, bookForm, keptOf, readVisitor, readWait, typeDetails, waitForm } from './book-form.ts';
import { takeBooking } from './book.ts';
import { TAKEN } from './choose-hosts.ts';
import { type Hold, holdOf, isHeld, placeHold } from './holds.ts';
import { ownPaymentPage } from './payments.ts';
import { routeAnswers } from './routing.ts';
import { type PublicType, publicType, readTimes, search, type Times, timesPart } from './times.ts';
import { bookingToken } from './visitor-booking.ts';
import { joinWaits } from './waits.ts';

const formName = ({ slug }: Pick<PublicType, 'slug'>) => `booking ${slug}`;

const MAX_POSTS = 20;
/** Times that one network may hold in a window; after that, people book without a hold. */
const MAX_HOLDS = 15;
const POSTS_WINDOW = 600;

/** Holds back a network that sends one form over and over. @throws AppError `rate_limited` */
export async function limitPosts(what: string, ip: string): Promise<void> {
  const { count, retryAfter } = await asSystem(() => throttle(`booking ${what} ${networkOf(ip)}`, POSTS_WINDOW));
  if (count > MAX_POSTS)
    throw new AppError('rate_limited', 'Too many attempts from here. Try again later.', { retryAfter });
}

/** Errors that the visitor can do something about. */
const FIXABLE = new Set(['validation', 'rate_limited', 'conflict']);
export const isFixable = (error: unknown): error is AppError => error instanceof AppError && FIXABLE.has(error.code);

function bookContent(times: Times, attempt: Attempt, held?: Hold): PageContent {
  const { type, at } = times;
  const notice = attempt.message && html`<p class="notice bad" role="alert">${attempt.message}</p>`;
  const joined =
    attempt.values['waiting'] === 'yes' &&
    html`<p class="notice" role="status">You are on the waiting list. You get an email when a time becomes free.</p>`;
  const choose = html`${timesPart(times, keptOf(attempt.values), `/p/book/${type.slug}`)}${waitForm(times, attempt)}`;
  return {
    title: type.name,
    description: type.description.slice(0, 160) || `Book an appointment: ${type.name}.`,
    language: 'en',
    script: true,
    findable: true,
    body: html`${typeDetails(times)}${joined}${notice}${at === null ? choose : bookForm(times, attempt, held)}`,
  };
}

/** @throws AppError for an entry that looks like a program's */
async function guard(type: PublicType, { fields, ip }: PublicPost): Promise<void> {
  const suspicion = await guardEntry({
    form: formName(type),
    ip,
    token: fields['token'] ?? '',
    work: fields['work'],
    trap: fields['url2'],
  });
  if (suspicion('') !== undefined)
    throw new AppError('validation', 'We couldn’t check the form. Wait a moment, then send it again.');
}

type Address = `/p/${string}`;

/** Holds the chosen start while the visitor fills in the form. @throws AppError `conflict` */
async function hold(type: PublicType, { zone, day, at }: Times, { fields, ip }: PublicPost): Promise<Address> {
  if (at === null) throw new AppError('conflict', TAKEN);
  const { count } = await asSystem(() => throttle(`booking-hold ${type.id} ${networkOf(ip)}`, POSTS_WINDOW));
  const place = () => placeHold(type, at, holdOf(fields));
  const held = count > MAX_HOLDS ? null : await inWorkspace(type.workspaceId, null, place);
  return `/p/book/${type.slug}${search({ ...keptOf(fields), zone, day, at, hold: held })}`;
}

async function wait(type: PublicType, { zone }: Times, request: PublicPost): Promise<Address> {
  await guard(type, request);
  const visitor = readWait(request.fields);
  await inWorkspace(type.workspaceId, null, () => transaction(() => joinWaits(type, { ...visitor, zone })));
  return `/p/book/${type.slug}${search({ zone, waiting: 'yes' })}`;
}

/** Where the payment goes on; the page of the booking says what to do where the service does not answer. */
const paymentPage = (id: string) =>
  withAllRecords(() => ownPaymentPage(id)).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });

/** @returns the page of the booking, or of its payment @throws AppError for all that the visitor can fix */
async function book(type: PublicType, { at, zone }: Times, request: PublicPost): Promise<Address> {
  await guard(type, request);
  const visitor = readVisitor(type, request.fields);
  if (at === null) throw new AppError('conflict', TAKEN);
  return inWorkspace(type.workspaceId, null, async () => {
    const answers = [...(await routeAnswers(request.fields)), ...visitor.answers];
    const { id, isUnpaid } = await takeBooking(type, at, zone, { ...visitor, answers }, holdOf(request.fields));
    const payment = isUnpaid ? await paymentPage(id) : undefined;
    return payment ?? (`/p/bookings/${bookingToken(id)}` as const);
  });
}

const ACTS: Readonly<Record<string, typeof book>> = { hold, wait };

/** The page again, with what went wrong. */
async function problemPage(type: PublicType, times: Times, { fields }: PublicPost, error: AppError) {
  const problems = Object.fromEntries(error.fields.map((one) => [one.field, one.message]));
  const isTaken = error.code === 'conflict';
  const shown = isTaken ? { ...(await readTimes(type, { ...fields, at: '' }, null)), at: null } : times;
  const sent = fields['token'] ?? '';
  const token = tokenState(formName(type), sent) === 'too_fast' ? sent : undefined;
  const attempt = { values: fields, problems, message: error.message, token };
  return bookContent(shown, attempt, await heldFor(type, shown, fields));
}

const heldFor = (type: PublicType, { at }: Times, fields: Readonly<Record<string, string>>) =>
  at === null ? undefined : inWorkspace(type.workspaceId, null, () => isHeld(holdOf(fields), at));

interface Shown {
  times: Times;
  values: Readonly<Record<string, string>>;
  held: Hold | undefined;
}

definePublicPage<Shown>({
  name: 'booking',
  path: '/p/book/:slug',
  cache: 'none',
  formOf: ({ params }) => formName({ slug: params['slug']! }),
  async load({ params, query }) {
    const type = await publicType('slug', params['slug']!);
    if (!type) return undefined;
    const times = await readTimes(type, query, null);
    return { workspaceId: type.workspaceId, data: { times, values: query, held: await heldFor(type, times, query) } };
  },
  // Links may fill in what is known already: ?name=…&email=….
  render: ({ times, values, held }) => bookContent(times, { values, problems: {}, message: '' }, held),
  async post(request) {
    const type = await publicType('slug', request.params['slug']!);
    if (!type || (request.domainOf !== undefined && request.domainOf !== type.workspaceId)) return undefined;
    const times = await readTimes(type, request.fields, null);
    try {
      return { redirect: await (ACTS[request.fields['act'] ?? ''] ?? book)(type, times, request) };
    } catch (error) {
      if (!isFixable(error)) throw error;
      const status = error.code === 'conflict' ? 409 : error.code === 'rate_limited' ? 429 : 422;
      return {
        workspaceId: type.workspaceId,
        content: { ...(await problemPage(type, times, request, error)), status },
      };
    }
  },
});
