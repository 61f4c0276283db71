/**
 * Number of random histories for a property against a database. They test the product's own statements, which are the
 * same on both engines: PostgreSQL runs all of them, the embedded engine, which takes twice as long, a third.
 */
export function runs(all: number): number {
  return process.env.TEST_ENGINE === 'pglite' ? Math.ceil(all / 3) : all;
}
