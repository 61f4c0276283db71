/** What other domains' servers may use of clients. */
export { switchApp } from './server/apps.ts';
