/** Actions of automations that need approval: emails, calls to other systems, bulk changes, and plain questions. */
import * as z from 'zod';
import { invalid } from '../../../kernel/errors.ts';
import { currentWorkspaceId, transaction } from '../../../server/db/index.ts';
import { parseMailbox } from '../../../server/providers/mail/port.ts';
import { defineApprovalKind } from '../../approvals/index.ts';
import type { BulkAction } from '../../../records/contract.ts';
import { changeRecords, createRecord, undoRecordChange } from '../../crm/index.ts';
import { Purpose } from '../../messaging/contract.ts';
import { sendMessage } from '../../messaging/index.ts';
import { RecordName } from '../contract/definition.ts';
import { callOutside } from './http-call.ts';
import { type HeaderValue, withSecrets } from './sealed-headers.ts';
import { withoutSecrets } from './secret-headers.ts';

const MailContent = z.object({
  to: z
    .array(z.string())
    .min(1, 'Enter a recipient.')
    .max(20)
    .superRefine((list, context) => {
      for (const one of list) {
        try {
          parseMailbox(one);
        } catch {
          context.addIssue({ code: 'custom', message: `“${one}” is not a valid email address.` });
        }
      }
    }),
  subject: z
    .string()
    .trim()
    .min(1, 'Enter a subject.')
    .max(500)
    .refine((text) => !/[\r\n]/.test(text), 'Enter the subject on one line.'),
  text: z.string().trim().min(1, 'Enter a message.').max(50_000),
  purpose: Purpose.default('service'),
});
export type MailContent = z.infer<typeof MailContent>;

/**
 * Takes a mail for each recipient, whose consent is respected. A repetition under the same key sends nothing twice.
 * @returns what becomes of each
 */
export function sendApprovedMail(
  content: MailContent,
  key: string,
  origin?: { type: string; id: string; label: string },
): Promise<{ messages: { id: string; to: string; state: string; why?: string }[] }> {
  return transaction(async () => {
    const messages = [];
    for (const [i, to] of content.to.map(parseMailbox).entries()) {
      const sent = await sendMessage({
        workspaceId: currentWorkspaceId(),
        channel: 'email',
        purpose: content.purpose,
        to,
        subject: content.subject,
        text: content.text,
        key: `${key}:${i}`,
        ...(origin && { origin }),
      });
      messages.push({ to: to.address, ...sent });
    }
    return { messages };
  });
}

const HOLD_SECONDS = 10;

export const mailKind = defineApprovalKind({
  name: 'mail.send',
  tab: 'outgoing',
  label: 'Send email',
  content: MailContent,
  effect: 'once',
  hold: HOLD_SECONDS,
  shape: 'mail',
  reasons: ['Wrong person', 'Wrong wording', 'Already done', 'Not now'],
  fields: [
    { key: 'to', label: 'To', input: 'emails' },
    { key: 'subject', label: 'Subject', input: 'line' },
    { key: 'text', label: 'Text', input: 'text' },
    { key: 'purpose', label: 'Purpose', input: 'fixed' },
  ],
  filterFields: [
    { field: 'to', label: 'To', kind: 'text' },
    { field: 'subject', label: 'Subject', kind: 'text' },
    { field: 'text', label: 'Text', kind: 'text' },
  ],
  // One that was asked for by an earlier version names no purpose.
  execute: (content, { approvalId }) => sendApprovedMail(MailContent.parse(content), approvalId),
});

export const CallContent = z.object({
  url: z.string().max(2_000),
  method: z.enum(['POST', 'PUT', 'PATCH', 'GET', 'DELETE']),
  /** Secrets among them are sealed until the call is made. */
  headers: z.record(
    z.string(),
    z.union([z.string(), z.strictObject({ sealed: z.string() })]) satisfies z.ZodType<HeaderValue>,
  ),
  body: z.string().max(100_000),
});
export type CallContent = z.infer<typeof CallContent>;

export const callKind = defineApprovalKind({
  name: 'webhook.send',
  tab: 'outgoing',
  label: 'Call another system',
  content: CallContent,
  effect: 'repeatable',
  hold: HOLD_SECONDS,
  shape: 'call',
  reasons: ['Wrong URL', 'Wrong content', 'Already done'],
  fields: [
    { key: 'method', label: 'Method', input: 'fixed' },
    { key: 'url', label: 'URL', input: 'url' },
    { key: 'body', label: 'Body', input: 'json' },
  ],
  filterFields: [
    { field: 'url', label: 'URL', kind: 'text' },
    {
      field: 'method',
      label: 'Method',
      kind: 'select',
      options: ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].map((value) => ({ value, label: value })),
    },
  ],
  secrets: { hide: withoutSecrets, restore: withSecrets },
  execute: (content, { approvalId, signal }) => callOutside(content, approvalId, signal),
});

