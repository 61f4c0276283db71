/** Paths that are named before their schemas are loaded. */
export const PIXEL = { sites: '/api/pixel/sites', events: '/api/pixel/events' } as const;
