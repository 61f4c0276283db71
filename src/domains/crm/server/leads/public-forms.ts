/** Requests of visitors' browsers. They are public, so every step has limits. */
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
import type { FormEntry } from '../../contract/lead-forms.ts';
import { CRM } from '../../paths.ts';
import { checkEntry, leadOfEntry, type StoredForm } from './form-entry.ts';
import { awaitApproval } from './entry-approval.ts';
import { FORM_COLUMNS } from './form-columns.ts';
import { formToken, guardEntry, workBits } from '../../../../server/public/spam-guard.ts';
import { publicLink } from '../../../../server/public/site.ts';
import { recordFormConsent } from './form-consent.ts';

/** Confirmation links that one address may try in a quarter of an hour. */
const MAX_CONFIRMATIONS = 30;
const CONFIRMATIONS_WINDOW = 900;

export type WalledForm = StoredForm & { workspaceId: string };

/** @throws AppError `not_found` */
export async function formOf(key: string): Promise<WalledForm> {
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
  throw new AppError('forbidden', 'This form does not accept entries from this site.');
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
    work: workBits(key),
  };
}

/** Entered values without blanks. @throws AppError `validation` that names each field */
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
  if (form.consentText && entry.consent !== true) throw invalid('consent', 'Check the box to go on.');
  await checkEntry(form, data);
  return data;
}

/** @throws AppError `not_found`, `forbidden`, `validation`, `rate_limited` */
export async function submitForm(key: string, entry: FormEntry, request: FastifyRequest): Promise<{ message: string }> {
  const form = await formOf(key);
  checkSite(form, request);
  const { message } = await acceptEntry(form, entry, request.ip);
  return { message };
}

/** The result shown to the visitor. Spam looks accepted. */
type Accepted = { outcome: 'sent' | 'confirm'; message: string };

/** @throws AppError `validation`, `rate_limited` */
export async function acceptEntry(form: WalledForm, entry: FormEntry, ip: string): Promise<Accepted> {
  const { token, work, trap } = entry;
  const reasonAgainst = await guardEntry({ form: form.key, ip, token, work, trap });
  return inWorkspace(form.workspaceId, null, () =>
    transaction(async () => {
      const data = await checkedEntry(form, entry);
      const origin = { ...entry.origin, ...(form.consentText && { consent: form.consentText }) };
      const sent = { outcome: 'sent', message: form.thanks } as const;
      const reason = reasonAgainst(data.message ?? '');
      if (reason === undefined && (await isRepetition(form.id, data))) return sent;
      const id = newId();
      if (reason !== undefined) await keep(id, form, { state: 'spam', reason, data, origin });
      else if (form.confirmEmail && data.email) return askToConfirm(id, form, data, origin);
      else await takeIn(id, form, data, origin);
      return sent;
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
  await recordFormConsent(form, id, data, origin);
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
  title: 'Form confirmation email',
  retry: { limit: 6, backoff: 10 },
  concurrency: 2,
  handler: async ({ payload, jobId }) => {
    const mail = z
      .object({ address: z.string(), name: z.string(), link: z.string() })
      .parse(JSON.parse(open(payload.sealed, MAIL_CONTEXT)));
    await sendMail({
      to: [{ address: mail.address }],
      subject: `Confirm your entry: ${mail.name}`,
      id: `${jobId}@gauntlet`,
      text: `We received the form "${mail.name}" with this email address.\n\nConfirm that it was you:\n${mail.link}\n\nIf it was not you, ignore this email. Entries that are not confirmed are deleted.`,
    });
  },
});

export const CONFIRM_MESSAGE = 'Almost done: we have sent you an email. Open the link in it.';

async function askToConfirm(
  id: string,
  form: WalledForm,
  data: Record<string, string>,
  origin: Record<string, string>,
): Promise<Accepted> {
  const token = randomToken();
  await keep(id, form, {
    state: 'unconfirmed',
    reason: 'Waiting for email confirmation.',
    data,
    origin,
    tokenHash: hashToken(token),
  });
  await enqueue(confirmationMail, {
    sealed: seal(
      JSON.stringify({
        address: data.email,
        name: form.name,
        link: await publicLink(form.workspaceId, `/p/form-confirmations/${token}`),
      }),
      MAIL_CONTEXT,
    ),
  });
  return { outcome: 'confirm', message: CONFIRM_MESSAGE };
}

/** @throws AppError `rate_limited` */
async function limitConfirmations(ip: string): Promise<void> {
  const { count, retryAfter } = await asSystem(() =>
    throttle(`form-confirmation ${networkOf(ip)}`, CONFIRMATIONS_WINDOW),
  );
  if (count > MAX_CONFIRMATIONS)
    throw new AppError('rate_limited', 'Too many attempts. Try again later.', { retryAfter });
}

/** Earlier mails name this address. Whoever opens it confirms on the page. */
export function toConfirmationPage(token: string, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/p/form-confirmations/${encodeURIComponent(token)}`, 303);
}

/** The form of an entry that waits for this confirmation; undefined for a link that means nothing (any more). */
export async function formToConfirm(token: string, ip: string): Promise<WalledForm | undefined> {
  await limitConfirmations(ip);
  return unconfirmed(hashToken(token));
}

/** Confirms an entry. Twice does nothing twice. @returns what to say; undefined as above. @throws AppError `rate_limited` */
export async function confirmEntry(
  token: string,
  ip: string,
): Promise<{ workspaceId: string; thanks: string } | undefined> {
  await limitConfirmations(ip);
  return accept(hashToken(token));
}

async function unconfirmed(tokenHash: string): Promise<(WalledForm & { entryId: string }) | undefined> {
  const [found] = await asSystem(() =>
    query<WalledForm & { entryId: string }>(
      `select ${FORM_COLUMNS}, f.workspace_id as "workspaceId", s.id as "entryId" from lead_submissions s
        join lead_forms f on f.id = s.form_id
        where s.token_hash = $1 and s.state = 'unconfirmed' and app_is_on(f.workspace_id, 'leads')`,
      [tokenHash],
    ),
  );
  return found;
}

async function accept(tokenHash: string): Promise<{ workspaceId: string; thanks: string } | undefined> {
  const found = await unconfirmed(tokenHash);
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
        await recordFormConsent(found, found.entryId, entry.data, entry.origin);
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
      return { workspaceId: found.workspaceId, thanks: found.thanks };
    }),
  );
}
