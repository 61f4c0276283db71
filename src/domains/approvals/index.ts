/** The parts of approvals that other domains' servers and the entry points may use. */
export { approve, reject, undo as undoApproval, withdrawApproval, withdrawIdle } from './server/decide.ts';
export { defineApprovalKind } from './server/kinds.ts';
export { looksAfterWorkspace } from './server/managers.ts';
export { settledOutcome } from './server/outcome.ts';
export { type ApprovalRequest, requestApproval } from './server/request.ts';
