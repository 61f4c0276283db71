/** The forms of a booking page, and what they send. */
import { AppError, type FieldError } from '../../../kernel/errors.ts';
import { moneyText } from '../../../kernel/money/money-text.ts';
import { html, type Html, paragraphs } from '../../../server/public/html.ts';
import { TOKEN_MARK, WORK_MARK } from '../../../server/public/layout.ts';
import { normalizeAddress } from '../../messaging/index.ts';
import { MAX_QUESTIONS, MAX_ROUTE_QUESTIONS, type Question } from '../contract.ts';
import { PAY_MINUTES } from './book.ts';
import type { Hold } from './holds.ts';
import { timeText } from './mails.ts';
import { clockText, type PublicType, search, type Times } from './times.ts';
import { Visitor } from './visitor.ts';

/** What was entered, and what is wrong with it. */
export interface Attempt {
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
  const facts = [
    `${type.durationMinutes} minutes`,
    type.price !== null && moneyText(type.price, type.currency),
    type.seats > 1 && `Group of up to ${type.seats}`,
    type.place,
    who && `With ${who}`,
  ];
  return html`<h1>${type.name}</h1>
    <p class="soft">${facts.filter(Boolean).join(' · ')}</p>
    ${type.description && paragraphs(type.description)}`;
}

const phoneLabel = ({ textReminders }: PublicType) => (textReminders ? 'Phone, with country code' : 'Phone');

const TRAP = html`<div class="away" aria-hidden="true"><label>Leave this empty<input name="url2" tabindex="-1" autocomplete="off"></label></div>`;

const guardFields = ({ token }: Attempt): Html =>
  html`${TRAP}<input type="hidden" name="token" value="${token ?? TOKEN_MARK}"><input type="hidden" name="work" value=""><input type="hidden" name="bits" value="${WORK_MARK}">`;

const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${n}`);
/** The routing form that the visitor comes from, and their answers there. */
const ROUTE_FIELDS = ['route', ...numbered('r', MAX_ROUTE_QUESTIONS)];

/** What links and forms carry on from page to page: what is known of the visitor, and the time they hold. */
export function keptOf(values: Readonly<Record<string, string>>): Record<string, string> {
  const names = ['name', 'email', 'phone', 'hold', ...ROUTE_FIELDS, ...numbered('q', MAX_QUESTIONS)];
  return Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
}

const buttonText = ({ price, currency, needsApproval }: PublicType) =>
  price !== null
    ? `Book and pay ${moneyText(price, currency)}`
    : needsApproval
      ? 'Request appointment'
      : 'Book appointment';

/** The form of a chosen start. @param held until when it is held for the visitor */
export function bookForm({ type, zone, at, day }: Times, attempt: Attempt, held: Hold | undefined): Html {
  return html`<p class="notice"><strong>${timeText(at!, zone)}</strong><br>
      ${held && html`<span class="soft">Held for you until ${clockText(Date.parse(held.expiresAt), zone)}.</span><br>`}
      <a href="${search({ ...keptOf(attempt.values), zone, day })}">Choose another time</a></p>
    <form method="post" action="/p/book/${type.slug}" data-once data-work="${WORK_MARK}">
      ${input(attempt, { name: 'name', label: 'Name', required: true, autocomplete: 'name' })}
      ${input(attempt, { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' })}
      ${type.phone !== 'off' && input(attempt, { name: 'phone', label: phoneLabel(type), type: 'tel', required: type.phone === 'required', autocomplete: 'tel' })}
      ${type.phone !== 'off' && type.textReminders && html`<div class="choice"><input type="checkbox" id="texts" name="texts" value="yes"${attempt.values['texts'] === 'yes' && html` checked`}><label for="texts">Text me a reminder</label></div>`}
      ${type.questions.map((question, n) => questionField(attempt, question, n))}
      ${guardFields(attempt)}${held && html`<input type="hidden" name="hold" value="${held.id}">`}
      ${ROUTE_FIELDS.map((name) => attempt.values[name] && html`<input type="hidden" name="${name}" value="${attempt.values[name]}">`)}
      <input type="hidden" name="at" value="${String(at)}"><input type="hidden" name="zone" value="${zone}">
      <button>${buttonText(type)}</button>
      ${type.price !== null && html`<p class="soft">The time is held for you for ${String(PAY_MINUTES)} minutes while you pay.</p>`}
    </form>`;
}

/** Joining the waiting list; open once it was sent with a mistake. */
export function waitForm({ type, zone }: Times, attempt: Attempt): Html {
  const isSent = attempt.values['act'] === 'wait';
  return html`<details${isSent && html` open`}><summary>No time that suits you? Join the waiting list</summary>
    <form method="post" action="/p/book/${type.slug}" data-once data-work="${WORK_MARK}">
      <p class="soft">You get an email when a time becomes free.</p>
      ${input(attempt, { name: 'name', label: 'Name', required: true, autocomplete: 'name' })}
      ${input(attempt, { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' })}
      ${guardFields(attempt)}<input type="hidden" name="act" value="wait"><input type="hidden" name="zone" value="${zone}">
      <button class="quiet">Join waiting list</button>
    </form></details>`;
}

/** The answers of a form, in the words of the questions. @throws AppError `validation` naming the fields */
export function readVisitor(type: PublicType, fields: Readonly<Record<string, string>>) {
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

/** @throws AppError `validation` naming the fields */
export function readWait(fields: Readonly<Record<string, string>>): { name: string; email: string } {
  const read = Visitor.pick({ name: true, email: true }).safeParse({
    name: fields['name'] ?? '',
    email: (fields['email'] ?? '').trim(),
  });
  if (read.success) return read.data;
  throw new AppError('validation', 'Check the marked fields, then send the form again.', {
    fields: read.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })),
  });
}
