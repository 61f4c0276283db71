/** Paths that are named before their schemas are loaded. */
export const CATALOG = '/api/catalog' as const;
