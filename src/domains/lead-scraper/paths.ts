/** Paths that are named before their schemas are loaded. */
export const LEAD_SCRAPER = {
  crawls: '/api/lead-scraper/crawls',
  candidates: '/api/lead-scraper/candidates',
  places: '/api/lead-scraper/places',
  blockedSites: '/api/lead-scraper/blocked-sites',
} as const;
