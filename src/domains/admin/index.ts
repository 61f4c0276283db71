/** What the entry points may use of the installation's own domain. */
export { adminRoutes } from './server/routes.ts';
