/** What the entry points use of support. */
export { supportRoutes } from './server/routes.ts';
