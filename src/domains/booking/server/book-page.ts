/** The public page of a booking type: choose a time, leave a name, and have it booked. It needs no script. */
import { AppError, type FieldError } from '../../../kernel/errors.ts';
import { asSystem, inWorkspace } from '../../../server/db/index.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import { definePublicPage, type PublicPost } from '../../../server/public/define.ts';
import { html, type Html, paragraphs } from '../../../server/public/html.ts';
import { type PageContent, TOKEN_MARK, WORK_MARK } from '../../../server/public/layout.ts';
import { guardEntry, tokenState } from '../../../server/public/spam-guard.ts';
import { normalizeAddress } from '../../messaging/index.ts';
import type { Question } from '../contract.ts';
import { takeBooking } from './book.ts';
import { TAKEN } from './choose-hosts.ts';
import { Visitor } from './visitor.ts';
import { timeText } from './mails.ts';
import { bookingToken } from './visitor-booking.ts';
import { type PublicType, publicType, readTimes, search, type Times, timesPart } from './times.ts';

const formName = ({ slug }: Pick<PublicType, 'slug'>) => `booking ${slug}`;

const MAX_POSTS = 20;
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

interface Attempt {
  values: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  message: string;
  /** Of a form that was sent too fast: it counts from when it was read first. */
  token?: string | undefined;
}

interface FieldSpec {
  name: string;
  label: string;
  type?: string;
  required?: boolean;
  autocomplete?: string;
}

const problemOf = ({ problems }: Attempt, name: string) => {
  const problem = problems[name];
  return {
    marks: problem && html` aria-invalid="true" aria-describedby="${name}-problem"`,
    text: problem && html`<span class="problem" id="${name}-problem">${problem}</span>`,
  };
};

function input(attempt: Attempt, { name, label, type = 'text', required = false, autocomplete }: FieldSpec): Html {
  const { marks, text } = problemOf(attempt, name);
  return html`<div class="field"><label for="${name}">${label}${!required && html` <span class="soft">(optional)</span>`}</label>
    <input id="${name}" name="${name}" type="${type}" maxlength="254" value="${attempt.values[name] ?? ''}"${autocomplete && html` autocomplete="${autocomplete}"`}${required && html` required`}${marks}>${text}</div>`;
}

function questionField(attempt: Attempt, { label, kind, required, options }: Question, n: number): Html {
  const name = `q${n}`;
  if (kind === 'text') return input(attempt, { name, label, required });
  const { marks, text } = problemOf(attempt, name);
  const value = attempt.values[name] ?? '';
  const control =
    kind === 'long'
      ? html`<textarea id="${name}" name="${name}" maxlength="2000"${required && html` required`}${marks}>${value}</textarea>`
      : html`<select id="${name}" name="${name}"${required && html` required`}${marks}><option value="">Choose an answer</option>${options.map((option) => html`<option value="${option}"${option === value && html` selected`}>${option}</option>`)}</select>`;
  return html`<div class="field"><label for="${name}">${label}${!required && html` <span class="soft">(optional)</span>`}</label>${control}${text}</div>`;
}

export function typeDetails({ type, hosts }: Pick<Times, 'type' | 'hosts'>): Html {
  const who = type.assignment === 'all' || hosts.length === 1 ? hosts.join(', ') : '';
  return html`<h1>${type.name}</h1>
    <p class="soft">${[`${type.durationMinutes} minutes`, type.place, who && `With ${who}`].filter(Boolean).join(' · ')}</p>
    ${type.description && paragraphs(type.description)}`;
}

const phoneLabel = ({ textReminders }: PublicType) => (textReminders ? 'Phone, with country code' : 'Phone');

function bookForm({ type, zone, at, day }: Times, attempt: Attempt): Html {
  return html`<p class="notice"><strong>${timeText(at!, zone)}</strong><br>
      <a href="${search({ zone, day })}">Choose another time</a></p>
    <form method="post" action="/p/book/${type.slug}" data-once data-work="${WORK_MARK}">
      ${input(attempt, { name: 'name', label: 'Name', required: true, autocomplete: 'name' })}
      ${input(attempt, { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' })}
      ${type.phone !== 'off' && input(attempt, { name: 'phone', label: phoneLabel(type), type: 'tel', required: type.phone === 'required', autocomplete: 'tel' })}
      ${type.phone !== 'off' && type.textReminders && html`<div class="choice"><input type="checkbox" id="texts" name="texts" value="yes"${attempt.values['texts'] === 'yes' && html` checked`}><label for="texts">Text me a reminder</label></div>`}
      ${type.questions.map((question, n) => questionField(attempt, question, n))}
      <div class="away" aria-hidden="true"><label>Leave this empty<input name="url2" tabindex="-1" autocomplete="off"></label></div>
      <input type="hidden" name="at" value="${String(at)}"><input type="hidden" name="zone" value="${zone}">
      <input type="hidden" name="token" value="${attempt.token ?? TOKEN_MARK}"><input type="hidden" name="work" value=""><input type="hidden" name="bits" value="${WORK_MARK}">
      <button>${type.needsApproval ? 'Request appointment' : 'Book appointment'}</button>
    </form>`;
}

