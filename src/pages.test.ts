import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPages, offlineReads, WEB_DOMAINS } from './pages.ts';
import { PERMISSIONS } from './attacks/permissions/index.ts';
import { collectPages } from './web/router/collect.ts';
import { SPEC_ROUTES } from './web/router/spec-routes.ts';
import { itemsOf, pathsOf } from './web/shell/nav.ts';
import { SIDEBAR, SIDEBAR_FOOTER } from './web/shell/sidebar-items.ts';

const claimed = new Set(allPages.map(({ path }) => path));
const collected = collectPages(allPages, () => Promise.resolve({ default: () => null }));

describe('pages of all domains', () => {
  it('have exactly the addresses and guards of the specification, and besides them only records and parts of pages', () => {
    const guards = new Map<string, string>(collected.pages.map(({ path, guard }) => [path, guard]));
    const wrong = SPEC_ROUTES.filter(({ path, guard, redirect }) =>
      redirect
        ? !collected.redirects.some((one) => one.path === path && one.to === redirect)
        : guards.get(path) !== guard,
    );
    expect(wrong.map(({ path, guard }) => `${path} must exist and be guarded as ${guard}`)).toEqual([]);
    expect(collected.redirects).toHaveLength(SPEC_ROUTES.filter(({ redirect }) => redirect).length);
  });
  it('have keywords in the palette only where a page of the same domain exists', async () => {
    const wrong: string[] = [];
    for (const { name, pages = [], palette } of WEB_DOMAINS) {
      const { keywords = {} } = (await palette?.())?.default ?? {};
      for (const path of Object.keys(keywords))
        if (!pages.some((page) => page.path === path)) wrong.push(`${name}: ${path}`);
    }
    expect(wrong).toEqual([]);
  });
  it('keep for times without a connection only paths that the API has', () => {
    const paths = Object.keys(PERMISSIONS).flatMap((call) => (call.startsWith('GET ') ? [call.slice(4)] : []));
    const unknown = offlineReads.filter((read) => !paths.some((path) => path === read || path.startsWith(`${read}/`)));
    expect(unknown).toEqual([]);
  });
  it('have one name in the sidebar, the tab, and the palette', () => {
    const titles = new Map<string, string>(SPEC_ROUTES.map(({ path, title }) => [path, title]));
    expect(
      allPages
        .filter(({ path, title }) => titles.has(path) && titles.get(path) !== title)
        .map(({ path, title }) => `${path}: “${title}”, not “${titles.get(path)}”`),
    ).toEqual([]);
    // The sidebar takes its words from these, and so do the tab and the palette.
    const named = new Map<string, string>(collected.pages.map(({ path, title }) => [path, title]));
    for (const path of pathsOf([...itemsOf(SIDEBAR), ...SIDEBAR_FOOTER]))
      expect(`${path} ${named.get(path)}`).toBe(`${path} ${titles.get(path) ?? named.get(path)}`);
    expect(pathsOf(itemsOf(SIDEBAR)).filter((path) => !named.has(path))).toEqual([]);
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
