/**
 * Calls of the browser platform itself. They are plain constants because the platform knows no domain and the first
 * load then needs no contract; a test in the identity domain compares them with its contract.
 */
export const API = {
  csrfToken: '/api/csrf-token',
  user: '/api/user',
  directLogin: '/api/direct-login',
  syncSession: '/api/sync-session',
  logout: '/api/auth/logout',
  denials: '/api/denials',
  events: '/api/events',
  live: '/api/health/live',
  systemStatus: '/api/system-status',
  appearance: '/api/settings/appearance',
} as const;

/** Cookies that may hold the CSRF token; the first one set counts. */
export const CSRF_COOKIES = ['XSRF-TOKEN', '_csrf', 'csrf-token', 'X-CSRF-Token'] as const;

/** Headers that carry the token. */
export const CSRF_HEADERS = ['CSRF-Token', 'X-CSRF-Token', 'XSRF-Token', 'X-XSRF-Token'] as const;
