/**
 * The live finance channel as pages use it: one connection while any finance page is open, and the syncs that people
 * ask for.
 */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { API } from '../../../../web/api/paths.ts';
import { userQuery } from '../../../../web/api/session.ts';
import { send } from '../../../../web/api/send.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { bank, type BankSync, plaid } from '../../contract/bank.ts';
import { FINANCE } from '../../paths.ts';
import {
  type ChannelMessage,
  type ChannelState,
  createFinanceChannel,
  type FinanceChannel,
  type Wire,
} from './channel.ts';

export type SyncEntity = 'investments' | 'all';

/** The reads that a message's arrays are the answers of. */
const READS: Readonly<Record<string, string>> = {
  accounts: plaid.accounts.path,
  holdings: plaid.holdings.path,
  securities: plaid.securities.path,
  liabilities: plaid.liabilities.path,
};

interface Shared {
  channel: FinanceChannel;
  users: number;
  listeners: Set<() => void>;
  /** The sync that this browser requested, until it ends, and the one before it, which is not the answer. */
  asked: { entity: SyncEntity; before: string | undefined } | undefined;
}

const shared = new WeakMap<QueryClient, Shared>();

function sharedOf(client: QueryClient): Shared {
  const known = shared.get(client);
  if (known) return known;
  const made: Shared = {
    users: 0,
    listeners: new Set(),
    asked: undefined,
    channel: createFinanceChannel({
      async identify() {
        const user = client.getQueryData(userQuery.queryKey);
        if (!user) return undefined;
        const { sessionId } = await send<{ sessionId: string }>('POST', API.syncSession, { body: { userId: user.id } });
        return { userId: user.id, sessionId };
      },
      open: (address) => new WebSocket(`${location.origin.replace(/^http/, 'ws')}${address}`) as unknown as Wire,
      schedule(run, milliseconds) {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      received: (message) => received(client, made, message),
      changed(state) {
        for (const listener of made.listeners) listener();
        // From now on reads are made by HTTP: what was missed meanwhile first.
        if (state === 'http') void client.invalidateQueries({ queryKey: [FINANCE.plaid] });
      },
    }),
  };
  shared.set(client, made);
  return made;
}

/** Puts what was told where the pages read it. */
function received(client: QueryClient, state: Shared, message: ChannelMessage): void {
  if (message.type === 'error') {
    if (message.syncing) takeOver(state);
    else failed(state, message.message);
    return;
  }
  for (const [part, path] of Object.entries(READS)) {
    const items = message[part] as { ledgerId: string }[] | undefined;
    if (!items) continue;
    for (const query of client.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[0] === path })) {
      const { ledgerId } = (query.queryKey[1] ?? {}) as { ledgerId?: string };
      client.setQueryData(query.queryKey, {
        items: ledgerId ? items.filter((item) => item.ledgerId === ledgerId) : items,
      });
    }
  }
  if (message.sync !== undefined) {
    client.setQueryData(read(bank.lastSync).queryKey, {
      sync: message.sync,
      lastSyncedAt: message.lastSyncedAt ?? null,
    });
    ended(state, message.sync);
  }
}

/** Reports the result of the requested sync. */
function ended(state: Shared, sync: BankSync | null): void {
  if (!state.asked || !sync || sync.id === state.asked.before || sync.state === 'running') return;
  if (sync.state === 'failed')
    return failed(
      state,
      sync.problems.map(({ institutionName, message }) => `${institutionName}: ${message}`).join(' '),
    );
  state.asked = undefined;
  const { counts, problems } = sync;
  toast({
    type: 'success',
    title: 'Sync Successful',
    description: problems[0]
      ? `${problems[0].institutionName}: ${problems[0].message}`
      : newsOf(counts.added, counts.changed),
  });
  for (const listener of state.listeners) listener();
}

/** A sync's result as text. */
function newsOf(added: number, changed: number): string {
  if (added + changed === 0) return 'Everything is up to date.';
  const parts = [
    added > 0 && `${added.toLocaleString()} new`,
    changed > 0 && `${changed.toLocaleString()} changed`,
  ].filter(Boolean);
  return `${parts.join(', ')} ${added + changed === 1 ? 'transaction' : 'transactions'}.`;
}

/** The words of the specification's error catalogue (section 8); the cause follows where there is one. */
export function syncFailure(entity: SyncEntity, cause?: string): { title: string; description: string } {
  const description =
    entity === 'investments'
      ? 'Unable to update investment data. Please try again.'
      : 'Unable to update financial data. Please try again.';
  return { title: 'Sync Failed', description: cause ? `${description} ${cause}` : description };
}

function failed(state: Shared, cause?: string): void {
  const entity = state.asked?.entity;
  state.asked = undefined;
  for (const listener of state.listeners) listener();
  if (entity) toast({ type: 'error', ...syncFailure(entity, cause) });
}

/** Keeps the channel open until the returned function is called by everyone who holds it. */
function hold(state: Shared): () => void {
  state.users += 1;
  state.channel.start();
  return () => {
    state.users -= 1;
    if (state.users === 0) state.channel.stop();
  };
}

function ask(client: QueryClient, state: Shared, entity: SyncEntity): void {
  if (state.asked) return;
  state.asked = { entity, before: client.getQueryData(read(bank.lastSync).queryKey)?.sync?.id };
  for (const listener of state.listeners) listener();
  if (state.channel.requestSync(entity)) return;
  call(entity === 'all' ? plaid.syncAll : plaid.syncInvestments).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 409) takeOver(state);
    else failed(state, messageFor(error, ''));
  });
}

/** One that runs already, from another tab, is as good as one's own. */
function takeOver(state: Shared): void {
  if (state.asked) state.asked = { ...state.asked, before: undefined };
}

export interface FinanceLive {
  state: ChannelState;
  syncing: boolean;
  /** Instant of the last sync of any connection; null before the first. */
  lastSyncedAt: string | null;
  /** Asks for a sync; what came of it is said by a toast. While one runs it does nothing. */
  sync: (entity: SyncEntity) => void;
}

/** Holds the channel open while the component is there. */
export function useFinanceLive(): FinanceLive {
  const client = useQueryClient();
  const own = sharedOf(client);
  const { data } = useQuery(read(bank.lastSync));
  const state = useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        own.listeners.add(listener);
        return () => void own.listeners.delete(listener);
      },
      [own],
    ),
    () => `${own.channel.state()}/${own.asked?.entity ?? ''}`,
  );
  useEffect(() => hold(own), [own]);
  const isRunning = data?.sync?.state === 'running';
  // Without the channel the end of a sync is heard of by the reads themselves.
  useEffect(() => {
    if (data) ended(own, data.sync);
  }, [own, data]);
  const sync = useCallback((entity: SyncEntity) => ask(client, own, entity), [client, own]);
  const [channelState, asked] = state.split('/') as [ChannelState, string];
  return { state: channelState, syncing: isRunning || asked !== '', lastSyncedAt: data?.lastSyncedAt ?? null, sync };
}
