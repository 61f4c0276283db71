/** What the entry points use of the public pages. */
export { publicPagesRoutes } from './server/routes.ts';
