/** What was asked of the manual on this visit. It stays while one goes from page to page. */
import { useMemo, useSyncExternalStore } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { request } from '../../../web/api/request.ts';
import { manual, type ManualPassage } from '../../manual/contract.ts';

export interface Exchange {
  id: number;
  /** Who asked: somebody else at the same browser sees nothing of it. */
  userId: string;
  question: string;
  /** The passages that answer; none: the manual does not know. Absent while it is looked up. */
  passages?: readonly ManualPassage[];
  /** What went wrong, in words. */
  failure?: string;
}

const KEPT = 30;

let exchanges: readonly Exchange[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Exchange[]): void {
  exchanges = next;
  for (const listener of listeners) listener();
}

function settle(id: number, result: Partial<Exchange>): void {
  set(exchanges.map((one) => (one.id === id ? { ...one, ...result } : one)));
}

async function lookUp({ id, question }: Exchange, place: string): Promise<void> {
  try {
    const { items } = await request(manual.answer, { query: { q: question, place } });
    settle(id, { passages: items });
  } catch (error) {
    settle(id, { failure: messageFor(error, 'The manual could not be searched.') });
  }
}

/** Asks the manual. @param place path of the page that the person is on */
export function ask(userId: string, question: string, place: string): void {
  last += 1;
  const exchange: Exchange = { id: last, userId, question };
  set([...exchanges, exchange].slice(-KEPT));
  void lookUp(exchange, place);
}

/** Shows passages that were chosen from a list, as if they had been asked for. */
export function show(userId: string, question: string, passages: readonly ManualPassage[]): void {
  last += 1;
  set([...exchanges, { id: last, userId, question, passages }].slice(-KEPT));
}

export function askAgain(exchange: Exchange, place: string): void {
  settle(exchange.id, { failure: undefined, passages: undefined });
  void lookUp(exchange, place);
}

export function useExchanges(userId: string): readonly Exchange[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => exchanges,
  );
  return useMemo(() => all.filter((one) => one.userId === userId), [all, userId]);
}
