/** Paths that are named before their schemas are loaded. */
export const KNOWLEDGE = {
  sources: '/api/knowledge/sources',
  documents: '/api/knowledge/documents',
  answers: '/api/knowledge/answers',
  status: '/api/knowledge/status',
  settings: '/api/knowledge/settings',
  tests: '/api/knowledge/test-sets',
} as const;
