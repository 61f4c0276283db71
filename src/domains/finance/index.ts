/** What the entry points use of finance. */
export { financeRoutes } from './server/routes.ts';
