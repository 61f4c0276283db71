/**
 * The few calls that the browser's platform makes by itself. They are plain constants because the platform knows no
 * domain, and because the first load then needs no contract; a test in the identity domain holds them to its contract.
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

/** Cookies that may hold the CSRF token; the first that is set counts. */
export const CSRF_COOKIES = ['XSRF-TOKEN', '_csrf', 'csrf-token', 'X-CSRF-Token'] as const;

/** Headers that carry it. */
export const CSRF_HEADERS = ['CSRF-Token', 'X-CSRF-Token', 'XSRF-Token', 'X-XSRF-Token'] as const;
