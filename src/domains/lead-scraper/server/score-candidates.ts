/** Looks at candidates after the pages: does their address take mail, are they known, how good are they. */
import { currentWorkspaceId, execute, query, transaction } from '../../../server/db/index.ts';
import { dns } from '../../../server/dns/resolver.ts';
import { findLeadDuplicates } from '../../crm/index.ts';
import { emailState, noticeDue, scoreCandidate } from '../engine/candidate-score.ts';
import { splitName } from '../engine/split-name.ts';
import { type CrawlJob, lockCrawl } from './frontier.ts';

interface Waiting {
  id: string;
  kind: 'person' | 'company';
  name: string;
  title: string;
  company: string;
  email: string;
  phone: string;
  address: string;
  website: string;
  origin: string;
  companyName: string | null;
  social: string[];
  pages: number;
  foundAt: string;
}

const BATCH = 25;

/** Whether a domain has a mail server, or at least an address (RFC 5321, 5.1). Undefined: the DNS did not answer. */
async function takesMail(domain: string, known: Map<string, boolean | undefined>): Promise<boolean | undefined> {
  if (known.has(domain)) return known.get(domain);
  const answer = await lookUp(domain).catch(() => undefined);
  known.set(domain, answer);
  return answer;
}

async function lookUp(domain: string): Promise<boolean> {
  const servers = await dns().mx(domain);
  if (servers.length > 0) return servers.some((server) => server !== '' && server !== '.');
  return (await dns().addresses(domain)).length > 0;
}

/** Drops those that no one could be reached by. */
async function dropEmpty(crawlId: string): Promise<void> {
  await execute(
    `delete from crawl_candidates where crawl_id = $1 and workspace_id = $2 and state = 'new'
      and email = '' and phone = '' and (kind = 'company' or title = '' or name = '')`,
    [crawlId, currentWorkspaceId()],
  );
  await execute(
    `update crawls set candidates = (select count(*) from crawl_candidates c where c.crawl_id = $1 and c.workspace_id = $2) where id = $1 and workspace_id = $2`,
    [crawlId, currentWorkspaceId()],
  );
}

/** Judges all that were not. @returns whether the crawl is still this worker's */
export async function scoreCandidates(job: CrawlJob): Promise<boolean> {
  const { crawlId } = job.payload;
  await transaction(() => dropEmpty(crawlId));
  const domains = new Map<string, boolean | undefined>();
  for (;;) {
    job.signal.throwIfAborted();
    const waiting = await query<Waiting>(
      `select c.id, c.kind, c.name, c.title, c.company, c.email, c.phone, c.address, c.website, s.origin, c.found_at as "foundAt",
          (select o.name from crawl_candidates o where o.site_id = c.site_id and o.kind = 'company' and o.name <> '' limit 1) as "companyName",
          coalesce((select array_agg(distinct e.value) from crawl_evidence e where e.candidate_id = c.id and e.field = 'social'), '{}') as social,
          (select count(distinct e.url)::integer from crawl_evidence e where e.candidate_id = c.id) as pages
        from crawl_candidates c join crawl_sites s on s.id = c.site_id
        where c.crawl_id = $1 and c.workspace_id = $2 and not c.is_judged and c.state = 'new' order by c.id limit ${BATCH}`,
      [crawlId, currentWorkspaceId()],
    );
    if (waiting.length === 0) return true;
    const judged: Awaited<ReturnType<typeof judge>>[] = [];
    for (const one of waiting) judged.push(await judge(one, domains));
    const isOurs = await transaction(async () => {
      if (!(await lockCrawl(job))) return false;
      await writeJudged(judged);
      return true;
    });
    if (!isOurs) return false;
  }
}

async function judge(one: Waiting, domains: Map<string, boolean | undefined>) {
  const domain = one.email.split('@')[1];
  const state = emailState(one.email, domain ? await takesMail(domain, domains) : undefined);
  const host = new URL(one.origin).hostname.replace(/^www\./, '');
  const company = one.kind === 'company' ? one.name || host : one.companyName || host;
  const name = one.kind === 'company' ? company : one.name;
  const { firstName, lastName } = splitName(one.kind === 'person' ? one.name : '');
  const duplicates = await findLeadDuplicates({
    firstName,
    lastName,
    companyName: company,
    email: one.email,
    phone: one.phone,
  });
  const { score, reasons } = scoreCandidate({ ...one, name: one.name, emailState: state });
  return {
    id: one.id,
    name,
    company,
    website: one.website || one.origin,
    emailState: state,
    score,
    reasons,
    duplicates: duplicates.map(({ kind, id, name: other, reason, matched }) => ({
      kind,
      id,
      name: other,
      reason,
      matched,
    })),
    notice: one.kind === 'person' ? 'due' : 'none',
    noticeDueAt: one.kind === 'person' ? noticeDue(new Date(one.foundAt)) : null,
  };
}

async function writeJudged(judged: readonly object[]): Promise<void> {
  await execute(
    `update crawl_candidates c set name = j.name, company = j.company, website = j.website, email_state = j."emailState", score = j.score, reasons = j.reasons,
        duplicates = j.duplicates, notice = case when c.notice = 'none' then j.notice else c.notice end, notice_due_at = coalesce(c.notice_due_at, j."noticeDueAt"), is_judged = true
      from jsonb_to_recordset($2::jsonb) as j(id uuid, name text, company text, website text, "emailState" text, score integer, reasons jsonb, duplicates jsonb, notice text, "noticeDueAt" timestamptz)
      where c.id = j.id and c.workspace_id = $1`,
    [currentWorkspaceId(), JSON.stringify(judged)],
  );
}
