/**
 * Fetches the files of pages that are likely to come next, which the page names: first those that most people go to,
 * then, once it has settled, some more. They are read, but nothing of them runs: the first step from one page to
 * another is then nearly as quick as every later one, and nobody who is at work notices. (Not by `prefetch`: that has
 * the lowest priority of all, and whoever needs a file for which it waits already waits with it.)
 */
import { settled } from '../ui/page-settled.ts';

/** From the document's `load` until the first page is drawn as a rule; milliseconds. */
const FIRST_PICTURE = 700;

/** Nothing is fetched in advance for those who pay by the byte. */
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
