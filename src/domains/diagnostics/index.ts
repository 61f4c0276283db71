/** What the entry points may use of diagnostics. */
export { diagnosticsRoutes } from './server/routes.ts';
