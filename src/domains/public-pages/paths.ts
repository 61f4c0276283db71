/** Paths of the public pages' calls that are named before their schemas are loaded. */
export const PUBLIC_PAGES = { site: '/api/public-site', domains: '/api/public-domains' } as const;
