/** Invoices and bills that come again. Each day of a schedule makes one document, however often the clock comes by. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { addDays, dayAt } from '../../../../kernel/days.ts';
import type { BodyOf, QueryOf } from '../../../../kernel/endpoint.ts';
import { newId } from '../../../../kernel/ids.ts';
import {
  currentUserId,
  currentWorkspaceId,
  inWorkspace,
  query,
  savepoint,
  transaction,
} from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { log } from '../../../../server/observability/log.ts';
import { DocumentInput, type documents, type DocumentSchedule, type NewSchedule } from '../../contract.ts';
import { type Again, MAX_PAST, pastDays, recurrenceOf } from '../../engine/invoices/recurring-documents.ts';
import { daysBetween, nextAfter } from '../../engine/transactions/recurrence.ts';
import { requireRecord, requireVersion } from '../ledgers/access.ts';
import { requireBooks } from '../books/books.ts';
import { BOOKS_CHANGED } from '../books/post.ts';
import { letterhead } from '../books/statement-pdf.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { issue } from './issue.ts';
import { mailDocument } from './mail.ts';
import { longDay } from './pdf.ts';
import { tellOfSchedule } from './notify.ts';
import { type DocumentRow, SELECT_DOCUMENTS, totalsOf } from './rows.ts';
import { inputOf, visibleDocument, writeDraft } from './service.ts';

interface Row {
  id: string;
  version: number;
  ledger_id: string;
  workspace_id: string;
  kind: 'invoice' | 'bill';
  name: string;
  template: unknown;
  frequency: DocumentSchedule['frequency'];
  start_day: string;
  next_day: string | null;
  until: string | null;
  send: boolean;
  paused: boolean;
  problem: string;
  created_by: string | null;
}

const NOUN = 'What comes again';
const SELECT =
  'select id, version, ledger_id, workspace_id, kind, name, template, frequency, start_day, next_day, until, send, paused, problem, created_by from finance_document_schedules where deleted_at is null';

const againOf = ({ frequency, start_day: startDay, until }: Pick<Row, 'frequency' | 'start_day' | 'until'>): Again => ({
  frequency,
  startDay,
  until,
});

function toSchedule(row: Row, today: string): DocumentSchedule {
  const template = DocumentInput.parse(row.template);
  return {
    id: row.id,
    version: row.version,
    ledgerId: row.ledger_id,
    kind: row.kind,
    name: row.name,
    party: template.party.name,
    total: totalsOf(template).total.toFixed(),
    currency: template.currency,
    frequency: row.frequency,
    startDay: row.start_day,
    nextDay: row.next_day,
    until: row.until,
    send: row.send,
    paused: row.paused,
    problem: row.problem,
    missed: row.paused ? pastDays(againOf(row), row.next_day, today) : 0,
  };
}

/** @throws AppError `not_found`, `conflict` */
export async function listSchedules({
  ledgerId,
  kind,
}: QueryOf<typeof documents.schedules>): Promise<{ items: DocumentSchedule[] }> {
  await requireBooks(ledgerId);
  const rows = await query<Row>(
    `${SELECT} and workspace_id = $1 and ledger_id = $2 and kind = $3 order by created_at, id limit 500`,
    [currentWorkspaceId(), ledgerId, kind],
  );
  const today = await todayHere();
  return { items: rows.map((row) => toSchedule(row, today)) };
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function createSchedule({
  documentId,
  name,
  frequency,
  startDay,
  until,
  send,
}: NewSchedule): Promise<DocumentSchedule> {
  return transaction(async () => {
    const document = await visibleDocument(documentId);
    await requireRecord(document, 'editor', 'The document');
    if (document.credit)
      throw new AppError('validation', 'A credit note does not come again.', { field: 'documentId' });
    if (until && until < startDay) throw new AppError('validation', 'It ends before it begins.', { field: 'until' });
    if (pastDays({ frequency, startDay, until }, startDay, await todayHere()) >= MAX_PAST)
      throw new AppError(
        'validation',
        `It begins so early that ${MAX_PAST} or more would be made of days that are past.`,
        { field: 'startDay' },
      );
    if (send && document.kind === 'bill')
      throw new AppError('validation', 'Bills are received, not sent.', { field: 'send' });
    if (send && !document.party_email)
      throw new AppError('validation', 'The customer has no email address: it cannot be sent by itself.', {
        field: 'send',
      });
    const id = newId();
    await query(
      'insert into finance_document_schedules (id, workspace_id, ledger_id, kind, name, template, frequency, start_day, next_day, until, send, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11)',
      [
        id,
        currentWorkspaceId(),
        document.ledger_id,
        document.kind,
        name,
        JSON.stringify(inputOf(document, document.day)),
        frequency,
        startDay,
        until,
        send,
        currentUserId(),
      ],
    );
    await emit({
      type: 'finance.document_schedule.created',
      subject: { type: 'document_schedule', id },
      paths: BOOKS_CHANGED,
    });
    return toSchedule((await readSchedule(id))!, await todayHere());
  });
}

async function readSchedule(id: string, lock = ''): Promise<Row | undefined> {
  const [row] = await query<Row>(`${SELECT} and workspace_id = $1 and id = $2 ${lock}`, [currentWorkspaceId(), id]);
  return row;
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateSchedule(
  id: string,
  { version, missed, ...input }: BodyOf<typeof documents.updateSchedule>,
): Promise<DocumentSchedule> {
  return transaction(async () => {
    const row = await requireRecord(await readSchedule(id, 'for update'), 'editor', NOUN);
    requireVersion(row, version, 'it');
    const { paused = row.paused, send = row.send } = input;
    const until = input.until === undefined ? row.until : input.until;
    if (send && !DocumentInput.parse(row.template).party.email)
      throw new AppError('validation', 'The customer has no email address: it cannot be sent by itself.', {
        field: 'send',
      });
    const isResumed = row.paused && !paused;
    const planned =
      isResumed && missed !== 'make' && row.next_day && row.next_day < (await todayHere()) ? null : row.next_day;
    const next = until && planned && planned > until ? null : (planned ?? (await nextOfEnded({ ...row, until })));
    await query(
      `update finance_document_schedules
        set paused = $3, send = $4, until = $5, next_day = $6, problem = case when $3 then problem else '' end,
        version = version + 1, updated_at = now() where workspace_id = $1 and id = $2`,
      [currentWorkspaceId(), id, paused, send, until, next],
    );
    await emit({
      type: 'finance.document_schedule.updated',
      subject: { type: 'document_schedule', id },
      paths: BOOKS_CHANGED,
    });
    return toSchedule((await readSchedule(id))!, await todayHere());
  });
}

/** The day on which one that had ended or was paused goes on: nothing is made of what went by meanwhile. */
async function nextOfEnded(row: Row): Promise<string | null> {
  const [made] = await query<{ last: string | null }>(
    'select max(scheduled_for) as last from finance_documents where workspace_id = $1 and schedule_id = $2',
    [currentWorkspaceId(), row.id],
  );
  const yesterday = addDays(await todayHere(), -1);
  return nextAfter(recurrenceOf(againOf(row)), made?.last && made.last > yesterday ? made.last : yesterday) ?? null;
}

/** @throws AppError `not_found`, `forbidden` */
export function removeSchedule(id: string): Promise<void> {
  return transaction(async () => {
    const row = await requireRecord(await readSchedule(id, 'for update'), 'editor', NOUN);
    if (!row) throw notFound(NOUN);
    await query(
      'update finance_document_schedules set deleted_at = now(), version = version + 1 where workspace_id = $1 and id = $2',
      [currentWorkspaceId(), id],
    );
    await emit({
      type: 'finance.document_schedule.deleted',
      subject: { type: 'document_schedule', id },
      paths: BOOKS_CHANGED,
    });
  });
}

/**
 * Makes what is due in all workspaces; runs as system. A day that was missed is caught up on, up to twelve at a time.
 * @param now the present instant
 */
export async function runSchedules(now: Date): Promise<void> {
  const due = await query<Row & { time_zone: string }>(
    `select s.*, w.time_zone from (${SELECT} and not paused and next_day is not null and next_day <= $1::date + 1
      order by next_day, id limit 1000) s join workspaces w on w.id = s.workspace_id and w.archived_at is null
     where app_is_on(s.workspace_id, 'finance')`,
    [now.toISOString().slice(0, 10)],
  );
  for (const row of due) {
    const today = dayAt(now, row.time_zone);
    try {
      for (let turn = 0; turn < 12; turn++) {
        if (!(await inWorkspace(row.workspace_id, row.created_by, () => transaction(() => makeNext(row.id, today)))))
          break;
      }
    } catch (error) {
      // Of one business; all others have theirs.
      log().error({ err: error, schedule: row.id }, 'what comes again could not be made');
    }
  }
}

/** Makes the next document of a schedule when it is due. @returns whether it was */
async function makeNext(id: string, today: string): Promise<boolean> {
  const row = await readSchedule(id, 'for update');
  if (!row?.next_day || row.paused || row.next_day > today) return false;
  const template = DocumentInput.parse(row.template);
  const input = {
    ...template,
    day: row.next_day,
    dueDay: addDays(row.next_day, daysBetween(template.day, template.dueDay)),
  };
  let problem = '';
  const documentId = await writeDraft(
    { ...input, party: { ...input.party }, ledgerId: row.ledger_id, kind: row.kind, credit: false, creditsId: null },
    { id: row.id, day: row.next_day },
  ).catch((error: unknown) => {
    // A contact or an account of it is gone: people must look at it.
    if (!(error instanceof AppError)) throw error;
    problem = error.message;
    return undefined;
  });
  const unsent = documentId && row.send ? await sendByItself(documentId, input.party.email) : undefined;
  await query(
    'update finance_document_schedules set next_day = $3, paused = $4, problem = $5, version = version + 1, updated_at = now() where workspace_id = $1 and id = $2',
    [
      currentWorkspaceId(),
      id,
      documentId ? (nextAfter(recurrenceOf(againOf(row)), row.next_day) ?? null) : row.next_day,
      documentId === undefined,
      problem,
    ],
  );
  await emit({
    type: documentId ? 'finance.document_schedule.made' : 'finance.document_schedule.stopped',
    subject: { type: 'document_schedule', id },
    data: { documentId, day: row.next_day },
    paths: BOOKS_CHANGED,
  });
  if (!documentId || unsent)
    await tellOfSchedule(
      { ...row, next_day: row.next_day },
      documentId ? { documentId, unsent: unsent! } : { problem },
    );
  return documentId !== undefined;
}

/** Issues and mails. @returns why that cannot be (a closed period, no rate): the draft stays for someone to look at */
async function sendByItself(documentId: string, to: string): Promise<string | undefined> {
  try {
    await savepoint(async () => {
      const [row] = await query<DocumentRow>(`${SELECT_DOCUMENTS} and d.id = $2`, [currentWorkspaceId(), documentId]);
      await issue(row!);
      const [issued] = await query<{ number: string }>(
        'select number from finance_documents where workspace_id = $1 and id = $2',
        [currentWorkspaceId(), documentId],
      );
      const { workspace } = await letterhead(row!.ledger_id);
      await mailDocument(
        documentId,
        to,
        `Invoice ${issued!.number} from ${workspace}`,
        `Dear ${row!.party_name},\n\nplease find our invoice ${issued!.number} attached. It is due on ${longDay(row!.due_day)}.\n\nKind regards,\n${workspace}`,
      );
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

export const documentSchedulesRecurring = defineRecurring({
  name: 'finance.document_schedules',
  title: 'Invoices and bills that come again',
  every: 900,
  handler: () => runSchedules(new Date()),
});
