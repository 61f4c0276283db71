/** Sitemaps (sitemaps.org): addresses of pages, or of further sitemaps. */
import { Parser } from 'htmlparser2';
import { normalizeUrl } from './urls.ts';

export const MAX_SITEMAP_URLS = 50_000;

export interface Sitemap {
  pages: string[];
  sitemaps: string[];
}

/** Reads XML or a plain list; what is no address is left out. */
export function parseSitemap(text: string): Sitemap {
  const found = { pages: new Set<string>(), sitemaps: new Set<string>() };
  const add = (to: Set<string>, address: string) => {
    const url = normalizeUrl(address.trim());
    if (url && to.size < MAX_SITEMAP_URLS) to.add(url);
  };
  if (!/^\s*</.test(text.slice(0, 200).replace(/^\uFEFF/, ''))) {
    for (const line of text.split(/\r?\n/)) add(found.pages, line);
    return { pages: [...found.pages], sitemaps: [...found.sitemaps] };
  }
  let inside = '';
  let isIndex = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        const tag = name.replace(/^.*:/, '').toLowerCase();
        if (tag === 'sitemap' || tag === 'url') isIndex = tag === 'sitemap';
        inside = tag === 'loc' && !name.toLowerCase().startsWith('image:') ? ' ' : '';
      },
      ontext(piece) {
        if (inside !== '') inside += piece;
      },
      onclosetag() {
        if (inside.trim() !== '') add(isIndex ? found.sitemaps : found.pages, inside);
        inside = '';
      },
    },
    // Tags of a sitemap are a few levels deep; without XML rules, the parser closes what a broken one leaves open.
    { xmlMode: true, lowerCaseTags: false },
  );
  parser.write(text);
  parser.end();
  return { pages: [...found.pages], sitemaps: [...found.sitemaps] };
}
