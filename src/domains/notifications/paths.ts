/** Paths that are named before their schemas are loaded: the bell is part of the first load. */
export const NOTIFICATIONS = {
  list: '/api/notifications',
  summary: '/api/notifications/summary',
  mark: '/api/notifications/mark',
  seen: '/api/notifications/seen',
  one: '/api/notifications/{id}',
  restore: '/api/notifications/{id}/restore',
} as const;
