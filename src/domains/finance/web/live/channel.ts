/**
 * The browser's end of the live finance channel (specification, sections 4 and 9): it connects only for someone who is
 * signed in; after a drop it tries again up to three times, five seconds apart; after that the pages read by plain
 * HTTP.
 */

import type { BankSync } from '../../contract/bank.ts';

/** Tries after a drop, and milliseconds before each. */
export const RECONNECT_ATTEMPTS = 3;
export const RECONNECT_DELAY = 5_000;

/**
 * `off`: no one is signed in, or no page needs it; `waiting`: dropped, tried again soon; `http`: given up, plain reads
 * from now on.
 */
export type ChannelState = 'off' | 'connecting' | 'open' | 'waiting' | 'http';

/** The server's message with the parts that changed. */
export interface ChannelMessage {
  type: 'snapshot' | 'update' | 'error';
  syncing: boolean;
  /** The person's last sync. */
  sync?: BankSync | null;
  lastSyncedAt?: string | null;
  message?: string;
  [part: string]: unknown;
}

/** The parts of a WebSocket in use. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface ChannelDependencies {
  /** The signed-in person and session; undefined if no one is. Rejects if the server can't be reached. */
  identify(): Promise<{ userId: string; sessionId: string } | undefined>;
  open(address: string): Wire;
  schedule(run: () => void, milliseconds: number): () => void;
  received(message: ChannelMessage): void;
  changed(state: ChannelState): void;
}

export interface FinanceChannel {
  state(): ChannelState;
  start(): void;
  stop(): void;
  /** Asks for a sync. @returns false when the channel does not stand: then HTTP must be used */
  requestSync(entity: 'investments' | 'all'): boolean;
}

export function createFinanceChannel(dependencies: ChannelDependencies): FinanceChannel {
  let state: ChannelState = 'off';
  let wire: Wire | undefined;
  let attempts = 0;
  let cancelRetry: (() => void) | undefined;
  /** Counts starts and stops: what an earlier one began has no effect any more. */
  let generation = 0;

  function setState(next: ChannelState): void {
    if (state === next) return;
    state = next;
    dependencies.changed(next);
  }

  function dropped(): void {
    wire = undefined;
    if (attempts >= RECONNECT_ATTEMPTS) return setState('http');
    attempts += 1;
    setState('waiting');
    cancelRetry = dependencies.schedule(() => void connect(), RECONNECT_DELAY);
  }

  async function connect(): Promise<void> {
    const mine = generation;
    setState('connecting');
    let identity;
    try {
      identity = await dependencies.identify();
    } catch {
      if (mine === generation) dropped();
      return;
    }
    if (mine !== generation) return;
    if (!identity) return setState('off');
    const opened = dependencies.open(`/ws/finance?${new URLSearchParams(identity)}`);
    wire = opened;
    opened.onopen = () => {
      if (mine !== generation) return;
      attempts = 0;
      setState('open');
    };
    opened.onmessage = ({ data }) => {
      if (mine === generation) dependencies.received(JSON.parse(String(data)) as ChannelMessage);
    };
    opened.onclose = () => {
      if (mine === generation) dropped();
    };
  }

  return {
    state: () => state,
    start() {
      if (state !== 'off') return;
      attempts = 0;
      void connect();
    },
    stop() {
      generation += 1;
      cancelRetry?.();
      wire?.close();
      wire = undefined;
      setState('off');
    },
    requestSync(entity) {
      if (state !== 'open' || !wire) return false;
      wire.send(JSON.stringify({ type: 'sync_request', entity, params: {} }));
      return true;
    },
  };
}
