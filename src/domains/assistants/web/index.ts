/** The parts of assistants that other domains' pages use. */
export { AskView } from './ask/ask-view.tsx';
export { ModelPickers, type PickedModel } from './models/model-pickers.tsx';
