/** What other domains' servers and the entry points use of assistants. */
import '../../server/providers/model/providers.ts';

export { stopAnswers } from './server/ask/stream.ts';
export { mountMcp } from './server/mcp/server.ts';
export { assistantRoutes } from './server/routes.ts';
export {
  /** @public */
  hasModel,
} from './server/models/targets.ts';
export {
  /** @public */
  runAssistant,
} from './server/runtime/run-assistant.ts';
export {
  /** @public */
  toolsFor,
} from './server/runtime/tools.ts';
