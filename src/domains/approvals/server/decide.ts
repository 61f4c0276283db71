/**
 * Deciding. Every decision is a compare-and-swap on version and state: of two people who press at once, one decides.
 */
import { isDeepStrictEqual } from 'node:util';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentUserId,
  currentWorkspaceId,
  execute,
  NEXT_VERSION,
  NOW,
  savepoint,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Approval, BulkDecision } from '../contract.ts';
import { APPROVALS } from '../paths.ts';
import { findKind, shownContent } from './kinds.ts';
import { settleRefusal } from './outcome.ts';
import { type ApprovalRow, hasPassed, isFinal, lockApproval, readApproval, searchText, toApproval } from './rows.ts';
import { requireVisible } from './managers.ts';
import { close, scheduleRun } from './run.ts';

/** Which version a decision is based on; absent for bulk, where the state alone counts. */
type Version = number | undefined;

const WORDS: Record<ApprovalRow['state'], string> = {
  pending: 'waiting',
  approved: 'approved',
  running: 'running',
  done: 'done',
  failed: 'approved, but failed',
  uncertain: 'interrupted while running',
  rejected: 'rejected',
  expired: 'expired',
  undone: 'undone',
};

/** Locks a request that the caller may see and decide on. @throws AppError `not_found`, `forbidden` */
async function lockForDecision(id: string): Promise<ApprovalRow> {
  const row = await requireVisible(await lockApproval(id));
  await findKind(row.kind)?.mayDecide?.(row.content);
  return row;
}

/**
 * Locks a request that waits.
 * @throws AppError `conflict` when it was decided on, `stale` when it was changed, `gone` past its time.
 */
async function lockWaiting(id: string, version: Version): Promise<ApprovalRow> {
  const row = await lockForDecision(id);
  if (row.state !== 'pending') {
    const who = row.decider ?? (row.rule_name && `the rule “${row.rule_name}”`);
    throw new AppError('conflict', `This is ${WORDS[row.state]} already${who ? `, by ${who}` : ''}.`, {
      details: { current: toApproval(row) },
    });
  }
  if (version !== undefined && row.version !== version) {
    throw new AppError('stale', 'Someone else changed this request in the meantime. Your decision was not saved.', {
      details: { current: toApproval(row) },
    });
  }
  if (hasPassed(row.expires_at))
    throw new AppError('conflict', 'This request has expired.', { details: { current: toApproval(row) } });
  return row;
}

/** Checks changed content by its kind. @throws AppError `validation` with the fields as `content.<key>`. */
function checkContent(row: ApprovalRow, content: Record<string, unknown>): Record<string, unknown> {
  const kind = findKind(row.kind);
  if (!kind) throw invalid('content', 'This type of request is no longer supported.');
  const parsed = kind.content.safeParse(content);
  if (!parsed.success) {
    const fields = parsed.error.issues
      .slice(0, 20)
      .map((issue) => ({ field: ['content', ...issue.path].join('.'), message: issue.message }));
    throw new AppError('validation', fields[0]!.message, { fields });
  }
  const fixed = kind.fields.find(
    ({ key, input }) => input === 'fixed' && !isDeepStrictEqual(parsed.data[key], row.content[key]),
  );
  if (fixed) throw invalid(`content.${fixed.key}`, `${fixed.label} can’t be changed here.`);
  return parsed.data;
}

/** @throws AppError `validation` with the fields as `content.<key>`. */
async function checkByKind(row: ApprovalRow, content: Record<string, unknown>): Promise<void> {
  try {
    await findKind(row.kind)?.check?.(content);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation') throw error;
    throw new AppError('validation', error.message, {
      fields: error.fields.map(({ field, message }) => ({ field: `content.${field}`, message })),
    });
  }
}

async function writeContent(row: ApprovalRow, content: Record<string, unknown>): Promise<void> {
  const checked = checkContent(row, (await findKind(row.kind)?.secrets?.restore(content, row.content)) ?? content);
  await checkByKind(row, checked);
  // The database does not keep the order of keys.
  if (isDeepStrictEqual(checked, row.content)) return;
  await execute(
    `update approvals set content = $3, original = coalesce(original, content), search_text = $4,
      version = version + 1 where id = $1 and workspace_id = $2`,
    [row.id, currentWorkspaceId(), JSON.stringify(checked), searchText({ ...row, content: checked })],
  );
  const changed = Object.keys(checked).filter((key) => !isDeepStrictEqual(checked[key], row.content[key]));
  const [before, after] = [shownContent(row.kind, row.content), shownContent(row.kind, checked)];
  await say('edited', row.id, {
    changes: changed.map((field) => ({ field, from: before[field] ?? null, to: after[field] })),
  });
}

async function say(what: string, id: string, data: Record<string, unknown> = {}): Promise<void> {
  await emit({ type: `approval.${what}`, subject: { type: 'approval', id }, data, paths: [APPROVALS.list] });
}

const answer = async (id: string): Promise<Approval> => toApproval(await readApproval(id));

export function editApproval(id: string, version: number, content: Record<string, unknown>): Promise<Approval> {
  return transaction(async () => {
    await writeContent(await lockWaiting(id, version), content);
    return answer(id);
  });
}

export function approve(id: string, version: Version, content?: Record<string, unknown>): Promise<Approval> {
  return transaction(async () => {
    const row = await lockWaiting(id, version);
    if (content) await writeContent(row, content);
    await updateRows(
      'approvals',
      {
        state: 'approved',
        decidedBy: currentUserId(),
        decidedAt: NOW,
        snoozedUntil: null,
        attempts: 0,
        error: null,
        version: NEXT_VERSION,
      },
      { id, workspaceId: currentWorkspaceId() },
    );
    await say('approved', id, content ? { edited: true } : {});
    await audit({
      action: 'approval.approved',
      subject: { type: 'approval', id },
      details: { kind: row.kind, title: row.title },
    });
    await scheduleRun(id, findKind(row.kind)?.hold ?? 0);
    return answer(id);
  });
}

