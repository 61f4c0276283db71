/** Tells the people of a ledger when what comes again did not: customers get no invoice, and nobody would notice. */
import { asSystem, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { recipientsOf } from '../remind.ts';
import { longDay } from './pdf.ts';

const STOPPED = defineNotificationKind({
  name: 'document_schedule', group: 'Finance', label: 'Invoices and bills that come again', hint: 'One of them could not be made, or an invoice could not be issued and mailed by itself.', ways: { inApp: true, email: true },
});

interface Schedule { id: string; version: number; ledger_id: string; kind: 'invoice' | 'bill'; name: string; next_day: string }

/** In the ambient transaction. @param what went wrong: it could not be made at all, or it waits as a draft */
export async function tellOfSchedule(schedule: Schedule, what: { problem: string } | { documentId: string; unsent: string }): Promise<void> {
  const { id, version, kind, name, next_day: day } = schedule;
  const workspaceId = currentWorkspaceId();
  const [ledger] = await asSystem(() => query<{ recipients: string[] }>(`select ${recipientsOf('s')} as recipients from finance_document_schedules s where s.workspace_id = $1 and s.id = $2`, [workspaceId, id]));
  const at = `/business-finance?ledger=${schedule.ledger_id}&tab=${kind}s`;
  const news = 'problem' in what
    ? { title: `“${name}” has stopped: the ${kind} of ${longDay(day)} could not be made`, body: `${what.problem} It goes on when you resume it.`, href: at }
    : { title: `“${name}”: the ${kind} of ${longDay(day)} was not sent, and waits as a draft`, body: what.unsent, href: `${at}&open=${what.documentId}` };
  for (const userId of ledger?.recipients ?? []) await tellUser(userId, STOPPED, { ...news, subject: { type: 'document_schedule', id }, key: `document_schedule:${id}:${version}` });
}
