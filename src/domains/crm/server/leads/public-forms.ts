/** What visitors' browsers ask for and send: open to the world, so every step is bounded. */
import * as z from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalid, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { appLink } from '../../../../server/app-url.ts';
import { asSystem, currentWorkspaceId, inWorkspace, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { networkOf } from '../../../../server/http/request-path.ts';
import { throttle } from '../../../../server/http/rate-limit.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { sendMail } from '../../../../server/providers/mail/index.ts';
import { hashToken, open, randomToken, seal } from '../../../../server/secrets/secrets.ts';
import { LeadFields } from '../../contract/leads.ts';
import type { FormEntry } from '../../contract/lead-forms.ts';
import { BLANK_LEAD } from '../../engine/leads/lead-data.ts';
import { CRM } from '../../paths.ts';
import { leadInput, leadOfEntry, type StoredForm } from './form-entry.ts';
import { awaitApproval } from './entry-approval.ts';
import { FORM_COLUMNS } from './form-columns.ts';
import { formToken, spamReason, tokenState } from './form-guard.ts';
import { applyToLead } from './input.ts';

/** Entries that one address may send to one form, and the seconds in which it may. */
const MAX_ENTRIES = 10;
const ENTRIES_WINDOW = 600;
/** Confirmation links that one address may try in a quarter of an hour. */
const MAX_CONFIRMATIONS = 30;
const CONFIRMATIONS_WINDOW = 900;

type WalledForm = StoredForm & { workspaceId: string };

async function formOf(key: string): Promise<WalledForm> {
  const [form] = await asSystem(() =>
    query<WalledForm>(
      `select ${FORM_COLUMNS}, f.workspace_id as "workspaceId" from lead_forms f
        where f.key = $1 and f.enabled and app_is_on(f.workspace_id, 'leads')`,
      [key],
    ),
  );
  if (!form) throw notFound('The form');
  return form;
}

/**
 * A form may be bound to sites. Browsers always name theirs; our own pages, where a form is tried out, are welcome too.
 */
function checkSite(form: StoredForm, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (
    form.origins.length === 0 ||
    (origin !== undefined && (form.origins.includes(origin.toLowerCase()) || origin === new URL(appLink('/')).origin))
  )
    return;
  throw new AppError('forbidden', 'This form is not open to this site.');
}

/** @throws AppError `not_found`, `forbidden` */
export async function readPublicForm(key: string, request: FastifyRequest) {
  const form = await formOf(key);
  // A page of the same site names no origin when it reads.
  if (request.headers.origin !== undefined) checkSite(form, request);
  return {
    name: form.name,
    fields: form.fields,
    button: form.button,
    consentText: form.consentText,
    token: formToken(key),
  };
}

/** What was entered, blanks left out. @throws AppError `validation` that names each field */
async function checkedEntry(form: StoredForm, entry: FormEntry): Promise<Record<string, string>> {
  const asked = new Set<string>(form.fields.map((field) => field.name));
  const data = Object.fromEntries(
    Object.entries(entry.fields)
      .map(([name, value]) => [name, value.trim()])
      .filter(([name, value]) => asked.has(name!) && value !== ''),
  );
  const missing = form.fields
    .filter((field) => field.required && !data[field.name])
    .map(({ name, label }) => ({ field: name, message: `${label} is required.` }));
  if (missing.length > 0)
    throw new AppError('validation', missing.length === 1 ? missing[0]!.message : 'Fill in the required fields.', {
      fields: missing,
    });
  if (form.consentText && entry.consent !== true) throw invalid('consent', 'Check the box to continue.');
  const parsed = LeadFields.safeParse(leadInput(form, data));
  if (!parsed.success) {
    throw new AppError('validation', 'Some values are not valid.', {
      fields: parsed.error.issues.map((issue) => ({
        field: issue.path.join('.') === 'about' ? 'message' : issue.path.join('.'),
        message: issue.message,
      })),
    });
  }
  await applyToLead(BLANK_LEAD, parsed.data);
  return data;
}

/** @throws AppError `not_found`, `forbidden`, `validation`, `rate_limited` */
export async function submitForm(key: string, entry: FormEntry, request: FastifyRequest): Promise<{ message: string }> {
  const form = await formOf(key);
  checkSite(form, request);
  const { count, retryAfter } = await asSystem(() =>
    throttle(`lead-form ${form.id} ${networkOf(request.ip)}`, ENTRIES_WINDOW),
  );
  if (count > MAX_ENTRIES)
    throw new AppError('rate_limited', 'Too many entries from here. Please try again later.', { retryAfter });
  const token = tokenState(key, entry.token);
  if (token === 'expired') throw invalid('token', 'This page was open for a long time. Please send the form again.');
  return inWorkspace(form.workspaceId, null, () =>
    transaction(async () => {
      const data = await checkedEntry(form, entry);
      const origin = { ...entry.origin, ...(form.consentText && { consent: form.consentText }) };
      const reason = spamReason({ trap: entry.trap, token, message: data.message ?? '' });
      if (reason === undefined && (await isRepetition(form.id, data))) return { message: form.thanks };
      const id = newId();
      if (reason !== undefined) await keep(id, form, { state: 'spam', reason, data, origin });
      else if (form.confirmEmail && data.email) return askToConfirm(id, form, data, origin);
      else await takeIn(id, form, data, origin);
      return { message: form.thanks };
    }),
  );
}

/** Makes the lead, or lets the entry wait for whoever decides. */
async function takeIn(
  id: string,
  form: StoredForm,
  data: Record<string, string>,
  origin: Record<string, string>,
): Promise<void> {
  if (form.needsApproval) {
    await keep(id, form, { state: 'waiting', data, origin });
    await awaitApproval(form, id, data, origin);
    return;
  }
  const lead = await leadOfEntry(form, data, origin);
  await keep(id, form, { state: 'accepted', data, origin, leadId: lead.id });
}

/** A button that was pressed twice. */
async function isRepetition(formId: string, data: Record<string, string>): Promise<boolean> {
  await query('select pg_advisory_xact_lock(hashtext($1))', [`lead-form ${formId}`]);
  const found = await query(
    `select 1 from lead_submissions where workspace_id = $1 and form_id = $2 and data = $3::jsonb and state <> 'spam'
      and created_at > now() - interval '10 minutes' limit 1`,
    [currentWorkspaceId(), formId, JSON.stringify(data)],
  );
  return found.length > 0;
}

interface Kept {
  state: 'accepted' | 'unconfirmed' | 'waiting' | 'spam';
  reason?: string;
  data: Record<string, string>;
  origin: Record<string, string>;
  leadId?: string;
  tokenHash?: string;
}

async function keep(
  id: string,
  form: StoredForm,
  { state, reason = '', data, origin, leadId, tokenHash }: Kept,
): Promise<void> {
  await query(
    'insert into lead_submissions (id, workspace_id, form_id, state, reason, data, origin, lead_id, token_hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      id,
      currentWorkspaceId(),
      form.id,
      state,
      reason,
      JSON.stringify(data),
      JSON.stringify(origin),
      leadId ?? null,
      tokenHash ?? null,
    ],
  );
  await emit({
    type: 'lead_form.entry',
    subject: { type: 'lead_form', id: form.id },
    data: { state },
    paths: [`${CRM.leads}/forms`],
  });
}

