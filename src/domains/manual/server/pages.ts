/** Reads the manual from `docs/manual`. The files are part of the product and do not change while it runs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManualPage } from '../contract.ts';
import { openRetriever, type Retriever } from '../engine/retrieve.ts';

const FOLDER = join(import.meta.dirname, '../../../../docs/manual');

/** Splits one file into its title (the first `#` line) and its text. */
export function parsePage(fileName: string, markdown: string): ManualPage {
  const [, title = fileName] = /^#\s+(.+)$/m.exec(markdown) ?? [];
  return {
    slug: fileName.replace(/^\d+-/, '').replace(/\.md$/, ''),
    title: title.trim(),
    text: markdown.replace(/^#\s+.+\n+/, '').trim(),
  };
}

/** All pages in the order of their file names. */
export function readPages(folder = FOLDER): ManualPage[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => parsePage(name, readFileSync(join(folder, name), 'utf8')));
}

export interface Manual extends Retriever {
  pages: ManualPage[];
}

/** The manual with its index. */
export function openManual(pages: ManualPage[] = readPages()): Manual {
  return { pages, ...openRetriever(pages) };
}
