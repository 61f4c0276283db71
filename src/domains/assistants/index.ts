/** What other domains' servers use of assistants. */
export { type PreparedAct, prepareAct, type StoredCall } from './server/ask/proposals.ts';
export { callModel } from './server/models/call-model.ts';
export { usageOfRun } from './server/models/ledger.ts';
export { hasModel, openTarget, type Target, targetsOf } from './server/models/targets.ts';
export { creditsForRun } from './server/models/who-pays.ts';
export { runAssistant } from './server/runtime/run-assistant.ts';
export { type EndpointTool, endpointTools, type Tool, toolsFor } from './server/runtime/tools.ts';
