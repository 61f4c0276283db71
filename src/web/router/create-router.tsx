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
import { Guarded, judge } from './route-guard.tsx';
import { fetchFilesOf } from './next-files.ts';
import { page, type Page, type PageAddress } from './page.ts';
import { PageError, PagePending } from './page-error.tsx';
import { parseSearch, stringifySearch } from './search-codec.ts';
import { useCurrentPage } from './use-page.ts';

export interface AppRouterOptions extends Collection {
  /** Wraps every page: live regions, toasts, titles. */
  Frame: ComponentType<{ children: ReactNode }>;
  /** Header, sidebar, and main area, in their own chunk; `user` is null on open pages without a signed-in user. */
  shell: () => Promise<{ default: (props: { user: SessionUser | null; children: ReactNode }) => ReactNode }>;
  notFound: Page['load'];
  /** Cache for the pages' first reads. */
  client: QueryClient;
}

const AppOffPage = lazy(() => loadChunk(() => import('../shell/app-off-page.tsx')));

/** Lets the browser handle input or paint before the next piece of work. */
const breathe = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });

/** Loads a part, and lets the browser run other work between executing its modules and drawing them. */
async function loadApart<T>(load: () => Promise<T>): Promise<T> {
  const part = await loadChunk(load);
  await breathe();
  return part;
}

/** `/clients/{id}` → `/clients/$id` */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, '$$$1');
}

/** Starts a page's reads before header, sidebar, and page are drawn. The page itself repeats failed reads. */
async function prepare({ load, guard, path }: Page, client: QueryClient, address: PageAddress): Promise<void> {
  fetchFilesOf(path);
  const [module, user] = await Promise.all([load(), client.ensureQueryData(userQuery)]);
  if (user && judge(guard, user) === 'show' && !missingApp(user, path)) module.prepare?.(client, address);
}

/** Builds the router from plain page values: two layouts (with and without the shell), one guard, lazy chunks. */
export function createAppRouter({ pages, redirects, Frame, shell, notFound, client }: AppRouterOptions) {
  const root = createRootRoute({
    component: () => (
      <Frame>
        <Outlet />
      </Frame>
    ),
  });

  // The router loads it beside the page's chunk and draws nothing before both are there.
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
  // Called before each page, so that the pressed menu entry shows it first. Drawing the page within the press would
  // take three times as long to answer (80 ms instead of 25).
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
    // A page's loader only starts reads, which the query cache keeps, so a page that was left needs no cache here.
    defaultGcTime: 0,
    defaultPreloadGcTime: 0,
    defaultPendingComponent: PagePending,
    // The old page stays this long while the new chunk loads; a visible skeleton stays long enough to be seen.
    defaultPendingMs: 200,
    // A loaded page draws its own skeleton, so a longer pending screen would only delay it.
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    trailingSlash: 'never',
  });
}
