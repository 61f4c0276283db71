/** Web forms as administrators make them, and what came in by them. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { languageTag } from '../../../../server/public/language.ts';
import { randomToken } from '../../../../server/secrets/secrets.ts';
import type { LeadForm, LeadFormUpdate, NewLeadForm, Submission } from '../../contract/lead-forms.ts';
import type { Lead } from '../../contract/leads.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { CRM } from '../../paths.ts';
import { referenceErrors } from '../contacts/references.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import { FORM_COLUMNS } from './form-columns.ts';
import { leadOfEntry, type StoredForm } from './form-entry.ts';

const NOUN = 'The form';
const MAX_FORMS = 50;
const FORMS_CHANGED = [`${CRM.leads}/forms`];
/** Days for which what was kept back can still be looked at. */
const KEPT_DAYS = 60;

const READ = `select ${FORM_COLUMNS}, f.updated_at as "updatedAt",
    (select count(*)::int from lead_submissions s where s.workspace_id = f.workspace_id and s.form_id = f.id
      and s.state = 'accepted') as accepted,
    (select count(*)::int from lead_submissions s where s.workspace_id = f.workspace_id and s.form_id = f.id
      and s.state = 'spam') as spam,
    (select count(*)::int from lead_submissions s where s.workspace_id = f.workspace_id and s.form_id = f.id
      and s.state = 'waiting') as waiting
  from lead_forms f where f.workspace_id = $1`;

export function listForms(): Promise<LeadForm[]> {
  return query<LeadForm>(`${READ} order by f.id limit ${MAX_FORMS}`, [currentWorkspaceId()]);
}

async function readForm(id: string): Promise<LeadForm> {
  const [form] = await query<LeadForm>(`${READ} and f.id = $2`, [currentWorkspaceId(), id]);
  if (!form) throw notFound(NOUN);
  return form;
}

async function check({ ownerId }: { ownerId?: string | null | undefined }): Promise<void> {
  const [error] = await referenceErrors({ ownerId });
  if (error) throw new AppError('validation', error.message, { field: error.field });
}

const lowerOrigins = (origins: readonly string[]) => [...new Set(origins.map((origin) => origin.toLowerCase()))];

/** @throws AppError `validation`, `conflict` */
export function createForm(input: z.output<typeof NewLeadForm>): Promise<LeadForm> {
  return transaction(async () => {
    await check(input);
    const [count] = await query<{ n: number }>('select count(*)::int as n from lead_forms where workspace_id = $1', [
      currentWorkspaceId(),
    ]);
    if (count!.n >= MAX_FORMS)
      throw new AppError('conflict', `You have reached the limit of ${MAX_FORMS} forms. Delete one to add another.`);
    const id = newId();
    await query(
      `insert into lead_forms (id, workspace_id, name, key, fields, source, owner_id, tags, button, thanks,
        consent_text, origins, confirm_email, needs_approval, enabled, created_by, language)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      [
        id,
        currentWorkspaceId(),
        input.name,
        randomToken().slice(0, 32),
        JSON.stringify(input.fields),
        input.source ?? '',
        input.ownerId ?? null,
        uniqueTags(input.tags ?? []),
        input.button ?? 'Send',
        input.thanks ?? 'Thank you. We will be in touch soon.',
        input.consentText ?? '',
        lowerOrigins(input.origins ?? []),
        input.confirmEmail ?? false,
        input.needsApproval ?? false,
        input.enabled ?? true,
        currentUserId(),
        languageTag(input.language ?? '') ?? '',
      ],
    );
    await emit({ type: 'lead_form.created', subject: { type: 'lead_form', id }, paths: FORMS_CHANGED });
    return readForm(id);
  });
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateForm(id: string, { version, ...input }: z.output<typeof LeadFormUpdate>): Promise<LeadForm> {
  return transaction(async () => {
    await query('select 1 from lead_forms where id = $1 and workspace_id = $2 for update', [id, currentWorkspaceId()]);
    const form = await readForm(id);
    if (form.version !== version)
      throw new AppError('stale', 'Someone else changed this form in the meantime.', {
        details: { current: form, changed: [] },
      });
    await check(input);
    const next = {
      ...form,
      ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
    } as LeadForm;
    await query(
      `update lead_forms set name = $3, fields = $4, source = $5, owner_id = $6, tags = $7, button = $8, thanks = $9,
        consent_text = $10, origins = $11, confirm_email = $12, enabled = $13, needs_approval = $14, language = $15,
         version = version + 1, updated_at = now() where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        next.name,
        JSON.stringify(next.fields),
        next.source,
        next.ownerId,
        uniqueTags(next.tags),
        next.button,
        next.thanks,
        next.consentText,
        lowerOrigins(next.origins),
        next.confirmEmail,
        next.enabled,
        next.needsApproval,
        languageTag(next.language) ?? '',
      ],
    );
    await emit({ type: 'lead_form.updated', subject: { type: 'lead_form', id }, paths: FORMS_CHANGED });
    return readForm(id);
  });
}

