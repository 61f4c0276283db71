/** Ledgers, bank data, books, expenses, investments, liabilities, tax, and valuation. */
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { financeApp } from './apps.ts';
import { STOPPED as bankStoppedNotification, bankStoppedRecurring } from './server/bank/notify-stopped.ts';
import { useBankProviders } from './server/bank/providers.ts';
import { financeSockets } from './server/bank/socket.ts';
import { bankSyncJob, connectionSyncJob, bankSyncRecurring } from './server/bank/sync.ts';
import { documentMail } from './server/documents/mail.ts';
import {
  STOPPED as documentScheduleNotification,
  UNSENT as documentUnsentNotification,
} from './server/documents/notify.ts';
import { documentSchedulesRecurring } from './server/documents/schedules.ts';
import { invoiceRemindersRecurring } from './server/documents/send-reminders.ts';
import { expenseApproval, secondExpenseApproval } from './server/expenses/approval-kinds.ts';
import { moveOwedJob } from './server/expenses/books.ts';
import { DECIDED as expenseDecidedNotification } from './server/expenses/notify.ts';
import { receiptJob } from './server/expenses/reading/job.ts';
import { bankImportJob, bankRevertJob } from './server/imports/run.ts';
import { LEFT as leftLedgersNotification, leftLedgersRecurring } from './server/ledgers/orphaned-ledgers.ts';
import { DUE as liabilityDueNotification, liabilityRemindersRecurring } from './server/liabilities/reminders.ts';
import { CANCEL as vendorCancelByNotification, cancelRemindersRecurring } from './server/operations/vendors.ts';
import { checkJob } from './server/reports/check.ts';
import { monthSumsRecurring } from './server/reports/month-sums.ts';
import { financeRoutes } from './server/routes.ts';
import { stopFinanceThreads } from './server/stop-threads.ts';
import { DUE as taxDueNotification, taxRemindersRecurring } from './server/tax/reminders.ts';
import { bulkChangesRecurring } from './server/transactions/bulk.ts';

export const financeDomain = defineServerDomain({
  name: 'finance',
  contract,
  routes: ({ plaid }) => {
    useBankProviders(plaid);
    return financeRoutes;
  },
  sockets: financeSockets,
  stop: stopFinanceThreads,
  apps: [financeApp],
  jobs: [bankSyncJob, connectionSyncJob, documentMail, moveOwedJob, receiptJob, bankImportJob, bankRevertJob, checkJob],
  recurring: [
    bankStoppedRecurring,
    bankSyncRecurring,
    documentSchedulesRecurring,
    invoiceRemindersRecurring,
    leftLedgersRecurring,
    liabilityRemindersRecurring,
    cancelRemindersRecurring,
    monthSumsRecurring,
    taxRemindersRecurring,
    bulkChangesRecurring,
  ],
  approvalKinds: [expenseApproval, secondExpenseApproval],
  notificationKinds: [
    bankStoppedNotification,
    documentScheduleNotification,
    documentUnsentNotification,
    expenseDecidedNotification,
    leftLedgersNotification,
    liabilityDueNotification,
    vendorCancelByNotification,
    taxDueNotification,
  ],
  demo: () => import('./demo/load.ts'),
});
