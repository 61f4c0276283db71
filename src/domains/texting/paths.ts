/** The paths of text conversations that are named before their schemas are loaded: live updates. */
export const TEXTING = {
  threads: '/api/texts/threads',
  templates: '/api/texts/templates',
  broadcasts: '/api/texts/broadcasts',
  handset: '/api/texts/handset',
} as const;
