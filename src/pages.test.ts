import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPages } from './pages.ts';
import { NOT_BUILT } from './testing/not-built.ts';
import { SPEC_ROUTES } from './web/router/spec-routes.ts';
import { itemsOf } from './web/shell/nav.ts';
import { SIDEBAR, SIDEBAR_FOOTER } from './web/shell/sidebar-items.ts';

const claimed = new Set(allPages.map(({ path }) => path));

/** A page answers at its own address or at its alias's. */
const isBuilt = ({ path, sameAs }: { path: string; sameAs?: string }) =>
  claimed.has(path) || (sameAs !== undefined && claimed.has(sameAs));

describe('pages of all domains', () => {
  it('claim each address once', () => {
    const paths = allPages.map((page) => page.path);
    expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([]);
  });
  it('are exactly the addresses that are not listed as not built', () => {
    const missing = SPEC_ROUTES.filter((route) => !route.redirect && !isBuilt(route)).map(({ path }) => path);
    expect([...NOT_BUILT].sort()).toEqual(missing.sort());
  });
  it('have one name in the sidebar, the tab, and the palette', () => {
    const titles = new Map<string, string>(SPEC_ROUTES.map(({ path, title }) => [path, title]));
    expect(
      allPages
        .filter(({ path, title }) => titles.has(path) && titles.get(path) !== title)
        .map(({ path, title }) => `${path}: “${title}”, not “${titles.get(path)}”`),
    ).toEqual([]);
    for (const { path, label } of [...itemsOf(SIDEBAR), ...SIDEBAR_FOOTER])
      expect(`${path} ${label}`).toBe(`${path} ${titles.get(path)}`);
    for (const { path, label } of itemsOf(SIDEBAR).flatMap(({ related = [] }) => related))
      expect(allPages.find((page) => page.path === path)?.title).toBe(label);
  });
  it('exist for every link in the manual, and so does each manual page that another one names', () => {
    const files = globSync('docs/manual/*.md');
    const slugs = new Set(files.map((file) => basename(file, '.md').replace(/^\d+-/, '')));
    const links = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\((\/[^)]*)\)/g)].map(([, link]) => link!),
    );
    expect(links.length).toBeGreaterThan(20);
    const dead = links.filter((link) => {
      const { pathname, searchParams } = new URL(link, 'http://manual.example');
      return (
        !claimed.has(pathname as `/${string}`) ||
        (pathname === '/documentation' && searchParams.has('page') && !slugs.has(searchParams.get('page')!))
      );
    });
    expect(dead).toEqual([]);
  });
});
