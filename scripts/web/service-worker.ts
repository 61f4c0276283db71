/** Builds the service worker after the application, whose file names it needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Manifest } from 'vite';

const ENTRY = 'index.html';
/** Pages that people may open first, signed in or not. */
const FIRST_PAGES = /(dashboard|sign-in)-page\.tsx$/;
const PAGE = /-page\.tsx$/;

/**
 * The files of the first load: the entry, the shell's overlays (menus, palette, notifications), the first pages, and
 * all their imports. Other pages are stored when they are first opened.
 */
export function precacheList(manifest: Manifest): string[] {
  const files = new Set<string>();
  const visited = new Set<string>();
  const add = (key: string, withParts: boolean) => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key)) return;
    visited.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    for (const imported of chunk.imports ?? []) add(imported, withParts);
    if (!withParts) return;
    for (const part of chunk.dynamicImports ?? [])
      if (!PAGE.test(part) || FIRST_PAGES.test(part)) add(part, PAGE.test(part) ? false : withParts);
  };
  add(ENTRY, true);
  return [...files].sort();
}

/** For each page's file, all files of its dialogs and other parts outside the first load. */
export function partsOfPages(manifest: Manifest): Record<string, string[]> {
  const first = new Set(precacheList(manifest));
  const pages = Object.entries(manifest).filter(([key]) => PAGE.test(key));
  return Object.fromEntries(
    pages.map(([key, page]) => {
      const parts = new Set<string>();
      const visited = new Set<string>();
      const add = (part: string) => {
        const chunk = manifest[part];
        if (!chunk || visited.has(part) || (PAGE.test(part) && part !== key) || part === ENTRY) return;
        visited.add(part);
        for (const file of [chunk.file, ...(chunk.css ?? [])]) parts.add(`/${file}`);
        for (const other of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) add(other);
      };
      add(key);
      return [`/${page.file}`, [...parts].filter((file) => !first.has(file) && file !== `/${page.file}`).sort()];
    }),
  );
}

/** Writes `sw.js` into the built application. */
export async function buildServiceWorker(root: string, out: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8')) as Manifest;
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { __PRECACHE__: JSON.stringify(precacheList(manifest)), __PARTS__: JSON.stringify(partsOfPages(manifest)) },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'src/web/worker/sw.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
