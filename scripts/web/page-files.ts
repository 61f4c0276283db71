/**
 * Writes the files that each address needs. The server names those of the present page in it, so that the browser fetches
 * them beside the entry instead of after it has run. Those of all pages go into a script that the browser loads once it is
 * idle (`web/router/next-files.ts`): listed in the entry, as Vite does it, they would add 4 kB to the first load.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { PageModule } from './page-table.ts';

/** The server's list (`src/server/http/page-files.ts`). */
const OUTPUT = '.vite/pages.json';
const SHELL = /\/src\/main-shell\.tsx$/;
/** Loaded by itself on every page: it listens for input. */
const LISTENS = /\/web\/ui\/tooltip-layer\.tsx$/;

/** The most common next pages, and then other common ones. */
const NEXT = [
  ['/dashboard', '/contacts'],
  ['/contacts/{id}', '/opportunities', '/activities', '/leads'],
];

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Files with all their imports, by name in the bundle. */
function withImports(chunks: Chunks, from: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || files.has(name)) return;
    files.add(name);
    chunk.imports.forEach(visit);
  };
  from.forEach(visit);
  return files;
}

function chunksOf(bundle: Rolldown.OutputBundle): Chunks {
  return new Map(
    Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output] as const] : [])),
  );
}

/**
 * The browser's list as a script: names of all files, and for each address the places of its own in it.
 * @param shell files that are there whenever a page is opened
 */
function browserList(list: readonly { path: string; files: string[] }[], shell: ReadonlySet<string>): string {
  const names = [...new Set(list.flatMap(({ files }) => files))].filter((file) => !shell.has(file));
  const places = new Map(names.map((name, index) => [name, index]));
  const pages = Object.fromEntries(
    list.map(({ path, files }) => [path, files.flatMap((file) => places.get(file) ?? [])]),
  );
  return `export const files=${JSON.stringify(names)},pages=${JSON.stringify(pages)};`;
}

/**
 * The plugin, and the filter of Vite's preloads for dynamic imports: files loaded with the entry need no mention, and the
 * scripts of pages stand in the browser's list.
 */
export function pageFiles(pages: () => readonly PageModule[]): {
  plugin: Plugin;
  preloads: (fileName: string, files: string[], context: { hostId: string; hostType: 'html' | 'js' }) => string[];
} {
  let entry = new Set<string>();
  let ofPages = new Set<string>();
  let root = '';
  return {
    preloads: (fileName, files, { hostId, hostType }) => {
      if (hostType === 'html') return files;
      const listed = entry.has(hostId) && ofPages.has(fileName);
      return files.filter((file) => !entry.has(file) && !(listed && file.endsWith('.js')));
    },
    plugin: {
      name: 'page-files',
      apply: 'build',
      enforce: 'pre',
      configResolved: (config) => void (root = config.root),
      generateBundle: {
        order: 'pre',
        handler(_options, bundle) {
          const chunks = chunksOf(bundle);
          entry = withImports(
            chunks,
            [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
          );
          const modules = new Set(pages().map(({ module }) => module));
          ofPages = new Set(
            [...chunks.values()].flatMap(({ facadeModuleId, fileName }) =>
              facadeModuleId && modules.has(facadeModuleId) ? [fileName] : [],
            ),
          );
        },
      },
      // When the names are final.
      writeBundle(options, bundle) {
        const chunks = chunksOf(bundle);
        const fileOf = new Map(
          [...chunks.values()].flatMap(({ facadeModuleId, fileName }) =>
            facadeModuleId ? [[facadeModuleId, fileName] as const] : [],
          ),
        );
        const shell = [...fileOf].find(([id]) => SHELL.test(id))?.[1];
        if (!shell) throw new Error('The shell has gone');
        const listens = [...chunks.values()]
          .filter(({ moduleIds }) => moduleIds.some((id) => LISTENS.test(id)))
          .map(({ fileName }) => fileName);
        const list = pages().map(({ path, module, shell: inShell }) => {
          const page = fileOf.get(module);
          if (!page) throw new Error(`The page of ${path} is in no file of its own`);
          return {
            path,
            module: relative(root, module),
            shell: inShell,
            files: [...withImports(chunks, [...(inShell ? [shell, page] : [page]), ...listens])].filter(
              (file) => !entry.has(file),
            ),
          };
        });
        const next = NEXT.map((paths) => list.filter(({ path }) => paths.includes(path)).flatMap(({ files }) => files));
        const otherwise = [...withImports(chunks, [shell, ...listens])].filter((file) => !entry.has(file));
        const script = browserList(list, new Set(otherwise));
        const all = `assets/page-files-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
        writeFileSync(join(options.dir!, all), script);
        writeFileSync(join(options.dir!, OUTPUT), JSON.stringify({ all, next, otherwise, pages: list }));
      },
    },
  };
}
