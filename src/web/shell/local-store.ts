/** A small value that outlives the page, stored in local storage under one key and shared by all tabs. */

export interface LocalStore<T> {
  get(): T;
  set(value: T): void;
  /** Calls back on each change, in this tab or another, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** @param parse turns any stored text into a value; gets null when nothing is stored */
export function createLocalStore<T>(key: string, parse: (stored: unknown) => T): LocalStore<T> {
  const listeners = new Set<() => void>();
  let loaded: { value: T } | undefined;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  globalThis.addEventListener?.('storage', (event) => {
    if (event.key !== key) return;
    loaded = undefined;
    tell();
  });

  return {
    get: () => (loaded ??= { value: parse(load(key)) }).value,
    set(next) {
      loaded = { value: next };
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch (error) {
        console.warn(`${key} could not be saved`, error);
      }
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function load(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
  } catch (error) {
    console.warn(`${key} could not be read`, error);
    return null;
  }
}
