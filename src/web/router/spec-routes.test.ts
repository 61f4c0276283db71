import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SPEC_ROUTES } from './spec-routes.ts';

/** The specification's own list, where it is stored beside the project. */
const spec = new URL('../../../../shared/spec/routes.json', import.meta.url);

interface SpecFile {
  public: { path: string; page: string }[];
  publicInsideShell: string[];
  signedIn: string[];
  openInsideShell: string[];
  adminOnly: string[];
  samePage: [string, string][];
}

describe('addresses', () => {
  const byPath = new Map<string, (typeof SPEC_ROUTES)[number]>(SPEC_ROUTES.map((route) => [route.path, route]));

  it('are each listed once, with a title, and every alias and redirect leads to a listed one', () => {
    expect(byPath.size).toBe(SPEC_ROUTES.length);
    for (const { title, sameAs, redirect } of SPEC_ROUTES) {
      expect(title).not.toBe('');
      for (const target of [sameAs, redirect]) if (target) expect(byPath.has(target)).toBe(true);
    }
  });

  it('are 113, and open without a session, in the shell without one, or for administrators only where the specification says so [S2.1 S2.9 S2.10]', () => {
    const guarded = (guard: string) =>
      SPEC_ROUTES.filter((route) => route.guard === guard)
        .map(({ path }) => path)
        .toSorted();
    expect(SPEC_ROUTES).toHaveLength(113);
    expect(guarded('open')).toEqual(['/funnel-preview/{funnelId}', '/industry-templates']);
    expect(guarded('public')).toEqual([
      '/auth',
      '/community/apply',
      '/debug-auth',
      '/debug-login',
      '/debug/login',
      '/enhanced-register',
      '/example-paywall',
      '/forgot-password',
      '/login',
      '/plaid-debug',
      '/referral/{code}',
      '/register',
      '/registration-wizard',
      '/reset-password',
      '/setup-wizard',
      '/sound-test',
      '/test',
    ]);
    expect(guarded('admin')).toEqual([
      '/admin',
      '/admin-revenue-tracker',
      '/ai-tooltip',
      '/client-crm/{id}',
      '/client-onboarding',
      '/client-status-demo',
      '/client-sync',
      '/clients',
      '/clients/{id}',
      '/clients/{id}/apps',
      '/clients/{id}/crm',
      '/clients/{id}/settings',
      '/clients/{id}/users',
      '/collective-intelligence',
      '/community/admin',
      '/documentation',
      '/feedback-demo',
      '/firstbase',
      '/gauntlet-onboarding/{templateId}',
      '/high-net-worth/admin',
      '/industry-crm',
      '/mini-gauntlets',
      '/model-config',
      '/sales-machine',
      '/sandbox-testing',
      '/security-dashboard',
      '/seo-metadata-management',
      '/subscription-plan-builder',
      '/swarm-agents',
      '/team',
      '/workflow-visualization',
    ]);
  });

  it.skipIf(!existsSync(spec))(
    'are those of the specification, with its guards (needs ../shared/spec/routes.json beside the project)',
    () => {
      const file = JSON.parse(readFileSync(spec, 'utf8')) as SpecFile;
      const open = new Set([...file.public.map(({ path }) => path), ...file.publicInsideShell]);
      const wanted = [
        ...[...open].map((path) => [path, 'public']),
        ...file.signedIn.filter((path) => !open.has(path)).map((path) => [path, 'user']),
        ...file.openInsideShell.map((path) => [path, 'open']),
        ...file.adminOnly.map((path) => [path, 'admin']),
      ].map(([path, guard]) => `${guard} ${path}`);
      expect(SPEC_ROUTES.map(({ path, guard }) => `${guard} ${path}`).sort()).toEqual(wanted.sort());
      const pageOf = (path: string) => byPath.get(path)?.sameAs ?? byPath.get(path)?.redirect ?? path;
      for (const [one, other] of file.samePage) expect(pageOf(one)).toBe(pageOf(other));
      for (const { path, page } of file.public)
        if (page.startsWith('redirect:')) expect(byPath.get(path)?.redirect).toBe(page.slice('redirect:'.length));
    },
  );
});
