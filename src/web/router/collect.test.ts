import { describe, expect, it } from 'vitest';
import { collectPages } from './collect.ts';
import { page } from './page.ts';

const load = () => Promise.resolve({ default: () => null });
const notBuilt = () => Promise.resolve({ default: () => null });

describe('pages', () => {
  it('exist at every address: built, alias, redirect, or plainly not built [S2.2]', () => {
    const { pages, redirects } = collectPages(
      [
        page('/dashboard', { title: 'Dashboard', guard: 'user', load }),
        page('/login', { title: 'Sign in', guard: 'public', load }),
      ],
      notBuilt,
    );
    const at = (path: string) => pages.find((one) => one.path === path);
    expect(at('/dashboard')?.load).toBe(load);
    expect(at('/')).toMatchObject({ title: 'Dashboard', guard: 'user', shell: true, load });
    expect(at('/auth')).toMatchObject({ guard: 'public', shell: false, load });
    expect(at('/high-net-worth')).toMatchObject({ title: 'Network home', load: notBuilt, planned: true });
    expect(at('/luxury-travel')?.title).toBe('Network home');
    expect(at('/security-dashboard')).toMatchObject({ guard: 'admin', shell: true, load: notBuilt });
    expect(redirects).toEqual([{ path: '/setup-wizard', to: '/register' }]);
  });

  it('may exist where the specification names none, for example one record', () => {
    const { pages } = collectPages([page('/contacts/{id}', { title: 'Contact', guard: 'user', load })], notBuilt);
    expect(pages.find(({ path }) => path === '/contacts/{id}')?.load).toBe(load);
  });

  it('cannot claim an address twice, nor one that is listed as not built', () => {
    const one = page('/leads', { title: 'Leads', guard: 'user', load });
    expect(() => collectPages([one, one], notBuilt)).toThrow('Two pages claim /leads');
    const unbuilt = page('/reputation', { title: 'Reputation', guard: 'user', load });
    expect(() => collectPages([unbuilt], notBuilt)).toThrow('Two pages claim /reputation');
  });
});
