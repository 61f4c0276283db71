/** What other domains' screens use of assistants. */
export { AskView } from './ask/ask-view.tsx';
