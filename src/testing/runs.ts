/**
 * How many random histories a property is tried on against a database. What they look for lies in the product's own
 * statements, which are the same on both engines: PostgreSQL tries them all, the embedded one, which takes twice as
 * long, a third.
 */
export function runs(all: number): number {
  return process.env.TEST_ENGINE === 'pglite' ? Math.ceil(all / 3) : all;
}
