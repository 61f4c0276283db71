/** What the entry points use of the manual. */
export { manualRoutes } from './server/routes.ts';
