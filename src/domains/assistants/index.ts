/** What other domains' servers use of assistants. */
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
