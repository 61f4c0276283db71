import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { type SessionUser, userQuery } from '../api/session.ts';
import { loadChunk } from './chunk.ts';
import type { Collection } from './collect.ts';
import { missingApp } from './apps.ts';
import { useFirstPictureGone } from './boot-outline.ts';
import { Guarded, judge } from './guarded.tsx';
import { page, type Page, type PageAddress } from './page.ts';
import { PageError, PagePending } from './page-error.tsx';
import { parseSearch, stringifySearch } from './search-codec.ts';
import { useCurrentPage } from './use-page.ts';

export interface AppRouterOptions extends Collection {
  /** Surrounds every page: live regions, toasts, titles. */
  Frame: ComponentType<{ children: ReactNode }>;
  /** Header, sidebar and main area, a chunk of their own; `user` is null on open pages that nobody is signed in on. */
  shell: () => Promise<{ default: (props: { user: SessionUser | null; children: ReactNode }) => ReactNode }>;
  notFound: Page['load'];
  /** Where pages' first reads go. */
  client: QueryClient;
}

const AppOffPage = lazy(() => loadChunk(() => import('../shell/app-off-page.tsx')));

/** Lets the browser answer a press, or draw, before the next stretch of work. */
const breathe = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });

/** Loads a part, and lets the browser breathe between running its modules and drawing what they hold. */
async function loadApart<T>(load: () => Promise<T>): Promise<T> {
  const part = await loadChunk(load);
  await breathe();
  return part;
}

/** `/clients/{id}` → `/clients/$id` */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, '$$$1');
}

/**
 * Begins a page's reads while header, sidebar and page are still to be drawn. What fails here is read again by the page
 * itself.
 */
async function prepare({ load, guard, path }: Page, client: QueryClient, address: PageAddress): Promise<void> {
  const [module, user] = await Promise.all([load(), client.ensureQueryData(userQuery)]);
  if (user && judge(guard, user) === 'show' && !missingApp(user, path)) module.prepare?.(client, address);
}

/** Builds the router from plain page values: two layouts (with the shell and without), one guard, lazy chunks. */
export function createAppRouter({ pages, redirects, Frame, shell, notFound, client }: AppRouterOptions) {
  const root = createRootRoute({
    component: () => (
      <Frame>
        <Outlet />
      </Frame>
    ),
  });

  // The router fetches it beside the page's own chunk, and draws nothing before both are there.
  const Shell = lazyRouteComponent(() => loadApart(shell));
  function ShellLayout() {
    const current = useCurrentPage();
    return (
      <Guarded guard={current?.guard ?? 'open'}>
        {(user) => {
          const missing = current && missingApp(user, current.path);
          return (
            <Shell user={user}>
              {user && missing ? (
                <Suspense fallback={null}>
                  <AppOffPage user={user} name={missing.name} />
                </Suspense>
              ) : (
                <Outlet />
              )}
            </Shell>
          );
        }}
      </Guarded>
    );
  }
  // Called before each page. The entry of the menu that was pressed shows it first: a page is drawn in one stretch, and
  // in the press itself that would take three times as long to answer (80 ms instead of 25).
  ShellLayout.preload = () => (Shell as { preload?: () => Promise<void> }).preload?.() ?? breathe();
  const inShell = createRoute({ getParentRoute: () => root, id: 'shell', component: ShellLayout });
  const bare = createRoute({
    getParentRoute: () => root,
    id: 'bare',
    component: function BareLayout() {
      useFirstPictureGone();
      const guard = useCurrentPage()?.guard ?? 'public';
      return <Guarded guard={guard}>{() => <Outlet />}</Guarded>;
    },
  });

  const routeOf = (one: Page, path: string, parent: AnyRoute) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyRouteComponent(() => loadApart(one.load)),
      // Nothing waits for it.
      loader: ({ params, location: { search } }) =>
        void prepare(one, client, { params, search }).catch(() => undefined),
      staticData: { page: one },
    });
  const routesOf = (shell: boolean, parent: AnyRoute) =>
    pages.filter((one) => one.shell === shell).map((one) => routeOf(one, routerPath(one.path), parent));
  const elsewhere = routeOf(page('/404', { title: 'Page not found', guard: 'open', load: notFound }), '$', inShell);

  const routeTree = root.addChildren([
    inShell.addChildren([...routesOf(true, inShell), elsewhere]),
    bare.addChildren(routesOf(false, bare)),
    ...redirects.map(({ path, to }) =>
      createRoute({
        getParentRoute: () => root,
        path,
        beforeLoad: () => {
          throw redirect({ to, replace: true });
        },
      }),
    ),
  ]);

  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    // A page's loader only begins reads, which the query cache keeps: of a page that was left nothing need be kept
    // here.
    defaultGcTime: 0,
    defaultPreloadGcTime: 0,
    defaultPendingComponent: PagePending,
    // The old page stays for this long while the new one's chunk comes; a skeleton that shows stays long enough to be
    // seen.
    defaultPendingMs: 200,
    // A page's code takes a moment and then draws its own skeleton: to hold the pending screen longer would only delay
    // it.
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    trailingSlash: 'never',
  });
}
