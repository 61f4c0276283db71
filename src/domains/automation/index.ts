/** The parts of automation that other domains' servers may use. */
export { bulkKind, leadKind, mailKind } from './server/approval-kinds.ts';
export { onClocksOf } from './engine/edit.ts';
export { STARTERS } from './engine/starter-workflows.ts';
export { checkDraft } from './engine/validate.ts';
export { withHiddenSecrets, withoutOwnSecrets } from './server/secret-headers.ts';
export {
  checkWhole,
  createWorkflow,
  getWorkflow,
  listWorkflows,
  publishWorkflow,
  removeWorkflow,
  updateWorkflow,
} from './server/workflows.ts';
