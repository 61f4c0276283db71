/** What the entry points may use of clients. */
export { clientRoutes } from './server/routes.ts';
