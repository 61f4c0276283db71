/** Kept reports by mail: due ones become jobs, each of which reads the report again and sends it to one person. */
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { inWorkspace, query, transaction } from '../../../../server/db/index.ts';
import { defineJob } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { sendMail } from '../../../../server/providers/mail/index.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';
import { REPORT_TITLES, type Report, ReportName, ReportQuestion, type ReportSchedule } from '../../contract/reports.ts';
import { nextSending } from '../../engine/reports/schedule.ts';
import { figureText } from '../../engine/reports/figure-text.ts';
import { readReport, reportCsv } from './report.ts';

interface Due {
  id: string;
  workspace_id: string;
  owner_id: string | null;
  waiting_since: string | null;
  is_on: boolean;
  has_owner: boolean;
  name: string;
  report: ReportName;
  question: ReportQuestion;
  schedule: ReportSchedule;
  time_zone: string;
}

export const WAITING = defineNotificationKind({
  name: 'report_waits',
  group: 'Team',
  label: 'Reports of former members',
  hint: 'A report is no longer emailed because its owner left.',
  ways: { inApp: true, email: true },
});

export const reportMail = defineJob({
  name: 'crm.report_mail',
  payload: z.object({
    name: z.string(),
    report: ReportName,
    question: ReportQuestion,
    to: z.object({ name: z.string(), address: z.string() }),
  }),
  title: ({ name, to }) => `Report “${name}” to ${to.name}`,
  retry: { limit: 6, backoff: 30 },
  concurrency: 2,
  handler: async ({ payload: { name, report, question, to }, jobId }) => {
    const mail = { to: [to], id: `${jobId}@gauntlet`, headers: { 'Auto-Submitted': 'auto-generated' } };
    const result = await readReport(report, question).catch(unlessGone);
    if (!result) {
      await sendMail({
        ...mail,
        subject: `${name}: no figures`,
        text: `The pipeline that “${name}” counts was deleted, so there are no figures. Keep the report with another pipeline under Reports, or stop sending it.`,
      });
      return;
    }
    await sendMail({
      ...mail,
      subject: `${name}: ${result.period.from} to ${result.period.to}`,
      text: textOf(name, result),
      attachments: [
        {
          fileName: `${report}-${result.period.to}.csv`,
          contentType: 'text/csv; charset=utf-8',
          content: new TextEncoder().encode(`﻿${reportCsv(result)}`),
        },
      ],
    });
  },
});

/** Passes over that what a report counts was deleted: trying again does not bring it back. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
}

function textOf(name: string, { report, period, figures, currency, missing }: Report): string {
  return [
    `${name} (${REPORT_TITLES[report]})`,
    `${period.from} to ${period.to}`,
    '',
    ...figures.map((figure) => `${figure.label}: ${figureText(figure.value, figure.unit, currency)}`),
    '',
    ...(missing.length > 0 ? [`Not counted, for want of an exchange rate: ${missing.join(', ')}.`, ''] : []),
    'The tables are attached.',
  ].join('\n');
}

/** Queues the mails of all reports that are due, and sets when each is due next; runs as system. */
export async function sendDue(now = new Date()): Promise<void> {
  const due = await query<{ id: string }>(
    'select id from saved_reports where next_at <= $1 order by next_at limit 1000',
    [now.toISOString()],
  );
  for (const { id } of due) await transaction(() => sendOne(id, now));
}

/**
 * Nothing is worked out in the name of someone who left: what they saw is no one's any more. Administrators may come
 * on a visit.
 */
const HAS_OWNER = `exists (select 1 from users u where u.id = r.owner_id and u.active
  and (u.role = 'admin' or exists
    (select 1 from memberships m where m.user_id = u.id and m.workspace_id = r.workspace_id)))`;

/** Time for a hand-over that is under way to give it to someone. */
const GRACE = 3_600_000;

/** Lets it wait for an owner, and tells those who run the workspace when it has waited for a while. */
async function wait(
  { id, workspace_id: workspaceId, waiting_since: since, name, report, question, schedule: { recipients } }: Due,
  now: Date,
  next: Date,
): Promise<void> {
  const soon = new Date(now.getTime() + GRACE);
  await query('update saved_reports set waiting_since = coalesce(waiting_since, $2), next_at = $3 where id = $1', [
    id,
    now.toISOString(),
    (since === null && soon < next ? soon : next).toISOString(),
  ]);
  if (since === null) return;
  const { pipelineId: pipeline, ownerId: owner, ...asked } = question;
  const address = new URLSearchParams(
    JSON.parse(JSON.stringify({ report, ...asked, pipeline, owner, saved: id })) as Record<string, string>,
  );
  const chiefs = await query<{ id: string }>(
    `select u.id from memberships m join users u on u.id = m.user_id and u.active
      where m.workspace_id = $1 and (m.role = 'owner' or u.role = 'admin') order by u.id`,
    [workspaceId],
  );
  for (const chief of chiefs) {
    await tellUser(chief.id, WAITING, {
      workspaceId,
      key: `report-waits:${id}:${since}`,
      title: `The report “${name}” is no longer sent`,
      body: `Who kept it has left. Hand it over on the team page, or open it and save it as your own: it then goes on to ${recipients.length === 1 ? 'its recipient' : `its ${recipients.length} recipients`}.`,
      href: `/analytics?${address}`,
    });
  }
}

async function sendOne(id: string, now: Date): Promise<void> {
  const [one] = await query<Due>(
    `select r.id, r.workspace_id, r.owner_id, r.waiting_since, r.name, r.report, r.question, r.schedule, w.time_zone,
      w.archived_at is null and app_is_on(w.id, 'reports') as is_on, ${HAS_OWNER} as has_owner
     from saved_reports r join workspaces w on w.id = r.workspace_id
     where r.id = $1 and r.next_at <= $2 and r.schedule is not null for update of r skip locked`,
    [id, now.toISOString()],
  );
  if (!one) return;
  const next = nextSending(one.schedule, now, one.time_zone);
  if (one.is_on && !one.has_owner) return wait(one, now, next);
  // After a pause of the server one mail goes out, not one for each that was missed.
  await query(
    'update saved_reports set last_sent_at = case when $4 then $2 else last_sent_at end, next_at = $3, waiting_since = null where id = $1',
    [id, now.toISOString(), next.toISOString(), one.is_on],
  );
  if (!one.is_on) return;
  const people = await query<{ name: string; email: string }>(
    `select u.name, u.email from memberships m join users u on u.id = m.user_id and u.active
     where m.workspace_id = $1 and u.id = any($2)`,
    [one.workspace_id, one.schedule.recipients],
  );
  await inWorkspace(one.workspace_id, one.owner_id, async () => {
    for (const { name, email } of people)
      await enqueue(reportMail, {
        name: one.name,
        report: one.report,
        question: one.question,
        to: { name, address: email },
      });
  });
}

export const reportMailsRecurring = defineRecurring({
  name: 'crm.report_mails',
  title: 'Email reports',
  every: 300,
  handler: () => sendDue(),
});
