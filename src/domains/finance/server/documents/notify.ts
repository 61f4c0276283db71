/**
 * Notifies the people of a ledger when a document could not be created or sent, because the customer gets nothing and
 * no one would notice.
 */
import { asSystem, currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import type { BusinessDocument } from '../../contract.ts';
import { recipientsOf } from '../ledgers/reminders.ts';
import { longDay } from './pdf.ts';
import { nounOf } from './rows.ts';

export const STOPPED = defineNotificationKind({
  name: 'document_schedule',
  group: 'Finance',
  label: 'Invoices and bills that come again',
  hint: 'One of them could not be made, or an invoice could not be issued and mailed by itself.',
  ways: { inApp: true, email: true },
});
export const UNSENT = defineNotificationKind({
  name: 'document_unsent',
  group: 'Finance',
  label: 'Invoices that were not mailed',
  hint: 'No mail server took an invoice or a reminder, after several tries.',
  ways: { inApp: true, email: true },
});

interface Schedule {
  id: string;
  version: number;
  ledger_id: string;
  kind: 'invoice' | 'bill';
  name: string;
  next_day: string;
}
type News = Omit<Parameters<typeof tellUser>[2], 'workspaceId'>;

async function tellPeople(ledgerId: string, kind: typeof STOPPED, news: News): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const [ledger] = await asSystem(() =>
    query<{ recipients: string[] }>(
      `select ${recipientsOf('d')} as recipients from (select $1::uuid as workspace_id, $2::uuid as ledger_id) d`,
      [workspaceId, ledgerId],
    ),
  );
  for (const userId of ledger?.recipients ?? []) await tellUser(userId, kind, news);
}

const pageOf = (ledgerId: string, kind: 'invoice' | 'bill', open = ''): string =>
  `/business-finance?ledger=${ledgerId}&tab=${kind}s${open && `&open=${open}`}`;

/** In the ambient transaction. @param what went wrong: it could not be made at all, or it waits as a draft */
export function tellOfSchedule(
  { id, version, ledger_id: ledgerId, kind, name, next_day: day }: Schedule,
  what: { problem: string } | { documentId: string; unsent: string },
): Promise<void> {
  const news =
    'problem' in what
      ? {
          title: `“${name}” has stopped: the ${kind} of ${longDay(day)} could not be made`,
          body: `${what.problem} It goes on when you resume it.`,
          href: pageOf(ledgerId, kind),
        }
      : {
          title: `“${name}”: the ${kind} of ${longDay(day)} was not sent, and waits as a draft`,
          body: what.unsent,
          href: pageOf(ledgerId, kind, what.documentId),
        };
  return tellPeople(ledgerId, STOPPED, {
    ...news,
    subject: { type: 'document_schedule', id },
    key: `document_schedule:${id}:${version}`,
  });
}

/** In the ambient transaction. */
export function tellOfUnsent(
  { id, ledgerId, kind, credit, number }: BusinessDocument,
  to: string,
  isReminder: boolean,
): Promise<void> {
  const noun = `${nounOf({ kind, credit })} ${number}`;
  return tellPeople(ledgerId, UNSENT, {
    title: isReminder ? `The reminder of ${noun} was not mailed to ${to}` : `The ${noun} was not mailed to ${to}`,
    body: 'No mail server took it, after several tries. Look at the address, and send it again.',
    href: pageOf(ledgerId, kind, id),
    subject: { type: kind, id },
  });
}
