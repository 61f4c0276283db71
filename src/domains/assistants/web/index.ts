/** What other domains' screens use of assistants. */
export { AskView } from './ask/ask-view.tsx';
export { ModelPickers, type PickedModel } from './models/model-pickers.tsx';
