/** The parts of clients that other domains' servers may use. */
export { switchApp } from './server/apps.ts';