export const questionKind = defineApprovalKind({
  name: 'workflow.question',
  tab: 'outgoing',
  label: 'Workflow question',
  effect: 'inside',
  content: z.object({ question: z.string(), record: z.string().optional() }),
  fields: [
    { key: 'question', label: 'Question', input: 'fixed' },
    { key: 'record', label: 'About', input: 'fixed' },
  ],
  filterFields: [{ field: 'question', label: 'Question', kind: 'text' }],
  execute: () => Promise.resolve({}),
});

const BulkContent = z.object({
  record: RecordName,
  ids: z.array(z.uuid()).min(1).max(10_000),
  action: z.record(z.string(), z.unknown()),
  what: z.string(),
  count: z.number().int(),
});

/** Changes many records; undone as any bulk action is. */
export const bulkKind = defineApprovalKind({
  name: 'records.bulk',
  tab: 'outgoing',
  label: 'Change records in bulk',
  content: BulkContent,
  effect: 'inside',
  fields: [
    { key: 'what', label: 'What', input: 'fixed' },
    { key: 'record', label: 'Record type', input: 'fixed' },
    { key: 'count', label: 'Number of records', input: 'fixed' },
    { key: 'action', label: 'Change', input: 'json' },
  ],
  filterFields: [
    { field: 'count', label: 'Number of records', kind: 'number' },
    {
      field: 'record',
      label: 'Record type',
      kind: 'select',
      options: RecordName.options.map((value) => ({ value, label: value })),
    },
  ],
  async execute({ record, ids, action }) {
    const batch = await changeRecords(record, ids, action as BulkAction);
    return { batchId: batch.id, changed: batch.changed };
  },
  async undo({ record }, { batchId }) {
    if (batchId === null) throw invalid('id', 'No records were changed.');
    await undoRecordChange(record, batchId);
  },
});

const text = (max: number) => z.string().trim().max(max).default('');
const LeadContent = z
  .object({
    firstName: text(120),
    lastName: text(120),
    email: text(254),
    phone: text(60),
    companyName: text(200),
    title: text(160),
    source: text(120),
    about: text(5_000),
    /** Where each value was found. */
    evidence: text(2_000),
  })
  .refine((lead) => Boolean(lead.firstName || lead.lastName || lead.email || lead.phone || lead.companyName), {
    message: 'Enter a name, an email address, or a phone number.',
    path: ['firstName'],
  });

/** Someone who was found or who filled in a form, to be taken into the CRM. */
export const leadKind = defineApprovalKind({
  name: 'lead.accept',
  tab: 'incoming',
  label: 'New lead',
  content: LeadContent,
  effect: 'inside',
  shape: 'lead',
  reasons: ['Not a fit', 'Already a customer', 'Wrong person', 'Can’t be reached'],
  fields: [
    { key: 'firstName', label: 'First name', input: 'line' },
    { key: 'lastName', label: 'Last name', input: 'line' },
    { key: 'email', label: 'Email', input: 'email' },
    { key: 'phone', label: 'Phone', input: 'line' },
    { key: 'companyName', label: 'Company', input: 'line' },
    { key: 'title', label: 'Title', input: 'line' },
    { key: 'source', label: 'Source', input: 'line' },
    { key: 'about', label: 'About', input: 'text' },
    { key: 'evidence', label: 'Found at', input: 'fixed' },
  ],
  filterFields: [
    { field: 'email', label: 'Email', kind: 'text' },
    { field: 'companyName', label: 'Company', kind: 'text' },
    { field: 'source', label: 'Source', kind: 'text' },
    { field: 'title', label: 'Title', kind: 'text' },
    { field: 'phone', label: 'Phone', kind: 'text' },
  ],
  async execute(content) {
    const { evidence, ...lead } = content;
    const { id } = await createRecord('lead', {
      ...lead,
      ...(evidence && { about: [lead.about, `Found at ${evidence}`].filter(Boolean).join('\n\n') }),
    });
    return { id };
  },
  async undo(_, { id }) {
    await changeRecords('lead', [id], { kind: 'delete' });
  },
});
