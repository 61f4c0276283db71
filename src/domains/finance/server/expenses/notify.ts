/** Notifies people about their expenses. */
import { currentUserId } from '../../../../server/db/index.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import type { ExpenseRow } from './rows.ts';

export const DECIDED = defineNotificationKind({
  name: 'expense_decided',
  group: 'Finance',
  label: 'Decisions on your expenses',
  hint: 'One of your expenses was approved, returned, rejected, or reimbursed.',
  ways: { inApp: true, email: false },
});

const TITLES: Partial<Record<ExpenseRow['state'], string>> = {
  approved: 'approved',
  returned: 'returned to you',
  rejected: 'rejected',
  reimbursed: 'paid back',
};

export async function tellAuthor(row: ExpenseRow, state: ExpenseRow['state'], reason: string): Promise<void> {
  if (row.user_id === currentUserId()) return;
  await tellUser(row.user_id, DECIDED, {
    title: `${row.merchant}, ${row.amount} ${row.currency}: ${TITLES[state] ?? state}`,
    body: reason,
    href: `/business-expenses?open=${row.id}`,
    subject: { type: 'expense', id: row.id },
    key: `expense:${row.id}:${row.version}:${state}`,
  });
}
