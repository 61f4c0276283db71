/** Links that show a report to people without an account, until a day or until someone ends them. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId, UUID } from '../../../../kernel/ids.ts';
import { mayManage } from '../../../../records/server/access/managers.ts';
import { audit } from '../../../../server/audit/audit.ts';
import {
  asSystem,
  currentWorkspaceId,
  insertRow,
  NOW,
  query,
  sql,
  transaction,
  updateRows,
} from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { publicLink } from '../../../../server/public/site.ts';
import { hmac, safeEqual } from '../../../../server/secrets/secrets.ts';
import {
  MAX_REPORT_SHARES,
  type NewReportShare,
  type ReportName,
  type ReportQuestion,
  type ReportShare,
} from '../../contract/reports.ts';
import { CRM } from '../../paths.ts';
import { readReport } from './report.ts';
import type * as z from 'zod';

const SIGNATURE_LENGTH = 24;
const sign = (id: string) => hmac('report-share', id).slice(0, SIGNATURE_LENGTH);

/** The part of the address that opens the link. It is made from the id, so that it can be shown again. */
const tokenOf = (id: string) => `${id}.${sign(id)}`;

/** @returns the id of the link; undefined for one that was made up */
export function shareOfToken(token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.');
  return UUID.test(id) && safeEqual(signature, sign(id)) ? id : undefined;
}

/** Whether who shared it may still see the workspace; the alias is `s`. */
const HAS_MAKER = `exists (select 1 from users u where u.id = s.created_by and u.active
  and (u.role = 'admin' or exists
    (select 1 from memberships m where m.user_id = u.id and m.workspace_id = s.workspace_id)))`;
const STATE = `case when s.revoked_at is not null then 'revoked' when s.expires_at <= now() then 'ended'
  when not ${HAS_MAKER} then 'orphaned' else 'open' end`;

type Row = Omit<ReportShare, 'url' | 'editable'> & { makerId: string };

/** The newest first: all that are open, and those that ended lately. Run in the workspace; memberships need the system. */
async function readShares(id?: string): Promise<Row[]> {
  const workspaceId = currentWorkspaceId();
  return asSystem(() =>
    query<Row>(
      `select s.id, s.name, s.report, s.question, ${STATE} as state, s.created_at as "createdAt",
          s.expires_at as "expiresAt", s.last_opened_at as "lastOpenedAt", s.created_by as "makerId",
          jsonb_build_object('id', m.id, 'name', m.name) as "createdBy"
        from report_shares s join users m on m.id = s.created_by
        where s.workspace_id = $1 and ($2::uuid is null or s.id = $2)
          and (s.revoked_at is null or s.revoked_at > now() - interval '30 days')
        order by s.id desc limit ${MAX_REPORT_SHARES}`,
      [workspaceId, id ?? null],
    ),
  );
}

async function shown(rows: readonly Row[], caller: Caller): Promise<ReportShare[]> {
  const isManager = await mayManage(caller);
  return Promise.all(
    rows.map(async ({ makerId, ...row }) => ({
      ...row,
      url: await publicLink(currentWorkspaceId(), `/p/reports/${tokenOf(row.id)}`),
      editable: isManager || makerId === caller.userId,
    })),
  );
}

/** Of the caller, and for those who manage the workspace of everyone. */
export async function listShares(caller: Caller): Promise<{ items: ReportShare[] }> {
  const items = await shown(await readShares(), caller);
  return { items: items.filter(({ editable }) => editable) };
}

/** @throws AppError as `readReport`; `conflict` when there are too many */
export function createShare(
  { name, report, question, days }: z.output<typeof NewReportShare>,
  caller: Caller,
): Promise<ReportShare> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await readReport(report, question);
    const [open] = await query<{ n: number }>(
      'select count(*)::int as n from report_shares where workspace_id = $1 and revoked_at is null and expires_at > now()',
      [workspaceId],
    );
    if (open!.n >= MAX_REPORT_SHARES)
      throw new AppError('conflict', `A workspace has at most ${MAX_REPORT_SHARES} open links. End one first.`);
    const id = newId();
    await insertRow('report_shares', {
      id,
      workspaceId,
      name,
      report,
      question,
      createdBy: caller.userId,
      expiresAt: sql`now() + make_interval(days => ${days})`,
    });
    await audit({ action: 'report.shared', subject: { type: 'report_share', id }, details: { name, report, days } });
    await emit({ type: 'report_share.created', subject: { type: 'report_share', id }, paths: [CRM.reportShares] });
    return (await shown(await readShares(id), caller))[0]!;
  });
}

/** Ends a link: of the caller, or anyone's for those who manage the workspace. @throws AppError `not_found` */
export function revokeShare(id: string, caller: Caller): Promise<void> {
  return transaction(async () => {
    const [share] = await shown(await readShares(id), caller);
    if (!share?.editable) throw notFound('The link');
    await updateRows('report_shares', { revokedAt: NOW }, { id, workspaceId: currentWorkspaceId(), revokedAt: null });
    await audit({ action: 'report.share_ended', subject: { type: 'report_share', id }, details: { name: share.name } });
    await emit({ type: 'report_share.revoked', subject: { type: 'report_share', id }, paths: [CRM.reportShares] });
  });
}

export interface OpenShare {
  id: string;
  workspaceId: string;
  name: string;
  report: ReportName;
  question: ReportQuestion;
  makerId: string;
}

/** The link as its reader opens it; undefined when it ended. Notes that it was opened, once an hour. */
export function openShare(id: string): Promise<OpenShare | undefined> {
  return asSystem(async () => {
    const [share] = await query<OpenShare>(
      `select s.id, s.workspace_id as "workspaceId", s.name, s.report, s.question, s.created_by as "makerId"
        from report_shares s where s.id = $1 and ${STATE} = 'open' and app_is_on(s.workspace_id, 'reports')`,
      [id],
    );
    if (!share) return undefined;
    await updateRows(
      'report_shares',
      { lastOpenedAt: NOW },
      {
        id,
        lastOpenedAt: sql`is distinct from now() and (last_opened_at is null or last_opened_at < now() - interval '1 hour')`,
      },
    );
    return share;
  });
}
