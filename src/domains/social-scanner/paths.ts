/** Paths that are named before their schemas are loaded. */
export const SOCIAL_SCANNER = {
  watches: '/api/social-scanner/watches',
  hits: '/api/social-scanner/hits',
  mutes: '/api/social-scanner/mutes',
} as const;
