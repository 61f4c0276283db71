import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect, type AnyRoute } from '@tanstack/react-router';
import type { SessionUser } from '../api/session.ts';
import { loadChunk } from './chunk.ts';
import type { Collection } from './collect.ts';
import { missingApp } from './apps.ts';
import { Guarded } from './guarded.tsx';
import { page, type Page } from './page.ts';
import { PageError, PagePending } from './page-error.tsx';
import { parseSearch, stringifySearch } from './search-codec.ts';
import { useCurrentPage } from './use-page.ts';

export interface AppRouterOptions extends Collection {
  /** Surrounds every page: live regions, toasts, titles. */
  Frame: ComponentType<{ children: ReactNode }>;
  /** Header, sidebar and main area; `user` is null on open pages that nobody is signed in on. */
  Shell: ComponentType<{ user: SessionUser | null; children: ReactNode }>;
  notFound: Page['load'];
}

const AppOffPage = lazy(() => loadChunk(() => import('../shell/app-off-page.tsx')));

/** `/clients/{id}` → `/clients/$id` */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, '$$$1');
}

/** Builds the router from plain page values: two layouts (with the shell and without), one guard, lazy chunks. */
export function createAppRouter({ pages, redirects, Frame, Shell, notFound }: AppRouterOptions) {
  const root = createRootRoute({ component: () => <Frame><Outlet /></Frame> });

  const inShell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: function ShellLayout() {
      const current = useCurrentPage();
      return (
        <Guarded guard={current?.guard ?? 'open'}>
          {(user) => {
            const missing = current && missingApp(user, current.path);
            return <Shell user={user}>{user && missing ? <Suspense fallback={null}><AppOffPage user={user} name={missing.name} /></Suspense> : <Outlet />}</Shell>;
          }}
        </Guarded>
      );
    },
  });
  const bare = createRoute({
    getParentRoute: () => root,
    id: 'bare',
    component: function BareLayout() {
      const guard = useCurrentPage()?.guard ?? 'public';
      return <Guarded guard={guard}>{() => <Outlet />}</Guarded>;
    },
  });

  const routeOf = (one: Page, path: string, parent: AnyRoute) => createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(() => loadChunk(one.load)),
    staticData: { page: one },
  });
  const routesOf = (shell: boolean, parent: AnyRoute) =>
    pages.filter((one) => one.shell === shell).map((one) => routeOf(one, routerPath(one.path), parent));
  const elsewhere = routeOf(page('/404', { title: 'Page not found', guard: 'open', load: notFound }), '$', inShell);

  const routeTree = root.addChildren([
    inShell.addChildren([...routesOf(true, inShell), elsewhere]),
    bare.addChildren(routesOf(false, bare)),
    ...redirects.map(({ path, to }) => createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        throw redirect({ to, replace: true });
      },
    })),
  ]);

  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    defaultPendingComponent: PagePending,
    // The old page stays for this long while the new one's chunk comes; a skeleton that shows stays long enough to be seen.
    defaultPendingMs: 200,
    // A page's code takes a moment and then draws its own skeleton: to hold the pending screen longer would only delay it.
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    trailingSlash: 'never',
  });
}
