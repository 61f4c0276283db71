/** Submissions of visitors: imported as leads, or held as spam until someone reviews them. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, execute, insertRow, query, selectRow, transaction } from '../../../server/db/index.ts';
import { emit, publishPaths } from '../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { leadOfPage, readWholeRecord, recordFormConsent, updateRecord } from '../../crm/index.ts';
import type { FunnelDocument, funnels, FunnelSubmission } from '../contract.ts';
import { FUNNELS } from '../paths.ts';
import { findFunnel } from './funnels.ts';

export interface Answer {
  label: string;
  answer: string;
}

/** A submission that was checked. */
export interface Submission {
  funnelId: string;
  funnelName: string;
  versionId: string;
  document: Pick<FunnelDocument, 'source' | 'tags'>;
  stepId: string;
  blockId: string;
  variant: string;
  /** By the names of a lead's fields. */
  data: Record<string, string>;
  answers: readonly Answer[];
  origin: Record<string, string>;
}

interface Row extends Omit<FunnelSubmission, 'step'> {
  stepId: string;
}

const COLUMNS = `s.id, s.state, s.reason, s.step_id as "stepId", s.data, s.answers, s.origin, s.lead_id as "leadId",
  s.created_at as at`;

/** The name that the step has now, or the id of one that was deleted. */
const shown = (row: Row, document: FunnelDocument): FunnelSubmission => ({
  id: row.id,
  state: row.state,
  reason: row.reason,
  data: row.data,
  answers: row.answers,
  origin: row.origin,
  leadId: row.leadId,
  at: row.at,
  step: document.steps.find(({ id }) => id === row.stepId)?.name ?? 'Deleted step',
});

/** @throws AppError `not_found`, `bad_request` */
export async function listSubmissions(
  id: string,
  { cursor, limit, state }: QueryOf<typeof funnels.submissions>,
): Promise<ResponseOf<typeof funnels.submissions>> {
  const { document } = await findFunnel(id);
  const from = unpackCursor(cursor, UUID);
  const rows = await query<Row>(
    `select ${COLUMNS} from funnel_submissions s where s.workspace_id = $1 and s.funnel_id = $2
        and ($3::text is null or s.state = $3) and ($4::uuid is null or s.id < $4) order by s.id desc limit $5`,
    [currentWorkspaceId(), id, state ?? null, from?.[0] ?? null, limit + 1],
  );
  const page = pageFrom(rows, limit, (row) => packCursor(row.id));
  return { ...page, items: page.items.map((row) => shown(row, document)) };
}

/** Answers to questions become part of what is known about the lead. */
export function leadData({ data, answers }: Pick<Submission, 'data' | 'answers'>): Record<string, string> {
  const lines = answers.map(({ label, answer }) => `${label}: ${answer}`);
  const message = [data['message'], lines.join('\n')].filter(Boolean).join('\n\n').slice(0, 5_000);
  return { ...data, ...(message && { message }) };
}

const sourceOf = ({ funnelId, funnelName, document }: Submission) => ({
  id: funnelId,
  name: funnelName,
  source: document.source,
  tags: document.tags,
});

/** A visitor who sent a form of the funnel before stays one lead: blanks are filled, answers are added. */
async function addToLead(leadId: string, submission: Submission): Promise<boolean> {
  const lead = await readWholeRecord('lead', leadId);
  if (!lead || (submission.data['email'] && lead['email'] && submission.data['email'] !== lead['email'])) return false;
  const { message, ...fields } = leadData(submission);
  const changes: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).filter(([name]) => lead[name] === '' || lead[name] === null || lead[name] === undefined),
  );
  if (message) changes['about'] = [lead['about'], message].filter(Boolean).join('\n\n').slice(0, 5_000);
  if (Object.keys(changes).length > 0) await updateRecord('lead', leadId, { ...changes, version: lead['version'] });
  return true;
}

/** Makes the lead of a submission, or adds to the one that the visitor is already. @returns its id */
async function toLead(submission: Submission, knownLead: string | null): Promise<string> {
  if (knownLead !== null && (await addToLead(knownLead, submission))) return knownLead;
  const lead = await leadOfPage(sourceOf(submission), leadData(submission), submission.origin);
  return lead.id;
}

/** Keeps a submission that looks like spam. */
export async function keepSpam(submission: Submission, reason: string): Promise<void> {
  await insert(newId(), submission, { state: 'spam', reason });
}

