import { type BoundRoute, route } from '../../../server/http/route.ts';
import { approvalRules, approvals } from '../contract.ts';
import { approve, decideOnMany, editApproval, reject, retry, snooze, undo } from './decide.ts';
import { shownKinds } from './kinds.ts';
import { countApprovals, historyOf, listApprovals } from './list.ts';
import { requireVisible } from './managers.ts';
import { readApproval, toApproval } from './rows.ts';
import { createRule, listRules, previewRule, removeRule, updateRule } from './rules.ts';

export function approvalRoutes(): BoundRoute[] {
  return [
    route(approvals.list, ({ query }) => listApprovals(query)),
    route(approvals.count, () => countApprovals()),
    route(approvals.kinds, () => ({ items: shownKinds() })),
    route(approvals.get, async ({ params }) => toApproval(await requireVisible(await readApproval(params.id)))),
    route(approvals.history, ({ params }) => historyOf(params.id)),
    route(approvals.edit, ({ params, body }) => editApproval(params.id, body.version, body.content)),
    route(approvals.approve, ({ params, body }) => approve(params.id, body.version, body.content)),
    route(approvals.reject, ({ params, body }) => reject(params.id, body.version, body.reason)),
    route(approvals.snooze, ({ params, body }) => snooze(params.id, body.version, body.until)),
    route(approvals.undo, ({ params }) => undo(params.id)),
    route(approvals.retry, ({ params, body }) => retry(params.id, body.ran)),
    route(approvals.bulk, ({ body }) => decideOnMany(body)),
    route(approvalRules.list, async () => ({ items: await listRules() })),
    route(approvalRules.create, ({ body }) => createRule(body)),
    route(approvalRules.update, ({ params, body }) => updateRule(params.id, body)),
    route(approvalRules.remove, ({ params }) => removeRule(params.id)),
    route(approvalRules.preview, ({ body }) => previewRule(body)),
  ];
}
