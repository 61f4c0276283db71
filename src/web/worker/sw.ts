/**
 * The service worker: the application opens offline. It stores the page and built files, never an API answer. The page
 * comes from the network first, so a new version is there at once; the stored page keeps its Content-Security-Policy
 * and nonce.
 */
import { handlingOf, isStorable, surplusFiles } from './rules.ts';

/** Files of the first load, inserted by the build. Their names change with their content, so this file changes, too. */
declare const __PRECACHE__: readonly string[];
/** Each page's files with those of its dialogs and other parts, so that a visited page works completely. */
declare const __PARTS__: Readonly<Record<string, readonly string[]>>;

/** The worker's global scope beyond a page's. */
interface WorkerScope {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LifeEvent & { data: unknown }) => void): void;
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends LifeEvent {
  /** Absent in browsers without static routes. */
  addRoutes?(rule: { condition: { urlPattern: string }; source: 'network' }): Promise<void>;
}
interface FetchEvent extends LifeEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

const worker = self as unknown as WorkerScope;
const PAGE_CACHE = 'gauntlet-page';
const FILE_CACHE = 'gauntlet-files';
/** Every address has the same page. */
const PAGE = '/';
/** Milliseconds before the stored page is shown instead of the network's. */
const PAGE_PATIENCE = 3_000;
const MOST_FILES = 400;

worker.addEventListener('install', (event) => {
  // Static routes spare the browser a question to the worker, which every read would wait for.
  event.waitUntil(
    event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => undefined) ??
      Promise.resolve(),
  );
  event.waitUntil(install());
});
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => {
  const { data } = event;
  if (data === 'take-over') void worker.skipWaiting();
  // Files the page loaded before there was a worker.
  else if (Array.isArray(data)) event.waitUntil(keep(data.filter(isFile)));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const handling = handlingOf(
    { method: request.method, mode: request.mode, url: new URL(request.url) },
    location.origin,
  );
  if (handling === 'page') event.respondWith(page(event));
  if (handling === 'file') event.respondWith(file(event));
});

async function install(): Promise<void> {
  await store(__PRECACHE__);
  const response = await fetch(PAGE, { cache: 'no-store' });
  if (isStorable(response, 'page')) await (await caches.open(PAGE_CACHE)).put(PAGE, response);
}

/** A page may have loaded other things by then: the integrity list, for example. */
function isFile(path: unknown): path is string {
  return (
    typeof path === 'string' &&
    handlingOf({ method: 'GET', mode: 'cors', url: new URL(path, location.origin) }, location.origin) === 'file'
  );
}

/**
 * The files and their parts that are not stored yet. A page comes after its parts, so a stored page works completely.
 */
async function missingOf(files: Cache, paths: readonly string[]): Promise<string[]> {
  const wanted = new Set(paths.flatMap((path) => [...(__PARTS__[path] ?? []), path]));
  const missing = await Promise.all(Array.from(wanted, async (path) => ((await files.match(path)) ? undefined : path)));
  return missing.filter((path) => path !== undefined);
}

/** Storing is not urgent, and the page and the server have other work: at most two files at a time. */
const LANES = 2;
/** A file without an answer must not block the others; milliseconds. */
const FILE_PATIENCE = 10_000;

/** Fetches and stores files. @returns whether all arrived; a lost one costs no other */
async function fetchInto(files: Cache, paths: readonly string[]): Promise<boolean> {
  const waiting = [...paths];
  let lost = 0;
  const lane = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      await files.add(new Request(path, { signal: AbortSignal.timeout(FILE_PATIENCE) })).catch(() => {
        lost += 1;
      });
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return lost === 0;
}

/** Stores missing files, pages with their parts. @throws Error when one cannot be loaded */
async function store(paths: readonly string[]): Promise<void> {
  const files = await caches.open(FILE_CACHE);
  if (!(await fetchInto(files, await missingOf(files, paths)))) throw new Error('Not all files could be fetched');
}

/** Number of tries for files the page has already loaded, and the wait before each repetition; milliseconds. */
const KEEP_TRIES = 4;
const KEEP_PAUSE = 2_000;

/** Like `store`, but repeats lost files. */
async function keep(paths: readonly string[]): Promise<void> {
  const files = await caches.open(FILE_CACHE);
  for (let tried = 1; ; tried += 1) {
    if ((await fetchInto(files, await missingOf(files, paths))) || tried === KEEP_TRIES) return;
    await new Promise((resolve) => {
      setTimeout(resolve, KEEP_PAUSE * tried);
    });
  }
}

async function activate(): Promise<void> {
  const ours = new Set([PAGE_CACHE, FILE_CACHE]);
  await Promise.all((await caches.keys()).filter((name) => !ours.has(name)).map((name) => caches.delete(name)));
  const files = await caches.open(FILE_CACHE);
  // Tabs of the previous version may still need their files, so only the surplus is deleted.
  const stored = (await files.keys()).map(({ url }) => new URL(url).pathname);
  await Promise.all(surplusFiles(stored, new Set(__PRECACHE__), MOST_FILES).map((path) => files.delete(path)));
  // The page is requested while the worker still starts.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/**
 * Network first. Without an answer in time the stored page is shown, and the network's page is stored when it arrives.
 */
async function page(event: FetchEvent): Promise<Response> {
  const fresh = fetchPage(event);
  event.waitUntil(fresh.catch(() => undefined));
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PAGE_PATIENCE));
  const first = await Promise.race([fresh.catch(() => undefined), late]);
  return first ?? (await (await caches.open(PAGE_CACHE)).match(PAGE)) ?? fresh;
}

async function fetchPage(event: FetchEvent): Promise<Response> {
  const response = (await event.preloadResponse) ?? (await fetch(event.request));
  if (isStorable(response, 'page')) await (await caches.open(PAGE_CACHE)).put(PAGE, response.clone());
  return response;
}

/** A stored file with a hash in its name never changes. */
async function file(event: FetchEvent): Promise<Response> {
  const files = await caches.open(FILE_CACHE);
  const stored = await files.match(event.request);
  if (stored) return stored;
  const response = await fetch(event.request);
  if (isStorable(response, 'file')) {
    event.waitUntil(files.put(event.request, response.clone()));
    event.waitUntil(store(__PARTS__[new URL(event.request.url).pathname] ?? []).catch(() => undefined));
  }
  return response;
}
