import { ALIASES, REDIRECTS } from './aliases.ts';
import { notBuiltPages } from './not-built.ts';
import { page, type Page, type Redirect } from './page.ts';

export interface Collection {
  pages: Page[];
  redirects: readonly Redirect[];
}

/**
 * Combines built pages with the other addresses of the product: aliases, redirects, and pages that say that they are
 * not built yet. `pages.test.ts` compares the result with the specification.
 * @throws Error when two domains claim one address
 */
export function collectPages(built: readonly Page[], notBuilt: Page['load']): Collection {
  const byPath = new Map<string, Page>();
  for (const one of [...built, ...notBuiltPages(notBuilt)]) {
    if (byPath.has(one.path)) throw new Error(`Two pages claim ${one.path}`);
    byPath.set(one.path, one);
  }
  for (const { path, sameAs } of ALIASES) {
    const same = byPath.get(sameAs);
    if (same && !byPath.has(path)) byPath.set(path, page(path, same));
  }
  return { pages: [...byPath.values()], redirects: REDIRECTS };
}
