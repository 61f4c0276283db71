/**
 * `npm run check:weight`: the size of what a page needs to load, from the build's manifest, against its limit. Sizes
 * are JavaScript after gzip -9, in kB of 1000 bytes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWeb } from './build-web.ts';

const OUT = join(import.meta.dirname, '../dist/web');
const MANIFEST = join(OUT, '.vite/manifest.json');

/** One module of Vite's manifest that became a file, or an entry into one. */
interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
}

type Manifest = Record<string, Chunk>;

/** Loaded before any page inside the shell: the entry, header, and sidebar. */
const SHELL = 150;
const SHELL_MODULE = 'main-shell.tsx';
/** Pages with a limit of their own, by module; all others have {@link PAGE}. */
const PAGES: Record<string, number> = {
  'domains/crm/web/dashboard/dashboard-page.tsx': 200,
  'domains/crm/web/contacts/contact-list-page.tsx': 200,
  'domains/identity/web/sign-in-page.tsx': 200,
  // Reading, writing, and rules; docs/bars.md.
  'domains/mail/web/mail-page.tsx': 266,
  // Conversations, templates, and the simulated handset.
  'domains/texting/web/texts-page.tsx': 253,
};
const PAGE = 250;
const CHUNK = 80;
/** Editors, charts, and maps that may exceed the limit of a chunk: name → limit. */
const HEAVY_PARTS: Record<string, number> = { 'rich-text-editor': 130, 'board-canvas': 340 };

export interface Weighed {
  what: string;
  size: number;
  bar: number;
}

/** Everything that is fetched together with `keys`, once. */
function reach(manifest: Manifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}

/**
 * Shell, pages, and chunks of a build, each with its limit; pages include the shell if they have one.
 * @param bare modules of pages without the shell
 */
export function weigh(
  manifest: Manifest,
  sizeOf: (file: string) => number,
  bare: ReadonlySet<string> = new Set(),
): Weighed[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error('The build has no entry');
  const total = (keys: string[]) => [...reach(manifest, keys)].reduce((sum, file) => sum + sizeOf(file), 0);
  const scripts = new Map(
    Object.values(manifest)
      .filter(({ file }) => file.endsWith('.js'))
      .map((chunk) => [chunk.file, chunk]),
  );
  const chunks = [...scripts.values()].filter((chunk) => !chunk.isEntry);
  return [
    { what: 'the shell', size: total([entry, SHELL_MODULE]), bar: SHELL },
    ...Object.keys(manifest)
      .filter((key) => key.endsWith('-page.tsx'))
      .map((key) => ({
        what: key,
        size: total(bare.has(key) ? [entry, key] : [entry, SHELL_MODULE, key]),
        bar: PAGES[key] ?? PAGE,
      })),
    ...chunks.map((chunk) => ({
      what: `chunk ${chunk.name ?? chunk.file}`,
      size: sizeOf(chunk.file),
      bar: HEAVY_PARTS[chunk.name ?? ''] ?? CHUNK,
    })),
  ];
}

/** Weighs the build in `dist/web`. */
export function weighBuild(): Weighed[] {
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(OUT, file)), { level: 9 }).length / 1000;
    sizes.set(file, size);
    return size;
  };
  const { pages } = JSON.parse(readFileSync(join(OUT, '.vite/pages.json'), 'utf8')) as {
    pages: { module: string; shell: boolean }[];
  };
  const bare = new Set(pages.filter(({ shell }) => !shell).map(({ module }) => module));
  return weigh(JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest, sizeOf, bare);
}

if (import.meta.main) {
  await buildWeb();
  if (!existsSync(MANIFEST)) throw new Error('There is no build in dist/web');
  const weighed = weighBuild();
  const line = ({ what, size, bar }: Weighed) =>
    `${size > bar ? 'TOO HEAVY' : '         '} ${size.toFixed(1).padStart(6)} of ${bar} kB  ${what}\n`;
  const isOver = ({ size, bar }: Weighed) => size > bar;
  for (const one of weighed) if (isOver(one) || !one.what.startsWith('chunk')) process.stdout.write(line(one));
  if (weighed.some(isOver)) {
    process.stderr.write(
      'Load what a page does not show at first with lazy(() => import(…)), or find what pulled in a package.\n',
    );
    process.exitCode = 1;
  }
}
