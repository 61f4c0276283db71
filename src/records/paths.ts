/** Paths of the record engine's calls that are named before their schemas are loaded. */
export const RECORD_PATHS = {
  views: '/api/views',
  favorites: '/api/favorites',
  notesAndComments: '/api/notes-and-comments',
  customFields: '/api/custom-fields',
} as const;
