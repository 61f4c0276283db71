/** Merges a candidate into the lead or contact that it duplicates, by the CRM's own merge. */
import type { BodyOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query, transaction, updateRows } from '../../../server/db/index.ts';
import { withdrawApproval } from '../../approvals/index.ts';
import { type FoundPerson, mergeFound, previewFoundMerge, undoFoundMerge } from '../../crm/index.ts';
import type { CandidateDetail, CandidateMergePreview, candidates } from '../contract.ts';
import { splitName } from '../engine/split-name.ts';
import { readCandidate } from './candidates.ts';
import { publishCrawls } from './frontier.ts';

function foundOf(candidate: CandidateDetail): FoundPerson {
  const { company, title, email, phone, website, city, country } = candidate;
  return {
    ...splitName(candidate.kind === 'person' ? candidate.name : ''),
    companyName: company.slice(0, 200),
    title: title.slice(0, 160),
    email,
    phone,
    website,
    city,
    country,
  };
}

/** The match that the person chose. @throws AppError `validation` for a record that is no match */
function matchOf(candidate: CandidateDetail, recordId: string): CandidateDetail['matches'][number] {
  const match = candidate.matches.find(({ id }) => id === recordId);
  if (!match) throw invalid('recordId', 'Choose one of the possible duplicates.');
  return match;
}

/** @throws AppError `validation`, `not_found`, `conflict` */
export async function previewCandidateMerge(
  id: string,
  { recordId, choose }: BodyOf<typeof candidates.previewMerge>,
): Promise<CandidateMergePreview> {
  const candidate = await readCandidate(id);
  const { kind } = matchOf(candidate, recordId);
  return previewFoundMerge({ kind, id: recordId }, foundOf(candidate), choose);
}

interface Locked {
  state: CandidateDetail['state'];
  approvalId: string | null;
  leadId: string | null;
  mergeId: string | null;
}

async function lock(id: string): Promise<Locked> {
  const [row] = await query<Locked>(
    `select state, approval_id as "approvalId", lead_id as "leadId", merge_id as "mergeId" from crawl_candidates
      where id = $1 and workspace_id = $2 for update`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The candidate');
  return row;
}

/** @throws AppError `validation`, `not_found`, `stale`; `conflict` when it is a lead already, or was dismissed */
export function mergeCandidate(
  id: string,
  { recordId, version, choose }: BodyOf<typeof candidates.merge>,
): Promise<CandidateDetail> {
  return transaction(async () => {
    const { state, approvalId } = await lock(id);
    if (state === 'accepted') throw new AppError('conflict', 'This candidate is in the CRM already.');
    if (state === 'dismissed') throw new AppError('conflict', 'This candidate was dismissed.');
    const candidate = await readCandidate(id);
    const { kind } = matchOf(candidate, recordId);
    const mergeId = await mergeFound({ kind, id: recordId, version }, foundOf(candidate), choose);
    if (state === 'waiting' && approvalId) await withdrawApproval(approvalId, 'The candidate was merged.');
    await updateRows(
      'crawl_candidates',
      { state: 'accepted', approvalId: null, mergeId, [kind === 'lead' ? 'leadId' : 'contactId']: recordId },
      { id, workspaceId: currentWorkspaceId() },
    );
    await publishCrawls();
    return readCandidate(id);
  });
}

/** @throws AppError `not_found`, `gone`; `conflict` when it was not merged, or the CRM cannot undo the merge */
export function undoCandidateMerge(id: string): Promise<CandidateDetail> {
  return transaction(async () => {
    const { mergeId, leadId } = await lock(id);
    if (!mergeId) throw new AppError('conflict', 'This candidate is not merged.');
    await undoFoundMerge(leadId ? 'lead' : 'contact', mergeId);
    await updateRows(
      'crawl_candidates',
      { state: 'new', mergeId: null, leadId: null, contactId: null },
      { id, workspaceId: currentWorkspaceId() },
    );
    await publishCrawls();
    return readCandidate(id);
  });
}
