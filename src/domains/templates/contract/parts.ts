/**
 * The parts of a template in the order they are applied: later parts may refer to earlier ones. Free of schemas, so
 * that any page may import it.
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
