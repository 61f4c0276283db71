/** Asking for approval: the one door through which every act goes that someone has to let through. */
import type { ApprovalOrigin } from '../contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { cut } from '../../../kernel/text.ts';
import {
  currentUserId,
  currentWorkspaceId,
  insertIfNew,
  NEXT_VERSION,
  NOW,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { currentCause } from '../../../server/events/cause.ts';
import { emit } from '../../../server/events/emit.ts';
import { APPROVALS } from '../paths.ts';
import type { ApprovalKind } from './kinds.ts';
import { searchText } from './rows.ts';
import { scheduleRun } from './run.ts';
import { ruleFor } from './rules.ts';
import { tellOfWaiting } from './notify.ts';

export interface ApprovalRequest<Content> {
  /** The request on one line: `Email to Ann Miller: Your offer`. */
  title: string;
  /** Why it is wanted. */
  why?: string;
  content: Content;
  /** The record it is about. */
  subject?: { type: string; id: string };
  /** Not decided on until then, it lapses. */
  expiresAt?: Date;
  origin?: ApprovalOrigin;
  /** Names the occasion: asked for again under the same key, it is the same request. */
  key?: string;
}

/**
 * Asks for approval, in the ambient transaction. A rule of the workspace may let it through at once.
 * @returns the request's id, and whether it waits for a person. How it ends is told by the event `approval.closed`.
 * @throws ZodError when the content is not what the kind declared: a mistake in our code.
 */
export function requestApproval<Content extends Record<string, unknown>, Result>(
  kind: ApprovalKind<Content, Result>,
  request: ApprovalRequest<Content>,
): Promise<{ id: string; waits: boolean }> {
  const content = kind.content.parse(request.content);
  const title = cut(request.title, 300);
  const cause = currentCause();
  return transaction(async () => {
    const id = newId();
    const isAdded = await insertIfNew('approvals', {
      id,
      workspaceId: currentWorkspaceId(),
      kind: kind.name,
      tab: kind.tab,
      title,
      why: cut(request.why ?? '', 2_000),
      content,
      origin: request.origin,
      subjectType: request.subject?.type,
      subjectId: request.subject?.id,
      dedupeKey: request.key,
      requestedBy: currentUserId(),
      expiresAt: request.expiresAt,
      cause,
      searchText: searchText({ kind: kind.name, title: request.title, why: request.why ?? '', content }),
    });
    if (!isAdded) return sameRequest(kind.name, request.key!);
    await emit({
      type: 'approval.requested',
      subject: { type: 'approval', id },
      data: { kind: kind.name, title },
      paths: [APPROVALS.list],
    });
    const rule = await ruleFor(kind.name, content);
    if (rule) {
      await updateRows(
        'approvals',
        { state: 'approved', version: NEXT_VERSION, ruleId: rule.id, decidedAt: NOW },
        { id, workspaceId: currentWorkspaceId() },
      );
      await emit({
        type: 'approval.approved',
        subject: { type: 'approval', id },
        data: { rule: rule.name },
        paths: [APPROVALS.list],
      });
      await scheduleRun(id, 0);
      return { id, waits: false };
    }
    await tellOfWaiting();
    return { id, waits: true };
  });
}

async function sameRequest(kind: string, key: string): Promise<{ id: string; waits: boolean }> {
  const row = await selectRow('approvals', ['id', 'state'], {
    workspaceId: currentWorkspaceId(),
    kind,
    dedupeKey: key,
  });
  if (!row)
    throw new AppError('conflict', 'The same request is already in progress. Try again in a moment.', {
      retryAfter: 1,
    });
  return { id: row.id, waits: row.state === 'pending' };
}
