/** What the entry points use of the community. */
export { communityRoutes } from './server/routes.ts';
