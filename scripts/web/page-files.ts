/**
 * Writes the files that each address needs, so that the server can name them in the page: the browser then fetches them
 * beside the entry instead of after it has run.
 */
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

/** The plugin, and the filter of Vite's preloads for dynamic imports: files loaded with the entry need no mention. */
export function pageFiles(pages: () => readonly PageModule[]): {
  plugin: Plugin;
  withoutEntry: (fileName: string, files: string[], context: { hostType: 'html' | 'js' }) => string[];
} {
  let entry = new Set<string>();
  let root = '';
  return {
    withoutEntry: (_fileName, files, { hostType }) =>
      hostType === 'html' ? files : files.filter((file) => !entry.has(file)),
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
        writeFileSync(
          join(options.dir!, OUTPUT),
          JSON.stringify({
            next,
            otherwise: [...withImports(chunks, [shell, ...listens])].filter((file) => !entry.has(file)),
            pages: list,
          }),
        );
      },
    },
  };
}
