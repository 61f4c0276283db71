/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = rows(
  MEMBERS,
  `
  GET,POST /api/lead-scraper/crawls
  GET,DELETE /api/lead-scraper/crawls/{id}
  POST /api/lead-scraper/crawls/{id}/start
  POST /api/lead-scraper/crawls/{id}/pause
  POST /api/lead-scraper/crawls/{id}/resume
  POST /api/lead-scraper/crawls/{id}/cancel
  POST /api/lead-scraper/crawls/{id}/retry-pages
  GET /api/lead-scraper/crawls/{id}/sites
  GET /api/lead-scraper/crawls/{id}/pages
  GET /api/lead-scraper/crawls/{id}/candidates
  GET /api/lead-scraper/crawls/{id}/candidates.csv
  GET /api/lead-scraper/candidates/{id}
  POST /api/lead-scraper/candidates/{id}/merge/preview
  POST /api/lead-scraper/candidates/{id}/merge
  POST /api/lead-scraper/candidates/{id}/merge/undo
  POST /api/lead-scraper/candidates/submit
  POST /api/lead-scraper/candidates/dismiss
  POST /api/lead-scraper/candidates/notices
  GET /api/lead-scraper/places
  GET /api/lead-scraper/places/search
  GET,POST /api/lead-scraper/blocked-sites
  DELETE /api/lead-scraper/blocked-sites/{id}
`,
);

/** By the address up to and including the parameter. */
export const tables = {
  '/api/lead-scraper/crawls/{id}': 'crawls',
  '/api/lead-scraper/candidates/{id}': 'crawl_candidates',
  '/api/lead-scraper/blocked-sites/{id}': 'crawl_blocked_sites',
};