/** Takes a submission in as a lead. @param knownLead what the visitor became on an earlier step @returns its id */
export async function takeIn(submission: Submission, knownLead: string | null): Promise<string> {
  return keepAccepted(submission, await toLead(submission, knownLead));
}

/** Keeps a submission with the lead that it became, and the proof of consent. @returns its id */
export async function keepAccepted(submission: Submission, leadId: string): Promise<string> {
  const id = newId();
  await recordFormConsent(
    { id: submission.funnelId, name: submission.funnelName, consentText: submission.origin['consent'] ?? '' },
    id,
    submission.data,
    submission.origin,
  );
  await insert(id, submission, { state: 'accepted', leadId });
  return id;
}

async function insert(
  id: string,
  { funnelId, versionId, stepId, blockId, variant, data, answers, origin }: Submission,
  { state, reason = '', leadId }: { state: 'accepted' | 'spam'; reason?: string; leadId?: string },
): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await insertRow('funnel_submissions', {
    id,
    workspaceId,
    funnelId,
    versionId,
    stepId,
    blockId,
    variant,
    state,
    reason,
    data,
    answers,
    origin,
    leadId: leadId ?? null,
  });
  if (leadId) await announceLead(funnelId, leadId, origin);
  else await publishPaths(workspaceId, [FUNNELS.list]);
}

/** Starts workflows and webhooks: a visitor became a lead. */
const announceLead = (
  funnelId: string,
  leadId: string,
  { funnel = '', step = '', utm_source = '', utm_campaign = '' }: Record<string, string>,
) =>
  emit({
    type: 'funnel.submitted',
    subject: { type: 'funnel', id: funnelId },
    data: { leadId, funnel, step, utm_source, utm_campaign },
    paths: [FUNNELS.list],
  });

/** A button that was pressed twice. @returns the submission that came first */
export async function findRepetition({ funnelId, blockId, data, answers }: Submission): Promise<string | undefined> {
  await query('select pg_advisory_xact_lock(hashtext($1))', [`funnel ${funnelId}`]);
  const [found] = await query<{ id: string }>(
    `select id from funnel_submissions where workspace_id = $1 and funnel_id = $2 and block_id = $3 and data = $4::jsonb
      and answers = $5::jsonb and state = 'accepted' and created_at > now() - interval '10 minutes'
      order by id desc limit 1`,
    [currentWorkspaceId(), funnelId, blockId, JSON.stringify(data), JSON.stringify(answers)],
  );
  return found?.id;
}

/** A visitor's earlier submission. */
export interface Earlier {
  data: Record<string, string>;
  leadId: string | null;
}

export async function findEarlier(funnelId: string, id: string): Promise<Earlier | undefined> {
  return selectRow('funnel_submissions', ['data', 'leadId'], {
    id,
    funnelId,
    workspaceId: currentWorkspaceId(),
    state: 'accepted',
  }) as Promise<Earlier | undefined>;
}

interface HeldRow extends Row {
  versionId: string;
  blockId: string;
  variant: string;
}

/** @throws AppError `not_found`; `conflict` for one that is a lead already; `validation` */
export function acceptSubmission(id: string, submissionId: string): Promise<FunnelSubmission> {
  return transaction(async () => {
    const funnel = await findFunnel(id);
    const find = () =>
      query<HeldRow>(
        `select ${COLUMNS}, s.version_id as "versionId", s.block_id as "blockId", s.variant from funnel_submissions s
          where s.id = $1 and s.funnel_id = $2 and s.workspace_id = $3 for update`,
        [submissionId, id, currentWorkspaceId()],
      );
    const [held] = await find();
    if (!held) throw notFound('The submission');
    if (held.state === 'accepted') throw new AppError('conflict', 'This submission is already a lead.');
    const { stepId, blockId, versionId, variant, data, answers, origin } = held;
    const leadId = await toLead(
      {
        funnelId: id,
        funnelName: funnel.name,
        versionId,
        document: funnel.document,
        stepId,
        blockId,
        variant,
        data,
        answers,
        origin,
      },
      null,
    );
    await recordFormConsent(
      { id, name: funnel.name, consentText: origin['consent'] ?? '' },
      submissionId,
      data,
      origin,
    );
    await execute(
      `update funnel_submissions set state = 'accepted', reason = '', lead_id = $3 where id = $1 and workspace_id = $2`,
      [submissionId, currentWorkspaceId(), leadId],
    );
    await announceLead(id, leadId, origin);
    const [after] = await find();
    return shown(after!, funnel.document);
  });
}
