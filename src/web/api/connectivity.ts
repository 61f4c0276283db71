/**
 * Whether the server can be reached. `navigator.onLine` alone says little: a laptop on a train is "online". An answered
 * call proves the connection, an unanswered one raises doubt, and a probe decides.
 */
import { backOff } from './back-off.ts';
import { API } from './paths.ts';

export type Connectivity = 'online' | 'offline';

export interface ConnectivityDependencies {
  /** Asks the server for any answer. */
  probe(): Promise<boolean>;
  /** The browser reports no network at all. */
  hasNoNetwork(): boolean;
  schedule(run: () => void, milliseconds: number): () => void;
  random(): number;
  now(): number;
}

export interface ConnectivityWatch {
  state(): Connectivity;
  /** When the connection was lost, in milliseconds; undefined while connected. */
  offlineSince(): number | undefined;
  /** Calls back on each change of state, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** The server answered, with any status. */
  answered(): void;
  /** A call got no answer. */
  unanswered(): void;
  /** Probes the server now. @returns whether it answers */
  check(): Promise<boolean>;
}

export function createConnectivity(dependencies: ConnectivityDependencies): ConnectivityWatch {
  let since: number | undefined;
  let failures = 0;
  let probing: Promise<boolean> | undefined;
  let cancelNext: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const state = (): Connectivity => (since === undefined ? 'online' : 'offline');

  function settle(reachable: boolean): void {
    cancelNext?.();
    cancelNext = undefined;
    const before = state();
    if (reachable) {
      failures = 0;
      since = undefined;
    } else {
      failures += 1;
      since ??= dependencies.now();
      cancelNext = dependencies.schedule(() => void check(), backOff(failures, dependencies.random()));
    }
    if (state() !== before) for (const listener of listeners) listener();
  }

  function check(): Promise<boolean> {
    probing ??= dependencies.probe().then((reachable) => {
      probing = undefined;
      settle(reachable);
      return reachable;
    });
    return probing;
  }

  return {
    state,
    offlineSince: () => since,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answered() {
      if (since !== undefined) settle(true);
    },
    unanswered() {
      if (since !== undefined) return;
      if (dependencies.hasNoNetwork()) settle(false);
      else void check();
    },
    check,
  };
}

/** Milliseconds after which a probe counts as unanswered. */
const PROBE_PATIENCE = 5_000;

const browser: ConnectivityDependencies = {
  probe: () =>
    fetch(API.live, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_PATIENCE) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  hasNoNetwork: () => !navigator.onLine,
  schedule(run, milliseconds) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  now: () => Date.now(),
};

/** The page's own connection. */
export const connectivity: ConnectivityWatch = createConnectivity(browser);