/** Deletes a form with what was kept of its entries; its leads stay. @throws AppError `not_found` */
export function removeForm(id: string): Promise<void> {
  return transaction(async () => {
    const gone = await query('delete from lead_forms where id = $1 and workspace_id = $2 returning 1', [
      id,
      currentWorkspaceId(),
    ]);
    if (gone.length === 0) throw notFound(NOUN);
    await emit({ type: 'lead_form.deleted', subject: { type: 'lead_form', id }, paths: FORMS_CHANGED });
  });
}

const SUBMISSION = 's.id, s.state, s.reason, s.data, s.lead_id as "leadId", s.created_at as "createdAt"';

/** Newest first. @throws AppError `not_found`, `bad_request` */
export async function listSubmissions(
  formId: string,
  request: { state?: Submission['state'] | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: Submission[]; next: string | null }> {
  await readForm(formId);
  const from = unpackCursor(request.cursor, UUID);
  const rows = await query<Submission>(
    `select ${SUBMISSION} from lead_submissions s
      where s.workspace_id = $1 and s.form_id = $2 and ($3::text is null or s.state = $3)
      and ($4::uuid is null or s.id < $4) order by s.id desc limit $5`,
    [currentWorkspaceId(), formId, request.state ?? null, from?.[0] ?? null, request.limit + 1],
  );
  return pageFrom(rows, request.limit, (row) => packCursor(row.id));
}

/**
 * Makes a lead of something that was kept back.
 * @throws AppError `not_found`, `validation`; `conflict` when it is one.
 */
export function acceptSubmission(formId: string, id: string): Promise<Lead> {
  return transaction(async () => {
    const form = (await readForm(formId)) as StoredForm;
    const [entry] = await query<{
      state: Submission['state'];
      data: Record<string, string>;
      origin: Record<string, string>;
    }>(
      'select state, data, origin from lead_submissions where id = $1 and form_id = $2 and workspace_id = $3 for update',
      [id, formId, currentWorkspaceId()],
    );
    if (!entry) throw notFound('The entry');
    if (entry.state === 'waiting')
      throw new AppError('conflict', 'This entry is waiting for approval. Review it under Lead Approval.');
    if (entry.state === 'accepted') throw new AppError('conflict', 'This entry is already a lead.');
    const lead = await leadOfEntry(form, entry.data, entry.origin);
    await query(
      `update lead_submissions set state = 'accepted', reason = '', token_hash = null, lead_id = $3
        where id = $1 and workspace_id = $2`,
      [id, currentWorkspaceId(), lead.id],
    );
    await emit({ type: 'lead_form.entry_accepted', subject: { type: 'lead_form', id: formId }, paths: FORMS_CHANGED });
    return lead;
  });
}

export const formEntriesRecurring = defineRecurring({
  name: 'crm.form_entries',
  title: 'Delete old held form entries',
  cron: '40 4 * * *',
  handler: () =>
    query(
      `delete from lead_submissions
        where state not in ('accepted', 'waiting') and created_at < now() - make_interval(days => $1)`,
      [KEPT_DAYS],
    ),
});
