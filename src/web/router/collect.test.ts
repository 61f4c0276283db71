import { describe, expect, it } from 'vitest';
import { collectPages } from './collect.ts';
import { page } from './page.ts';
import { SPEC_ROUTES } from './spec-routes.ts';

const load = () => Promise.resolve({ default: () => null });
const notBuilt = () => Promise.resolve({ default: () => null });

describe('pages', () => {
  it('exist at every address: built, alias, redirect, or plainly not built [S2.2]', () => {
    const { pages, redirects } = collectPages(
      [page('/dashboard', { title: 'Dashboard', guard: 'user', load })],
      SPEC_ROUTES,
      notBuilt,
    );
    const at = (path: string) => pages.find((one) => one.path === path);
    expect(at('/dashboard')?.load).toBe(load);
    expect(at('/')).toMatchObject({ title: 'Dashboard', guard: 'user', shell: true, load });
    expect(at('/leads')).toMatchObject({ title: 'Leads', load: notBuilt, planned: true });
    expect(at('/dashboard')?.planned).toBeUndefined();
    expect(at('/luxury-travel')?.title).toBe('Network home');
    expect(at('/high-net-worth')?.keywords).toEqual(['Luxury travel']);
    expect(at('/clients/{id}')).toMatchObject({ guard: 'admin', shell: true });
    expect(at('/login')).toMatchObject({ guard: 'public', shell: false });
    expect(redirects).toEqual([{ path: '/setup-wizard', to: '/register' }]);
    expect(pages.length + redirects.length).toBe(SPEC_ROUTES.length);
  });

  it('may exist where the specification names none, for example one record', () => {
    const { pages } = collectPages(
      [page('/contacts/{id}', { title: 'Contact', guard: 'user', load })],
      SPEC_ROUTES,
      notBuilt,
    );
    expect(pages.find(({ path }) => path === '/contacts/{id}')?.load).toBe(load);
  });

  it('cannot weaken a guard, nor claim an address twice', () => {
    const open = page('/admin', { title: 'Admin', guard: 'user', load });
    expect(() => collectPages([open], SPEC_ROUTES, notBuilt)).toThrow('/admin must be guarded as admin');
    const one = page('/leads', { title: 'Leads', guard: 'user', load });
    expect(() => collectPages([one, one], SPEC_ROUTES, notBuilt)).toThrow('Two pages claim /leads');
  });
});
