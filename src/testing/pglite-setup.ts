/** Before the PGlite run: makes the prepared cluster and an opened system's, so that test files only copy them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openOnce } from './prepared-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of an embedded cluster that a system has opened once. */
    pgliteTemplate: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await openOnce();
  project.provide('pgliteTemplate', join(folder, 'pglite'));
  return () => rmSync(folder, { recursive: true, force: true });
}
