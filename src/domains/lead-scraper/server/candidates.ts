/** Candidates: the list, one with its evidence, approval, dismissal, notices, and the export. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { notFound } from '../../../kernel/errors.ts';
import { csvRow } from '../../../kernel/csv.ts';
import { currentWorkspaceId, execute, query, transaction } from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { withdrawApproval } from '../../approvals/index.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Candidate, CandidateDetail, candidates, crawls } from '../contract.ts';
import { submitCandidate } from './approval-kind.ts';
import { publishCrawls } from './frontier.ts';

const COLUMNS = `c.id, c.kind, c.name, c.title, c.company, c.email, c.email_state as "emailState", c.phone, c.website, c.city, c.country, c.score, c.state,
  c.lead_id as "leadId", c.contact_id as "contactId", c.merge_id is not null as "isMerged", jsonb_array_length(c.duplicates) as duplicates, c.notice, c.notice_due_at as "noticeDueAt", c.found_at as "foundAt"`;

const VIEWS = {
  all: `c.state <> 'dismissed'`,
  new: `c.state = 'new'`,
  waiting: `c.state = 'waiting'`,
  accepted: `c.state = 'accepted'`,
  dismissed: `c.state in ('dismissed', 'rejected')`,
  notices: `c.notice = 'due' and c.state <> 'dismissed'`,
} as const;

export async function listCandidates(
  id: string,
  { cursor, limit, view, search }: QueryOf<typeof crawls.candidates>,
): Promise<ResponseOf<typeof crawls.candidates>> {
  const [crawl] = await query('select 1 from crawls where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
  if (!crawl) throw notFound('The crawl');
  const from = unpackCursor(cursor, /^\d{1,3}$/, UUID);
  const rows = await query<Candidate>(
    `select ${COLUMNS} from crawl_candidates c where c.crawl_id = $1 and c.workspace_id = $2 and ${VIEWS[view]}
        and ($3::integer is null or (c.score, c.id) < ($3, $4::uuid))
        and ($5::text is null or position(lower($5) in lower(c.name || ' ' || c.company || ' ' || c.email || ' ' || c.phone || ' ' || c.title)) > 0)
      order by c.score desc, c.id desc limit $6`,
    [id, currentWorkspaceId(), from?.[0] ?? null, from?.[1] ?? null, search || null, limit + 1],
  );
  return pageFrom(rows, limit, (row) => packCursor(row.score, row.id));
}

interface DetailRow extends Candidate {
  address: string;
  reasons: CandidateDetail['reasons'];
  matches: CandidateDetail['matches'];
  noticeAt: string | null;
}

/** @throws AppError `not_found` */
export async function readCandidate(id: string): Promise<CandidateDetail> {
  const [row] = await query<DetailRow>(
    `select ${COLUMNS}, c.address, c.reasons, c.duplicates as matches, c.notice_at as "noticeAt" from crawl_candidates c where c.id = $1 and c.workspace_id = $2`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The candidate');
  const evidence = await query<CandidateDetail['evidence'][number]>(
    `select id, field, value, url, selector, found_by as by, found_at as at from crawl_evidence where candidate_id = $1 and workspace_id = $2 order by field, id limit 300`,
    [id, currentWorkspaceId()],
  );
  return {
    ...row,
    evidence,
    noticeText: row.kind === 'person' ? noticeText(row, evidence[0]?.url ?? row.website) : '',
  };
}

/** The notice that Art. 14 of the GDPR requires; the workspace fills in its own details. */
function noticeText({ name, foundAt }: Candidate, source: string): string {
  const day = new Date(foundAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return [
    `Hello${name ? ` ${name}` : ''},`,
    `We found your business contact details on ${source} on ${day} and keep them because we think our services may be of interest to your company (legitimate interests, Art. 6(1)(f) GDPR).`,
    'You can object to this at any time: reply to this message and we will erase your data. You also have the right to access, correct, and restrict your data, and to complain to a supervisory authority.',
  ].join('\n\n');
}

/** The chosen ones, locked. @throws AppError `not_found` when one is not there */
async function lockAll(ids: readonly string[]): Promise<{ id: string; state: string; approvalId: string | null }[]> {
  const unique = [...new Set(ids)];
  const rows = await query<{ id: string; state: string; approvalId: string | null }>(
    `select id, state, approval_id as "approvalId" from crawl_candidates where id = any($1::uuid[]) and workspace_id = $2 order by id for update`,
    [unique, currentWorkspaceId()],
  );
  if (rows.length < unique.length) throw notFound('A candidate');
  return rows;
}

/** Asks for approval of those that no one decided on. @throws AppError `not_found` */
export function submitCandidates(ids: readonly string[]): Promise<ResponseOf<typeof candidates.submit>> {
  return transaction(async () => {
    const open = (await lockAll(ids)).filter(({ state }) => state === 'new' || state === 'rejected');
    for (const { id } of open) await submitCandidate(await readCandidate(id));
    await publishCrawls();
    return { changed: open.length };
  });
}

/** Dismisses candidates: what was found about them is erased, so no one has to be told. @throws AppError `not_found` */
export function dismissCandidates(ids: readonly string[]): Promise<ResponseOf<typeof candidates.dismiss>> {
  return transaction(async () => {
    const rows = (await lockAll(ids)).filter(({ state }) => state !== 'accepted' && state !== 'dismissed');
    for (const { approvalId, state } of rows)
      if (state === 'waiting' && approvalId) await withdrawApproval(approvalId, 'The candidate was dismissed.');
    const chosen = rows.map(({ id }) => id);
    await execute(
      `update crawl_candidates set state = 'dismissed', name = 'Erased', title = '', email = '', phone = '', address = '', city = '', email_state = 'none', reasons = '[]',
          duplicates = '[]', score = 0, notice = 'not_needed', key = 'x:' || id, approval_id = null where id = any($1::uuid[]) and workspace_id = $2`,
      [chosen, currentWorkspaceId()],
    );
    await execute('delete from crawl_evidence where candidate_id = any($1::uuid[]) and workspace_id = $2', [
      chosen,
      currentWorkspaceId(),
    ]);
    await publishCrawls();
    return { changed: chosen.length };
  });
}

/** @throws AppError `not_found` */
export function setNotices(
  ids: readonly string[],
  notice: 'due' | 'sent' | 'not_needed',
): Promise<ResponseOf<typeof candidates.setNotice>> {
  return transaction(async () => {
    await lockAll(ids);
    const changed = await execute(
      `update crawl_candidates set notice = $3, notice_at = case when $3 = 'due' then null else now() end
        where id = any($1::uuid[]) and workspace_id = $2 and kind = 'person' and state <> 'dismissed'`,
      [ids, currentWorkspaceId(), notice],
    );
    if (changed === 0)
      throw new AppError('validation', 'Notices are for people. Choose at least one person.', { field: 'ids' });
    await publishCrawls();
    return { changed };
  });
}

const HEADS = [
  'Type',
  'Name',
  'Title',
  'Company',
  'Email',
  'Email check',
  'Phone',
  'Website',
  'Address',
  'City',
  'Country',
  'Score',
  'State',
  'Notice due',
  'Source',
  'Found at',
];

export async function* exportCandidates(id: string): AsyncGenerator<string> {
  const [crawl] = await query('select 1 from crawls where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
  if (!crawl) throw notFound('The crawl');
  yield csvRow(HEADS);
  let after: string | null = null;
  for (;;) {
    const rows: Record<string, string | number | null>[] = await query(
      `select c.id, c.kind, c.name, c.title, c.company, c.email, c.email_state, c.phone, c.website, c.address, c.city, c.country, c.score, c.state, c.notice_due_at, c.found_at,
          (select e.url from crawl_evidence e where e.candidate_id = c.id order by e.id limit 1) as source
        from crawl_candidates c where c.crawl_id = $1 and c.workspace_id = $2 and c.state <> 'dismissed' and ($3::uuid is null or c.id > $3) order by c.id limit 500`,
      [id, currentWorkspaceId(), after],
    );
    for (const row of rows)
      yield csvRow(
        [
          'kind',
          'name',
          'title',
          'company',
          'email',
          'email_state',
          'phone',
          'website',
          'address',
          'city',
          'country',
          'score',
          'state',
          'notice_due_at',
          'source',
          'found_at',
        ].map((key) => String(row[key] ?? '')),
      );
    if (rows.length < 500) return;
    after = String(rows.at(-1)!.id);
  }
}