const MAIL_CONTEXT = 'form-confirmation';
export const confirmationMail = defineJob({
  name: 'crm.form_confirmation',
  // Sealed: whoever has the link can confirm.
  payload: z.object({ sealed: z.string() }),
  title: 'Mail that confirms an entry of a web form',
  retry: { limit: 6, backoff: 10 },
  concurrency: 2,
  handler: async ({ payload, jobId }) => {
    const mail = z
      .object({ address: z.string(), name: z.string(), token: z.string() })
      .parse(JSON.parse(open(payload.sealed, MAIL_CONTEXT)));
    const link = appLink(`/api/public/form-confirmations/${mail.token}`);
    await sendMail({
      to: [{ address: mail.address }],
      subject: `Please confirm: ${mail.name}`,
      id: `${jobId}@gauntlet`,
      text: `Somebody, we think you, sent us the form "${mail.name}" with this address.\n\nPlease confirm that it was you:\n${link}\n\nIf it was not you, do nothing: without a confirmation we do not keep what was sent.`,
    });
  },
});

async function askToConfirm(
  id: string,
  form: StoredForm,
  data: Record<string, string>,
  origin: Record<string, string>,
): Promise<{ message: string }> {
  const token = randomToken();
  await keep(id, form, {
    state: 'unconfirmed',
    reason: 'Waits for the confirmation by mail.',
    data,
    origin,
    tokenHash: hashToken(token),
  });
  await enqueue(confirmationMail, {
    sealed: seal(JSON.stringify({ address: data.email, name: form.name, token }), MAIL_CONTEXT),
  });
  return { message: 'Almost done. Open the link in the email we sent you.' };
}