function bookContent(times: Times, attempt: Attempt): PageContent {
  const { type, at } = times;
  const notice = attempt.message && html`<p class="notice bad" role="alert">${attempt.message}</p>`;
  return {
    title: type.name,
    description: type.description.slice(0, 160) || `Book an appointment: ${type.name}.`,
    language: 'en',
    script: true,
    findable: true,
    body: html`${typeDetails(times)}${notice}${at === null ? timesPart(times) : bookForm(times, attempt)}`,
  };
}

/** The answers of a form, in the words of the questions. @throws AppError `validation` naming the fields */
function readVisitor(type: PublicType, fields: Readonly<Record<string, string>>) {
  const phone = type.phone === 'off' ? '' : (fields['phone'] ?? '');
  const wantsTexts = type.textReminders && fields['texts'] === 'yes';
  const visitor = Visitor.safeParse({
    name: fields['name'] ?? '',
    email: (fields['email'] ?? '').trim(),
    phone,
    wantsTexts,
    answers: type.questions.map(({ label }, n) => ({
      question: label,
      answer: (fields[`q${n}`] ?? '').slice(0, 2_000),
    })),
  });
  const problems: FieldError[] = visitor.success
    ? []
    : visitor.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }));
  if (type.phone === 'required' && phone.trim() === '')
    problems.push({ field: 'phone', message: 'Phone is required.' });
  else if (wantsTexts && !normalizeAddress('sms', phone))
    problems.push({ field: 'phone', message: 'Enter the number with its country code, such as +1 555 010 0100.' });
  for (const [n, { required, kind, options }] of type.questions.entries()) {
    const answer = (fields[`q${n}`] ?? '').trim();
    if (required && answer === '') problems.push({ field: `q${n}`, message: 'Answer this question.' });
    else if (kind === 'choice' && answer !== '' && !options.includes(answer))
      problems.push({ field: `q${n}`, message: 'Choose one of the answers.' });
  }
  if (problems.length > 0 || !visitor.success)
    throw new AppError('validation', 'Check the marked fields, then send the form again.', { fields: problems });
  return visitor.data;
}

/** @returns the token of the booking @throws AppError for all that the visitor can fix */
async function book(type: PublicType, times: Times, { fields, ip }: PublicPost): Promise<string> {
  const suspicion = await guardEntry({
    form: formName(type),
    ip,
    token: fields['token'] ?? '',
    work: fields['work'],
    trap: fields['url2'],
  });
  if (suspicion('') !== undefined)
    throw new AppError('validation', 'The form could not be checked. Wait a moment, then send it again.');
  const visitor = readVisitor(type, fields);
  if (times.at === null) throw new AppError('conflict', TAKEN);
  const { id } = await inWorkspace(type.workspaceId, null, () => takeBooking(type, times.at!, times.zone, visitor));
  return bookingToken(id);
}

definePublicPage<{ times: Times; values: Readonly<Record<string, string>> }>({
  name: 'booking',
  path: '/p/book/:slug',
  cache: 'none',
  formOf: ({ params }) => formName({ slug: params['slug']! }),
  async load({ params, query }) {
    const type = await publicType('slug', params['slug']!);
    return (
      type && { workspaceId: type.workspaceId, data: { times: await readTimes(type, query, null), values: query } }
    );
  },
  // Links may fill in what is known already: ?name=…&email=….
  render: ({ times, values }) => bookContent(times, { values, problems: {}, message: '' }),
  async post(request) {
    const type = await publicType('slug', request.params['slug']!);
    if (!type || (request.domainOf !== undefined && request.domainOf !== type.workspaceId)) return undefined;
    const times = await readTimes(type, request.fields, null);
    try {
      return { redirect: `/p/bookings/${await book(type, times, request)}` };
    } catch (error) {
      if (!isFixable(error)) throw error;
      const problems = Object.fromEntries(error.fields.map((one) => [one.field, one.message]));
      const isTaken = error.code === 'conflict';
      const shown = isTaken ? { ...(await readTimes(type, { ...request.fields, at: '' }, null)), at: null } : times;
      const sent = request.fields['token'] ?? '';
      const token = tokenState(formName(type), sent) === 'too_fast' ? sent : undefined;
      const content = bookContent(shown, { values: request.fields, problems, message: error.message, token });
      const status = isTaken ? 409 : error.code === 'rate_limited' ? 429 : 422;
      return { workspaceId: type.workspaceId, content: { ...content, status } };
    }
  },
});
