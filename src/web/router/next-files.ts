/**
 * Loads the files of likely next pages, which the page names: first the most likely, then, once it has settled, some
 * more. They are parsed, but nothing runs, so the first navigation is nearly as quick as later ones and no one notices.
 * (Not with `prefetch`: it has the lowest priority, and a page that needs a pending file waits with it.)
 */
import { settled } from '../ui/page-settled.ts';

/** Usual time from the document's `load` to the first drawn page; milliseconds. */
const FIRST_PICTURE = 700;

/** No preloading for people who pay by the byte. */
const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const contentOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The build's files: names, and the indexes for each path. */
interface FilesOfPages {
  files: string[];
  pages: Record<string, number[]>;
}
let filesOfPages: FilesOfPages | undefined;

/** Called once at start. */
export function fetchNextFiles(): void {
  const all = contentOf('page-files');
  if (all)
    void settled
      .then(() => import(/* @vite-ignore */ all) as Promise<FilesOfPages>)
      .then((list) => (filesOfPages = list))
      // Each page can be opened without it.
      .catch(() => undefined);
  const named = contentOf('next-files');
  if (!named || isSaving()) return;
  const [soon = '', later = ''] = named.split('|');
  addEventListener('load', () => setTimeout(fetchAll, FIRST_PICTURE, soon));
  void settled.then(() => fetchAll(later));
}

function fetchAll(names: string): void {
  fetchFiles(
    names
      .split(' ')
      .filter(Boolean)
      .map((name) => `assets/${name}.js`),
  );
}

function fetchFiles(files: readonly string[]): void {
  document.head.append(
    ...files.map((file) =>
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        crossOrigin: 'anonymous',
        href: `/${file}`,
      }),
    ),
  );
}

const begun = new Set<string>();

/** Loads all files of a page at once, before its own module names those that it imports. */
export function fetchFilesOf(path: string): void {
  if (!filesOfPages || begun.has(path)) return;
  begun.add(path);
  fetchFiles((filesOfPages.pages[path] ?? []).map((place) => filesOfPages!.files[place]!));
}