/** A small page of its own: the visitor comes from a mail, and the site with the form is elsewhere. */
function page(title: string, text: string): string {
  const escape = (value: string) =>
    value.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head><body><main><h1>${escape(title)}</h1><p>${escape(text)}</p></main></body></html>`;
}

/** The link of a confirmation mail. Opening it twice does nothing twice. @throws AppError `rate_limited` */
export async function confirmEntry(token: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { count, retryAfter } = await asSystem(() =>
    throttle(`form-confirmation ${networkOf(request.ip)}`, CONFIRMATIONS_WINDOW),
  );
  if (count > MAX_CONFIRMATIONS)
    throw new AppError('rate_limited', 'Too many attempts. Please try again later.', { retryAfter });
  const thanks = await accept(hashToken(token));
  return reply
    .code(thanks === undefined ? 404 : 200)
    .header('content-type', 'text/html; charset=utf-8')
    .send(
      thanks === undefined
        ? page(
            'This link is no longer valid',
            'Perhaps it was opened before, or it is older than two months. If we have not answered you, please send the form again.',
          )
        : page('Thank you', thanks),
    );
}

/** What to say to the visitor; undefined for a link that means nothing (any more). */
async function accept(tokenHash: string): Promise<string | undefined> {
  const [found] = await asSystem(() =>
    query<WalledForm & { entryId: string }>(
      `select ${FORM_COLUMNS}, f.workspace_id as "workspaceId", s.id as "entryId" from lead_submissions s
        join lead_forms f on f.id = s.form_id
        where s.token_hash = $1 and s.state = 'unconfirmed' and app_is_on(f.workspace_id, 'leads')`,
      [tokenHash],
    ),
  );
  if (!found) return undefined;
  return inWorkspace(found.workspaceId, null, () =>
    transaction(async () => {
      const [entry] = await query<{ data: Record<string, string>; origin: Record<string, string> }>(
        `select data, origin from lead_submissions where id = $1 and workspace_id = $2 and state = 'unconfirmed'
          for update`,
        [found.entryId, currentWorkspaceId()],
      );
      if (!entry) return undefined;
      await query('update lead_submissions set token_hash = null where id = $1 and workspace_id = $2', [
        found.entryId,
        currentWorkspaceId(),
      ]);
      if (found.needsApproval) await awaitApproval(found, found.entryId, entry.data, entry.origin);
      else {
        const lead = await leadOfEntry(found, entry.data, entry.origin);
        await query(
          `update lead_submissions set state = 'accepted', reason = '', lead_id = $3
            where id = $1 and workspace_id = $2`,
          [found.entryId, currentWorkspaceId(), lead.id],
        );
      }
      await emit({
        type: 'lead_form.entry_confirmed',
        subject: { type: 'lead_form', id: found.id },
        paths: [`${CRM.leads}/forms`],
      });
      return found.thanks;
    }),
  );
}
