/** What other domains' servers and the entry points use of assistants. */
import '../../server/providers/model/providers.ts';

export { stopAnswers } from './server/ask/stream.ts';
export { mountMcp } from './server/mcp/server.ts';
export { callModel, type ModelQuestion, type ModelReply } from './server/models/call-model.ts';
export { hasModel } from './server/models/targets.ts';
export { assistantRoutes } from './server/routes.ts';
export {
  type AssistantOptions,
  type AssistantResult,
  type Budget,
  runAssistant,
} from './server/runtime/run-assistant.ts';
export { type Tool, toolsFor } from './server/runtime/tools.ts';
