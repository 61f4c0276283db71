/** New versions: noticed soon after they are there, taken when the person wants to. */
import { workerUrl } from '../protect/trusted-types.ts';
import { connectivity } from '../api/connectivity.ts';
import { toast } from '../shell/toast.ts';

/** How often to look for a new version, in milliseconds; also whenever the page comes to the front. */
const LOOK_EVERY = 3_600_000;
/** Not more often than this. */
const LOOK_PAUSE = 60_000;

/**
 * Registers the service worker once the page has nothing better to do. Called once at start; does nothing in
 * development.
 */
export function startUpdates(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const begin = () =>
    void register().catch((error: unknown) =>
      console.warn('The application cannot be kept for times without a connection', error),
    );
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}

async function register(): Promise<void> {
  // A browser that is told to block workers answers nothing, whatever the types say.
  const registration = (await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' })) as
    | ServiceWorkerRegistration
    | undefined;
  if (!registration) return;
  void keepLoaded();
  lookForUpdates(registration);
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const arriving = registration.installing;
    arriving?.addEventListener('statechange', () => {
      // Without a controller this is the first version, and nothing is old.
      if (arriving.state === 'installed' && navigator.serviceWorker.controller) offer(arriving);
    });
  });
}

/** How long after the worker's start something may still arrive that was asked for before it; milliseconds. */
const STRAGGLERS = 30_000;

/**
 * What was loaded before the worker was there is handed to it, so that the very first page works without a connection,
 * too.
 */
async function keepLoaded(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const observer = new PerformanceObserver((list) => {
    const loaded = list
      .getEntries()
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/(assets|protect)\//.test(path));
    if (loaded.length > 0) active?.postMessage([...new Set(loaded)]);
  });
  observer.observe({ type: 'resource', buffered: true });
  setTimeout(() => observer.disconnect(), STRAGGLERS);
}

function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - last < LOOK_PAUSE) return;
    last = Date.now();
    registration.update().catch(() => undefined);
  };
  setInterval(look, LOOK_EVERY);
  document.addEventListener('visibilitychange', look);
  // A server that was away for a moment may have come back as a newer one.
  connectivity.subscribe(() => {
    if (connectivity.state() === 'online') registration.update().catch(() => undefined);
  });
}

/** Says that a new version is ready. It is loaded when the person says so: a page with unsaved work still asks. */
function offer(worker: ServiceWorker): void {
  toast({
    title: 'A new version is ready',
    description: 'Reload when it suits you. What you have typed stays, or you are asked first.',
    duration: Infinity,
    action: { label: 'Reload', onSelect: () => takeOver(worker) },
  });
}

/** The new worker waits for what the old one has begun. The page comes from the network in any case; milliseconds. */
const TAKE_OVER_PATIENCE = 3_000;

function takeOver(worker: ServiceWorker): void {
  // Only the tab in which it was pressed reloads; others go on until they are reloaded themselves.
  const reload = () => location.reload();
  const late = setTimeout(reload, TAKE_OVER_PATIENCE);
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      clearTimeout(late);
      reload();
    },
    { once: true },
  );
  worker.postMessage('take-over');
}
