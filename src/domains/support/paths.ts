/** Paths that are named before their schemas are loaded: the launcher is part of the first load. */
export const SUPPORT = {
  /** Everything about support; the live channel names it. */
  all: '/api/support',
  summary: '/api/support/summary',
} as const;
