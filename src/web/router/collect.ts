import { page, type Page, type Redirect } from './page.ts';
import type { SpecRoute } from './spec-routes.ts';

export interface Collection {
  pages: Page[];
  redirects: Redirect[];
}

/**
 * Combines built pages with the product's list of addresses. The list names the pages. An address without a page shows
 * its alias's page, or that it is not built yet.
 * @throws Error when two domains claim one address, or a page's guard differs from the specification: both would open
 * or close a page by accident
 */
export function collectPages(built: readonly Page[], spec: readonly SpecRoute[], notBuilt: Page['load']): Collection {
  const byPath = new Map<string, Page>();
  for (const one of built) {
    if (byPath.has(one.path)) throw new Error(`Two pages claim ${one.path}`);
    byPath.set(one.path, one);
  }
  const redirects: Redirect[] = [];
  for (const { path, title, guard, sameAs, redirect } of spec) {
    const own = byPath.get(path);
    if (own && own.guard !== guard) throw new Error(`${path} must be guarded as ${guard}, not ${own.guard}`);
    if (own) {
      byPath.set(path, { ...own, title });
      continue;
    }
    const same = sameAs && byPath.get(sameAs);
    if (redirect) {
      redirects.push({ path, to: redirect });
    } else if (same) {
      // One page has one title; the other address's name finds it, too.
      const known = title === same.title ? same : { ...same, keywords: [...(same.keywords ?? []), title] };
      byPath.set(same.path, known).set(path, page(path, { ...known, guard }));
    } else {
      byPath.set(path, { ...page(path, { title, guard, load: notBuilt }), planned: true });
    }
  }
  return { pages: [...byPath.values()], redirects };
}
