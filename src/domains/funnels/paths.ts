/** The paths of funnels that are named before their schemas are loaded: live updates, and the pages' memory. */
export const FUNNELS = {
  list: '/api/funnels',
  images: '/api/funnel-images',
  /** Named by changes of what visitors see; nobody reads it. */
  published: '/api/funnel-pages',
} as const;
