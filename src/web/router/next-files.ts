/**
 * Loads the files of likely next pages, which the page names: first the most likely, then, once it has settled, some
 * more. They are parsed, but nothing runs, so the first navigation is nearly as quick as later ones and nobody notices.
 * (Not with `prefetch`: it has the lowest priority, and a page that needs a pending file waits with it.)
 */
import { settled } from '../ui/page-settled.ts';

/** Usual time from the document's `load` to the first drawn page; milliseconds. */
const FIRST_PICTURE = 700;

/** No preloading for people who pay by the byte. */
const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Called once at start. */
export function fetchNextFiles(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name="next-files"]')?.content;
  if (!named || isSaving()) return;
  const [soon = '', later = ''] = named.split('|');
  addEventListener('load', () => setTimeout(fetchAll, FIRST_PICTURE, soon));
  void settled.then(() => fetchAll(later));
}

function fetchAll(names: string): void {
  const links = names
    .split(' ')
    .filter(Boolean)
    .map((name) =>
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        crossOrigin: 'anonymous',
        href: `/assets/${name}.js`,
      }),
    );
  document.head.append(...links);
}
