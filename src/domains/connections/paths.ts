/** Paths that are named before the schemas are loaded. */
export const CONNECTIONS = '/api/connections';
