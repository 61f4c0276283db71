/**
 * Entries of web forms that a person lets through: approving makes the lead, rejecting keeps the entry with the reason.
 */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { defineApprovalKind, requestApproval } from '../../../approvals/index.ts';
import { SPAM } from '../../../approvals/contract.ts';
import { FORM_FIELDS } from '../../contract/lead-forms.ts';
import { BLANK_LEAD, leadName } from '../../engine/leads/lead-data.ts';
import { CRM } from '../../paths.ts';
import { leadInput, leadOfEntry, type StoredForm } from './form-entry.ts';
import { FORM_COLUMNS } from './form-columns.ts';
import { applyToLead } from './input.ts';
import { removeLead } from './service.ts';

const text = (max: number) => z.string().trim().max(max).default('');
const EntryContent = z
  .object({
    submissionId: z.uuid(),
    formId: z.uuid(),
    form: z.string(),
    firstName: text(120),
    lastName: text(120),
    email: text(254),
    phone: text(60),
    companyName: text(200),
    title: text(160),
    website: text(500),
    city: text(120),
    country: text(80),
    message: text(5_000),
    /** Address of the page that it was sent from, and the campaign. */
    page: text(1_000),
    campaign: text(1_000),
  })
  .refine((entry) => Boolean(entry.firstName || entry.lastName || entry.email || entry.phone || entry.companyName), {
    message: 'Enter a name, an email address, or a phone number.',
    path: ['firstName'],
  });
type EntryContent = z.output<typeof EntryContent>;

/** The entry's fields, possibly edited by a person. */
function enteredOf(content: EntryContent): Record<string, string> {
  return Object.fromEntries(
    FORM_FIELDS.map((name) => [name, content[name]] as const).filter(([, value]) => value !== ''),
  );
}

async function formOf(id: string): Promise<StoredForm | undefined> {
  const [form] = await query<StoredForm>(
    `select ${FORM_COLUMNS} from lead_forms f where f.id = $1 and f.workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  return form;
}

async function setSubmissionState(
  submissionId: string,
  state: 'accepted' | 'waiting' | 'rejected' | 'spam',
  how: { reason?: string; leadId?: string } = {},
): Promise<void> {
  await execute(
    'update lead_submissions set state = $3, reason = $4, lead_id = $5 where id = $1 and workspace_id = $2',
    [submissionId, currentWorkspaceId(), state, how.reason ?? '', how.leadId ?? null],
  );
  await publishPaths(currentWorkspaceId(), [`${CRM.leads}/forms`]);
}

interface Entry {
  state: string;
  origin: Record<string, string>;
}

const lockEntry = (id: string) =>
  query<Entry>('select state, origin from lead_submissions where id = $1 and workspace_id = $2 for update', [
    id,
    currentWorkspaceId(),
  ]);

/** @throws AppError `conflict` for an entry that became a lead on another way */
function refuseTaken(entry: Entry | undefined): void {
  if (entry?.state === 'accepted') throw new AppError('conflict', 'This entry is already a lead.');
}

const WAITS = 'Waiting for approval.';

export const entryKind = defineApprovalKind({
  name: 'lead.form_entry',
  tab: 'incoming',
  label: 'Web form entry',
  content: EntryContent,
  effect: 'inside',
  shape: 'lead',
  reasons: [SPAM, 'Not a fit', 'Already a customer', 'Can’t be reached'],
  fields: [
    { key: 'firstName', label: 'First name', input: 'line' },
    { key: 'lastName', label: 'Last name', input: 'line' },
    { key: 'email', label: 'Email', input: 'email' },
    { key: 'phone', label: 'Phone', input: 'line' },
    { key: 'companyName', label: 'Company', input: 'line' },
    { key: 'title', label: 'Title', input: 'line' },
    { key: 'website', label: 'Website', input: 'line' },
    { key: 'city', label: 'City', input: 'line' },
    { key: 'country', label: 'Country', input: 'line' },
    { key: 'message', label: 'Message', input: 'text' },
    { key: 'form', label: 'Form', input: 'fixed' },
    { key: 'page', label: 'Sent from', input: 'fixed' },
    { key: 'campaign', label: 'Campaign', input: 'fixed' },
  ],
  filterFields: [
    { field: 'email', label: 'Email', kind: 'text' },
    { field: 'phone', label: 'Phone', kind: 'text' },
    { field: 'companyName', label: 'Company', kind: 'text' },
    { field: 'title', label: 'Title', kind: 'text' },
    { field: 'country', label: 'Country', kind: 'text' },
    { field: 'message', label: 'Message', kind: 'text' },
    { field: 'form', label: 'Form', kind: 'text' },
    { field: 'campaign', label: 'Campaign', kind: 'text' },
  ],
  check: async (content) =>
    void (await applyToLead(BLANK_LEAD, leadInput({ name: content.form, source: '', tags: [] }, enteredOf(content)))),
  async execute(content) {
    // The form may be deleted meanwhile; what came in by it is a lead all the same.
    const form = (await formOf(content.formId)) ?? {
      id: content.formId,
      name: content.form,
      source: '',
      tags: [],
      ownerId: null,
      isDeleted: true as const,
    };
    const [entry] = await lockEntry(content.submissionId);
    refuseTaken(entry);
    const lead = await leadOfEntry(form, enteredOf(content), entry?.origin ?? {});
    await setSubmissionState(content.submissionId, 'accepted', { leadId: lead.id });
    return { id: lead.id };
  },
  async undo(content, { id }) {
    await removeLead(id);
    await setSubmissionState(content.submissionId, 'rejected', { reason: 'The approval was undone.' });
  },
  rejected: (content, reason) =>
    setSubmissionState(content.submissionId, reason === SPAM ? 'spam' : 'rejected', { reason: reason || 'Rejected.' }),
  async reopened(content) {
    // It may have been taken in meanwhile where the entries of the form are: the same person would be a lead twice.
    refuseTaken((await lockEntry(content.submissionId))[0]);
    await setSubmissionState(content.submissionId, 'waiting', { reason: WAITS });
  },
});

/** Lets an entry wait, in the ambient transaction; a rule may let it through at once. */
export async function awaitApproval(
  form: StoredForm,
  submissionId: string,
  data: Readonly<Record<string, string>>,
  origin: Readonly<Record<string, string>>,
): Promise<void> {
  const lead = await applyToLead(BLANK_LEAD, leadInput(form, data));
  await setSubmissionState(submissionId, 'waiting', { reason: WAITS });
  await requestApproval(entryKind, {
    title: leadName(lead),
    key: submissionId,
    origin: { type: 'lead_form', id: form.id, label: `Form “${form.name}”` },
    content: EntryContent.parse({
      ...data,
      submissionId,
      formId: form.id,
      form: form.name,
      page: origin.page ?? '',
      campaign: origin.utm_campaign ?? '',
    }),
  });
}
