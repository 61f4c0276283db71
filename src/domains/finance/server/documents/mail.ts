/** Documents by mail, each by a durable job with the PDF as it is then. */
import * as z from 'zod';
import { AppError, invalid } from '../../../../kernel/errors.ts';
import type { BodyOf } from '../../../../kernel/endpoint.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { sendMail } from '../../../../server/providers/mail/index.ts';
import { suppressionOf } from '../../../messaging/index.ts';
import type { BusinessDocument, documents } from '../../contract.ts';
import { requireVersion } from '../ledgers/access.ts';
import { BOOKS_CHANGED } from '../books/post.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { issue } from './issue.ts';
import { documentPdf, pdfName } from './pdf.ts';
import { type DocumentRow, nounOf, SELECT_DOCUMENTS, toDocument } from './rows.ts';
import { lockDocument, emitAndReload } from './service.ts';
import { tellOfUnsent } from './notify.ts';

async function documentNow(id: string): Promise<BusinessDocument | undefined> {
  const [row] = await query<DocumentRow>(`${SELECT_DOCUMENTS} and d.id = $2 and d.deleted_at is null`, [
    currentWorkspaceId(),
    id,
  ]);
  return row && toDocument(row, await todayHere());
}

/** Further tries of a mail that could not be handed over, half an hour and more in all. */
const RETRIES = 8;

/** Of the mail to `to`: one that went to someone else since says how it is. */
async function mailed(
  documentId: string,
  to: string,
  how: 'queued' | 'handed_over' | 'kept' | 'failed',
): Promise<void> {
  await transaction(async () => {
    await query('update finance_documents set sent_how = $3 where workspace_id = $1 and id = $2 and sent_to = $4', [
      currentWorkspaceId(),
      documentId,
      how,
      to,
    ]);
    await emit({
      type:
        how === 'failed'
          ? 'finance.invoice.mail_failed'
          : how === 'queued'
            ? 'finance.invoice.mail_queued'
            : 'finance.invoice.mailed',
      subject: { type: 'invoice', id: documentId },
      data: { to, how },
      paths: BOOKS_CHANGED,
    });
  });
}

/** Mails a document, or once more with a reminder. */
export const documentMail = defineJob({
  name: 'finance.document_mail',
  payload: z.object({
    documentId: z.string(),
    to: z.string(),
    subject: z.string(),
    message: z.string(),
    reminder: z.boolean(),
  }),
  title: ({ subject, to }) => `“${subject}” to ${to}`,
  retry: { limit: RETRIES, backoff: 30 },
  concurrency: 2,
  // A failed email is shown on the invoice, and people are notified.
  ended: async ({ documentId, to, reminder }, { state }) => {
    const document = await documentNow(documentId);
    if (!document) return;
    if (!reminder) await mailed(documentId, to, 'failed');
    if (state === 'failed') await tellOfUnsent(document, to, reminder);
  },
  revived: ({ documentId, to, reminder }) => (reminder ? Promise.resolve() : mailed(documentId, to, 'queued')),
  handler: async ({ payload: { documentId, to, subject, message, reminder }, jobId }) => {
    const document = await documentNow(documentId);
    // Voided, or paid or covered since the reminder was due: nothing goes out.
    if (
      !document ||
      document.status === 'void' ||
      (reminder && (document.status === 'paid' || document.partyCredit?.net === '0'))
    )
      return;
    await requireReachable(to);
    const mail = {
      to: [{ address: to, name: document.party.name }],
      subject,
      text: message,
      id: `${jobId}@gauntlet`,
      attachments: [
        { fileName: pdfName(document), contentType: 'application/pdf', content: await documentPdf(document) },
      ],
    };
    const sent = await sendMail(mail);
    if (!reminder) await mailed(documentId, to, sent.delivered);
  },
});

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale`, `conflict` */
export function sendDocument(
  id: string,
  { version, to, subject, message }: BodyOf<typeof documents.send>,
): Promise<BusinessDocument> {
  return transaction(async () => {
    const row = await lockDocument(id);
    requireVersion(row, version, `this ${nounOf(row)}`);
    if (row.kind !== 'invoice') throw new AppError('conflict', 'What suppliers send is received, not sent.');
    if (row.state === 'void') throw new AppError('conflict', `This ${nounOf(row)} is void.`);
    await requireReachable(to);
    if (row.state === 'draft') await issue(row);
    const [issued] = await query<{ number: string }>(
      'select number from finance_documents where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id],
    );
    await mailDocument(id, to, fill(subject, issued!.number), fill(message, issued!.number));
    return emitAndReload(id, 'sent', { to });
  });
}

/** @throws AppError `validation` for an address to which nothing goes */
async function requireReachable(to: string): Promise<void> {
  const why = await suppressionOf('email', to);
  if (why) throw invalid('to', `${why} Enter another address.`);
}

/** The number of a draft is not known while its mail is written. */
function fill(text: string, number: string): string {
  return text.replaceAll('{number}', number);
}

/** Queues the mail in the ambient transaction. */
export async function mailDocument(id: string, to: string, subject: string, message: string): Promise<void> {
  await query(
    `update finance_documents
      set sent_at = now(), sent_to = $3, sent_how = 'queued', version = version + 1, updated_at = now()
      where workspace_id = $1 and id = $2`,
    [currentWorkspaceId(), id, to],
  );
  await enqueue(documentMail, { documentId: id, to, subject, message, reminder: false });
}
