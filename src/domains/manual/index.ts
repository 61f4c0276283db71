/** What other domains' servers use of the manual. */
export { readPages } from './server/pages.ts';
