/** Notifies the people of a ledger before a loan or card payment is due. */
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { defineNotificationKind } from '../../../notifications/index.ts';
import { BATCH, recipientsOf, type Remindable, remindAll, type Reminders } from '../ledgers/reminders.ts';
import { type LiabilityRow, SELECT_LIABILITIES, toLiability } from './rows.ts';

export const DUE = defineNotificationKind({
  name: 'liability_due',
  group: 'Finance',
  label: 'Payments that are due',
  hint: 'Some days before a payment of a loan or card is due, as the loan or card says.',
  ways: { inApp: true, email: false },
});

const REMINDERS: Reminders<LiabilityRow & Remindable> = {
  kind: DUE,
  subject: 'liability',
  told: { table: 'finance_liability_reminders', column: 'liability_id' },
  candidates: `${SELECT_LIABILITIES.replace('select l.id', `select l.workspace_id, w.time_zone, ${recipientsOf('l')} as recipients, l.id`)}
    join workspaces w on w.id = l.workspace_id and w.archived_at is null
    where l.deleted_at is null and a.archived_at is null and cardinality(l.remind_days) > 0 and l.id > $1
      order by l.id limit ${BATCH}`,
  dueOf: (row, today) => {
    const due = toLiability(row, today).nextDue;
    return due
      ? {
          day: due.day,
          title: (when) => `${row.name}: ${due.amount} ${row.currency} due ${when}`,
          body: `Due on ${due.day}.`,
          href: `/liabilities?ledger=${row.ledger_id}&open=${row.id}`,
        }
      : undefined;
  },
};

/** Looks at every loan and card, in all workspaces; runs as system. @param now the present instant */
export const remindOfPayments = (now: Date): Promise<void> => remindAll(REMINDERS, now);

export const liabilityRemindersRecurring = defineRecurring({
  name: 'finance.liability_reminders',
  title: 'Reminders of payments that are due',
  every: 900,
  handler: () => remindOfPayments(new Date()),
});
