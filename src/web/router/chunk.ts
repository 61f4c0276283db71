/**
 * Loads a page's chunk. After a release the old chunks are gone: the page is then reloaded once, and only while the
 * server answers, because reloading offline would lose the screen.
 */
import { API } from '../api/paths.ts';

const RELOADED_AT = 'gauntlet.reloadedAt';
/** Reloading does not fix a second failure within this time; milliseconds. */
const RELOAD_PAUSE = 60_000;

/** A part of the application could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

export interface ChunkEnvironment {
  reload(): void;
  now(): number;
  store: Pick<Storage, 'getItem' | 'setItem'>;
  /** Whether the server answers at all. */
  siteAnswers(): Promise<boolean>;
}

export const chunkBrowser: ChunkEnvironment = {
  reload: () => window.location.reload(),
  now: () => Date.now(),
  get store() {
    return sessionStorage;
  },
  siteAnswers: () =>
    fetch(API.live, { cache: 'no-store' }).then(
      (response) => response.ok,
      () => false,
    ),
};

/**
 * Loads a page's chunk.
 * @throws ChunkError when it cannot be loaded and a reload would not help
 */
export async function loadChunk<T>(load: () => Promise<T>, environment: ChunkEnvironment = chunkBrowser): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    return recover(cause, environment);
  }
}

/** Does the same for parts that are not pages: menus, dialogs, the palette. Called once at start. */
export function startChunkRecovery(): void {
  window.addEventListener(
    'vite:preloadError',
    ({ payload }) => void recover(payload, chunkBrowser).catch(() => undefined),
  );
}

const decisions = new WeakMap<ChunkEnvironment, Promise<void>>();

/** Several chunks that fail at once cause one reload. */
async function recover(cause: unknown, environment: ChunkEnvironment): Promise<never> {
  const running = decisions.get(environment);
  const decision = running ?? reloadOnce(cause, environment).finally(() => decisions.delete(environment));
  decisions.set(environment, decision);
  await decision;
  // The document is being replaced: nothing more happens here.
  return new Promise<never>(() => undefined);
}

async function reloadOnce(cause: unknown, environment: ChunkEnvironment): Promise<void> {
  if (!(await environment.siteAnswers())) {
    throw new ChunkError(
      'This page could not be loaded because the server is not responding. Check your connection and try again.',
      { cause },
    );
  }
  if (environment.now() - lastReload(environment) < RELOAD_PAUSE) {
    throw new ChunkError('This page could not be loaded. Contact your administrator.', { cause });
  }
  try {
    environment.store.setItem(RELOADED_AT, String(environment.now()));
  } catch {
    throw new ChunkError('A new version is available. Reload the page.', { cause });
  }
  environment.reload();
}

/** If storage is blocked, nothing is known, and nothing is reloaded automatically. */
function lastReload(environment: ChunkEnvironment): number {
  try {
    return Number(environment.store.getItem(RELOADED_AT) ?? 0);
  } catch {
    return 0;
  }
}
