/** Invoices and reminders by mail, each by a durable job with the PDF as it is then. */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { dayAt } from '../../../../kernel/days.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { currentWorkspaceId, inWorkspace, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { sendMail } from '../../../../server/providers/mail/index.ts';
import type { BusinessDocument, documents } from '../../contract.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';
import { requireVersion } from '../access.ts';
import { BOOKS_CHANGED } from '../books/post.ts';
import { todayHere } from '../today.ts';
import { figure, letterhead } from '../books/statement-pdf.ts';
import { issue } from './issue.ts';
import { documentPdf, longDay, pdfName } from './pdf.ts';
import { type DocumentRow, nounOf, SELECT_DOCUMENTS, toDocument } from './rows.ts';
import { lockDocument, settle } from './service.ts';

async function documentNow(id: string): Promise<BusinessDocument | undefined> {
  const [row] = await query<DocumentRow>(`${SELECT_DOCUMENTS} and d.id = $2 and d.deleted_at is null`, [currentWorkspaceId(), id]);
  return row && toDocument(row, await todayHere());
}

/** Further tries of a mail that could not be handed over, half an hour and more in all. */
const RETRIES = 8;

async function mailed(documentId: string, to: string, how: 'handed_over' | 'kept' | 'failed'): Promise<void> {
  await transaction(async () => {
    await query('update finance_documents set sent_how = $3 where workspace_id = $1 and id = $2', [currentWorkspaceId(), documentId, how]);
    await emit({ type: how === 'failed' ? 'finance.invoice.mail_failed' : 'finance.invoice.mailed', subject: { type: 'invoice', id: documentId }, data: { to, how }, paths: BOOKS_CHANGED });
  });
}

const documentMail = defineJob({
  name: 'finance.document_mail',
  payload: z.object({ documentId: z.string(), to: z.string(), subject: z.string(), message: z.string(), reminder: z.boolean() }),
  title: ({ subject, to }) => `“${subject}” to ${to}`,
  retry: { limit: RETRIES, backoff: 30 },
  concurrency: 2,
  handler: async ({ payload: { documentId, to, subject, message, reminder }, jobId, attempt }) => {
    const document = await documentNow(documentId);
    // Voided, or paid since the reminder was due: nothing goes out.
    if (!document || document.status === 'void' || (reminder && document.status === 'paid')) return;
    const mail = { to: [{ address: to, name: document.party.name }], subject, text: message, id: `${jobId}@gauntlet`, attachments: [{ fileName: pdfName(document), contentType: 'application/pdf', content: await documentPdf(document) }] };
    const sent = await sendMail(mail).catch(async (error: unknown) => {
      // The last try: whoever looks at the invoice sees that nothing left.
      if (!reminder && attempt > RETRIES) await mailed(documentId, to, 'failed');
      throw error;
    });
    if (!reminder) await mailed(documentId, to, sent.delivered);
  },
});

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale`, `conflict` */
export function sendDocument(id: string, { version, to, subject, message }: BodyOf<typeof documents.send>): Promise<BusinessDocument> {
  return transaction(async () => {
    const row = await lockDocument(id);
    requireVersion(row, version, `this ${nounOf(row)}`);
    if (row.kind !== 'invoice') throw new AppError('conflict', 'What suppliers send is received, not sent.');
    if (row.state === 'void') throw new AppError('conflict', `This ${nounOf(row)} is void.`);
    if (row.state === 'draft') await issue(row);
    const [issued] = await query<{ number: string }>('select number from finance_documents where workspace_id = $1 and id = $2', [currentWorkspaceId(), id]);
    await mailDocument(id, to, fill(subject, issued!.number), fill(message, issued!.number));
    return settle(id, 'sent', { to });
  });
}

/** The number of a draft is not known while its mail is written. */
function fill(text: string, number: string): string {
  return text.replaceAll('{number}', number);
}

/** Queues the mail in the ambient transaction. */
export async function mailDocument(id: string, to: string, subject: string, message: string): Promise<void> {
  await query(`update finance_documents set sent_at = now(), sent_to = $3, sent_how = 'queued', version = version + 1, updated_at = now() where workspace_id = $1 and id = $2`, [currentWorkspaceId(), id, to]);
  await enqueue(documentMail, { documentId: id, to, subject, message, reminder: false });
}

interface Overdue { id: string; workspace_id: string; ledger_id: string; party_name: string; party_email: string; sent_to: string; number: string; due_day: string; currency: string; due: string; remind_days: number[]; time_zone: string; created_by: string | null }

const BATCH = 500;
const FIRST_HOUR = 8;

/** Reminds customers of what is overdue, where the ledger says so: each rung of the ladder once. Runs as system. @param now the present instant */
export async function remindCustomers(now: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Overdue>(
      `select d.id, d.workspace_id, d.ledger_id, d.party_name, d.party_email, d.sent_to, d.number, d.due_day, d.currency, d.total - d.paid as due, b.remind_days, w.time_zone, d.created_by
       from finance_documents d join finance_books b on b.ledger_id = d.ledger_id and b.remind join workspaces w on w.id = d.workspace_id and w.archived_at is null
       where d.kind = 'invoice' and not d.credit and d.state = 'open' and d.deleted_at is null and d.due_day < $2::date + 1 and d.total > d.paid and app_is_on(d.workspace_id, 'finance') and d.id > $1 order by d.id limit ${BATCH}`,
      [after, now.toISOString().slice(0, 10)],
    );
    for (const row of rows) await remind(row, now);
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

async function remind(row: Overdue, now: Date): Promise<void> {
  const to = row.sent_to || row.party_email;
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: row.time_zone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  if (!to || hour < FIRST_HOUR) return;
  const late = daysBetween(row.due_day, dayAt(now, row.time_zone));
  // After a pause one reminder goes out, not one for each rung that was missed.
  const rung = row.remind_days.findLast((days) => days <= late);
  if (rung === undefined) return;
  await inWorkspace(row.workspace_id, row.created_by, () => transaction(async () => {
    const first = await query('insert into finance_document_reminders (workspace_id, document_id, days_after, sent_to) values ($1, $2, $3, $4) on conflict do nothing returning document_id', [row.workspace_id, row.id, rung, to]);
    if (first.length === 0) return;
    const { workspace } = await letterhead(row.ledger_id);
    const message = `Dear ${row.party_name},\n\nour invoice ${row.number} was due on ${longDay(row.due_day)}, and ${row.currency} ${figure(row.due, row.currency)} of it is still open. The invoice is attached once more. If your payment is under way, please disregard this mail.\n\nKind regards,\n${workspace}`;
    await enqueue(documentMail, { documentId: row.id, to, subject: `Reminder: invoice ${row.number} is overdue`, message, reminder: true });
    await emit({ type: 'finance.invoice.reminded', subject: { type: 'invoice', id: row.id }, data: { to, daysAfter: rung }, paths: BOOKS_CHANGED });
  }));
}

defineRecurring({ name: 'finance.invoice_reminders', title: 'Reminders of overdue invoices', every: 900, handler: () => remindCustomers(new Date()) });
