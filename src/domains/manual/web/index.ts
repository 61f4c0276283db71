/** What other domains' screens use of the manual. */
export { ManualText } from './manual-text.tsx';
