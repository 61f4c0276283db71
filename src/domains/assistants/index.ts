/** The parts of assistants that other domains' servers use. */
export { prepareAct } from './server/ask/proposals.ts';
export { usageOfRun } from './server/models/ledger.ts';
export { answerPrivately } from './server/models/private-answer.ts';
export { hasModel } from './server/models/targets.ts';
export { creditsForRun } from './server/models/credits-for-run.ts';
export { runAssistant } from './server/runtime/run-assistant.ts';
export { endpointTools, type Tool, toolsFor } from './server/runtime/tools.ts';
