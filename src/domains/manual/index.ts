/** The parts of the manual that other domains' servers use. */
export { readPages } from './server/pages.ts';
