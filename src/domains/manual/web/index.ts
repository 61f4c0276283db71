/** The parts of the manual that other domains' pages use. */
export { ManualText } from './manual-text.tsx';
