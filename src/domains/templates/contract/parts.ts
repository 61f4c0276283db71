/**
 * What of a template can be stamped, in the order in which it is: later parts may speak of earlier ones. Free of
 * schemas, so that any page may import it.
 */
export const PARTS = [
  'fields',
  'pipelines',
  'closeReasons',
  'examples',
  'views',
  'scoreRules',
  'assignmentRules',
  'forms',
  'plans',
  'workflows',
] as const;
export type Part = (typeof PARTS)[number];
