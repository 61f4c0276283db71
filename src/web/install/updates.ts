/** New versions: noticed soon, applied when the person chooses. */
import { workerUrl } from '../protect/trusted-types.ts';
import { connectivity } from '../api/connectivity.ts';
import { toast } from '../shell/toast.ts';

/** How often to look for a new version, in milliseconds; also when the page comes to the foreground. */
const LOOK_EVERY = 3_600_000;
/** Minimum pause between two checks. */
const LOOK_PAUSE = 60_000;

/** Registers the service worker once the page is idle. Called once at start; does nothing in development. */
export function startUpdates(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const begin = () =>
    void register().catch((error: unknown) => console.warn('The app cannot be stored for offline use', error));
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}

async function register(): Promise<void> {
  // A browser that blocks workers returns nothing, whatever the types say.
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
      // Without a controller this is the first version.
      if (arriving.state === 'installed' && navigator.serviceWorker.controller) offer(arriving);
    });
  });
}

/** How long after the worker's start earlier requests may still arrive; milliseconds. */
const STRAGGLERS = 30_000;

/** Hands files loaded before the worker to it, so that the very first page works offline, too. */
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
  // A server that was down for a moment may have returned with a new version.
  connectivity.subscribe(() => {
    if (connectivity.state() === 'online') registration.update().catch(() => undefined);
  });
}

/** Announces a new version. It loads when the person chooses; a page with unsaved work still asks. */
function offer(worker: ServiceWorker): void {
  toast({
    title: 'A new version is ready',
    description: 'Reload when you are ready. You are asked before unsaved changes are lost.',
    duration: Infinity,
    action: { label: 'Reload', onSelect: () => takeOver(worker) },
  });
}

/** The new worker waits for the old one's work. The page comes from the network in any case; milliseconds. */
const TAKE_OVER_PATIENCE = 3_000;

function takeOver(worker: ServiceWorker): void {
  // Only the tab with the press reloads; others continue until they are reloaded.
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