export function reject(id: string, version: Version, reason: string): Promise<Approval> {
  return transaction(async () => {
    const row = await lockWaiting(id, version);
    await updateRows(
      'approvals',
      { decidedBy: currentUserId(), decidedAt: NOW, reason, snoozedUntil: null },
      { id, workspaceId: currentWorkspaceId() },
    );
    await say('rejected', id, { reason });
    await findKind(row.kind)?.rejected?.(row.content, reason);
    await close(row, 'rejected');
    return answer(id);
  });
}

export function snooze(id: string, version: Version, until: string | null): Promise<Approval> {
  if (until !== null && hasPassed(until)) throw invalid('until', 'Choose a time in the future.');
  return transaction(async () => {
    const row = await lockWaiting(id, version);
    if (until !== null && row.expires_at !== null && Date.parse(until) >= Date.parse(row.expires_at))
      throw invalid('until', 'The request expires before then. Choose an earlier time.');
    await updateRows(
      'approvals',
      { snoozedUntil: until, version: NEXT_VERSION },
      { id, workspaceId: currentWorkspaceId() },
    );
    await say(until === null ? 'woken' : 'snoozed', id, until === null ? {} : { until });
    return answer(id);
  });
}

/**
 * Takes a decision back while nothing has happened, or the act itself where its kind can.
 * @throws AppError `conflict`, `gone`.
 */
export function undo(id: string): Promise<Approval> {
  return transaction(async () => {
    const row = await lockForDecision(id);
    if (!toApproval(row).undoable) {
      const late = row.state === 'done' && findKind(row.kind)?.undo !== undefined;
      const why = isFinal(row) ? 'and the automation has continued without it.' : 'and can’t be undone.';
      throw new AppError(
        late ? 'gone' : 'conflict',
        late ? 'It is too late to undo this.' : `This is ${WORDS[row.state]} ${why}`,
        { details: { current: toApproval(row) } },
      );
    }
    if (row.state === 'done') {
      await findKind(row.kind)!.undo!(row.content, row.result);
      await say('undone', id);
      await close(row, 'undone');
      return answer(id);
    }
    await updateRows(
      'approvals',
      { state: 'pending', decidedBy: null, decidedAt: null, ruleId: null, reason: '', version: NEXT_VERSION },
      { id, workspaceId: currentWorkspaceId() },
    );
    if (row.state === 'rejected') await findKind(row.kind)?.reopened?.(row.content);
    await say('reopened', id);
    return answer(id);
  });
}

/** Runs a failed act again, or settles one of which no one knows whether it ran. @throws AppError `conflict`. */
export function retry(id: string, ran: boolean): Promise<Approval> {
  return transaction(async () => {
    const row = await lockForDecision(id);
    const may = row.state === 'uncertain' || (row.state === 'failed' && !ran);
    if (!may)
      throw new AppError('conflict', `This is ${WORDS[row.state]}, so there is nothing to retry.`, {
        details: { current: toApproval(row) },
      });
    if (ran) {
      await say('settled', id, { ran });
      await close(row, 'done');
      return answer(id);
    }
    await updateRows(
      'approvals',
      {
        state: 'approved',
        attempts: 0,
        error: null,
        decidedBy: currentUserId(),
        decidedAt: NOW,
        version: NEXT_VERSION,
      },
      { id, workspaceId: currentWorkspaceId() },
    );
    await say('retried', id);
    await scheduleRun(id, 0);
    return answer(id);
  });
}

/**
 * Takes back a request that still waits, for whoever asked: it lapses, and runs no more. In the ambient transaction.
 */
export async function withdrawApproval(id: string, reason: string): Promise<void> {
  const row = await lockApproval(id);
  if (row.state !== 'pending') throw new AppError('conflict', `This is ${WORDS[row.state]} already.`);
  await lapse(row, reason);
}

/**
 * Takes back those of the requests that nothing has come of yet, held ones too, because what asked for them is over;
 * refusals stay. In the ambient transaction.
 */
export async function withdrawIdle(ids: readonly string[], reason: string): Promise<void> {
  for (const id of ids.toSorted()) {
    const row = await lockApproval(id);
    if (row.state === 'pending' || (row.state === 'approved' && row.attempts === 0)) await lapse(row, reason);
    else await settleRefusal(row);
  }
}

async function lapse(row: ApprovalRow, reason: string): Promise<void> {
  await updateRows('approvals', { decidedAt: NOW, reason }, { id: row.id, workspaceId: currentWorkspaceId() });
  await close(row, 'expired');
}

/** Decides on each by itself; what cannot be decided on is said, and holds nothing else up. */
export async function decideOnMany(
  decision: BulkDecision,
): Promise<{ done: string[]; skipped: { id: string; why: string }[] }> {
  const done: string[] = [];
  const skipped: { id: string; why: string }[] = [];
  for (const id of new Set(decision.ids)) {
    try {
      // If a kind refuses halfway, its writes must be rolled back: the call is one transaction.
      await savepoint(() => decideOnOne(id, decision));
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ id, why: error.message });
    }
  }
  return { done, skipped };
}

function decideOnOne(id: string, decision: BulkDecision): Promise<Approval> {
  switch (decision.act) {
    case 'approve':
      return approve(id, undefined);
    case 'reject':
      return reject(id, undefined, decision.reason);
    case 'snooze':
      return snooze(id, undefined, decision.until);
    case 'undo':
      return undo(id);
  }
}
