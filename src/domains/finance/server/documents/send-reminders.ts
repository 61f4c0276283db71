/** Reminders of invoices that are overdue, where the ledger says so. They mind what credit the customer has. */
import { dayAt } from '../../../../kernel/days.ts';
import { inWorkspace, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { log } from '../../../../server/observability/log.ts';
import { daysBetween } from '../../engine/transactions/recurrence.ts';
import { BOOKS_CHANGED } from '../books/post.ts';
import { figure, letterhead } from '../books/statement-pdf.ts';
import { documentMail } from './mail.ts';
import { longDay } from './pdf.ts';
import { type PartyCredit, partyCredit } from './rows.ts';

interface Overdue {
  id: string;
  workspace_id: string;
  ledger_id: string;
  party_key: string;
  party_name: string;
  party_email: string;
  sent_to: string;
  number: string;
  due_day: string;
  currency: string;
  due: string;
  remind_days: number[];
  time_zone: string;
  created_by: string | null;
}

const BATCH = 500;
const FIRST_HOUR = 8;

/**
 * Reminds customers of what is overdue: each rung of the ladder once. Runs as system.
 * @param now the present instant
 */
export async function remindCustomers(now: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await query<Overdue>(
      `select d.id, d.workspace_id, d.ledger_id, d.party_key, d.party_name, d.party_email, d.sent_to, d.number,
        d.due_day, d.currency, d.total - d.paid as due, b.remind_days, w.time_zone, d.created_by
       from finance_documents d join finance_books b on b.ledger_id = d.ledger_id and b.remind
          join workspaces w on w.id = d.workspace_id and w.archived_at is null
       where d.kind = 'invoice' and not d.credit and d.state = 'open' and d.deleted_at is null
          and d.due_day < $2::date + 1 and d.total > d.paid and app_is_on(d.workspace_id, 'finance') and d.id > $1
          order by d.id limit ${BATCH}`,
      [after, now.toISOString().slice(0, 10)],
    );
    // A failure of one must not block the others.
    for (const row of rows)
      await remind(row, now).catch((error: unknown) =>
        log().error({ err: error, document: row.id }, 'a customer could not be reminded'),
      );
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

async function remind(row: Overdue, now: Date): Promise<void> {
  const to = row.sent_to || row.party_email;
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: row.time_zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  if (!to || hour < FIRST_HOUR) return;
  const today = dayAt(now, row.time_zone);
  const late = daysBetween(row.due_day, today);
  // After a pause one reminder goes out, not one for each rung that was missed.
  const rung = row.remind_days.findLast((days) => days <= late);
  if (rung === undefined) return;
  await inWorkspace(row.workspace_id, row.created_by, () =>
    transaction(async () => {
      const [sent] = await query(
        'select 1 from finance_document_reminders where workspace_id = $1 and document_id = $2 and days_after = $3',
        [row.workspace_id, row.id, rung],
      );
      if (sent) return;
      // Customers whose credit covers the amount due get no reminder. The reminder stays due in case the credit is used
      // elsewhere.
      const credit = await partyCredit({ kind: 'invoice', ...row }, today);
      if (credit?.net === '0') return;
      const first = await query(
        'insert into finance_document_reminders (workspace_id, document_id, days_after, sent_to) values ($1, $2, $3, $4) on conflict do nothing returning document_id',
        [row.workspace_id, row.id, rung, to],
      );
      if (first.length === 0) return;
      const { workspace } = await letterhead(row.ledger_id);
      const message = `Hi ${row.party_name},\n\nInvoice ${row.number} was due on ${longDay(row.due_day)}, and ${row.currency} ${figure(row.due, row.currency)} is still unpaid.${credit ? ` ${creditWords(credit, row)}` : ''} The invoice is attached. If you have already paid, you can ignore this email.\n\nBest regards,\n${workspace}`;
      await enqueue(documentMail, {
        documentId: row.id,
        to,
        subject: `Reminder: invoice ${row.number} is overdue`,
        message,
        reminder: true,
      });
      await emit({
        type: 'finance.invoice.reminded',
        subject: { type: 'invoice', id: row.id },
        data: { to, daysAfter: rung },
        paths: BOOKS_CHANGED,
      });
    }),
  );
}

function creditWords({ open, names, due, net }: PartyCredit, { currency, due: own }: Overdue): string {
  const amount = (value: string): string => `${currency} ${figure(value, currency)}`;
  const isOnly = figure(due, currency) === figure(own, currency);
  return `You have a credit of ${amount(open)} with us (${names.join(', ')})${isOnly ? '' : `, and the total due is ${amount(due)}`}. After the credit, ${amount(net)} remains.`;
}

export const invoiceRemindersRecurring = defineRecurring({
  name: 'finance.invoice_reminders',
  title: 'Reminders of overdue invoices',
  every: 900,
  handler: () => remindCustomers(new Date()),
});
