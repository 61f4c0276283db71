/**
 * Fetches the code of pages that are likely to come next while nothing else is to be done: the first step from one page
 * to another is then as quick as every later one. Only code: what they show is read when somebody goes there.
 */
import type { AnyRoute, useRouter } from '@tanstack/react-router';

/** Where most people go. */
const OFTEN = ['/dashboard', '/contacts', '/opportunities', '/activities', '/leads'];
/** Safari has no idle callback. */
const idle = (run: () => void) => (typeof requestIdleCallback === 'function' ? requestIdleCallback(run, { timeout: 3_000 }) : setTimeout(run, 200));

/** Nothing is fetched in advance for those who pay by the byte. */
const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The records of the page that one is on, then what is visited often, until one has left it. */
export function fetchLikelyPages({ routesByPath }: Pick<ReturnType<typeof useRouter>, 'routesByPath'>, pathname: string, left: AbortSignal): void {
  if (isSaving()) return;
  const routes = routesByPath as unknown as Record<string, AnyRoute | undefined>;
  const wanted = [`${pathname}/$id`, ...OFTEN.filter((path) => path !== pathname)];
  const next = () => {
    const path = left.aborted ? undefined : wanted.shift();
    if (path === undefined) return;
    const { preload } = (routes[path]?.options.component ?? {}) as { preload?: () => Promise<unknown> };
    void Promise.resolve(preload?.()).catch(() => undefined).then(() => idle(next));
  };
  idle(next);
}
