/** Clients that keep asking whatever happens, and record each answer with time, status, and duration. */
import { randomUUID } from 'node:crypto';
import type { TestClient } from '../../src/testing/client.ts';
import { pause } from './engines.ts';

export interface Seen {
  /** Time of the request, by `performance.now()`. */
  at: number;
  milliseconds: number;
  /** 0 without an answer. */
  status: number;
  retryAfter: string | null;
}

export interface Visitors {
  seen: Seen[];
  stop(): Promise<Seen[]>;
}

const GIVE_UP = 30_000;
const THINK = 40;

/** Half of them read lists, the other half write. */
export function startVisitors(owner: TestClient, count: number): Visitors {
  const seen: Seen[] = [];
  const control = { stopping: false };
  const visit = async (_: unknown, index: number) => {
    while (!control.stopping) {
      seen.push(await ask(owner, index % 2 === 0));
      await pause(THINK);
    }
  };
  const all = Promise.all(Array.from({ length: count }, visit));
  return {
    seen,
    async stop() {
      control.stopping = true;
      await all;
      return seen;
    },
  };
}

async function ask(owner: TestClient, reads: boolean): Promise<Seen> {
  const at = performance.now();
  const signal = AbortSignal.timeout(GIVE_UP);
  const asked = reads
    ? owner.open('GET', '/api/contacts?limit=20', {}, signal)
    : owner.open('POST', '/api/contacts', { body: { firstName: 'Seen', lastName: randomUUID() } }, signal);
  const answer = await asked
    .then(async (response) => {
      await response.arrayBuffer();
      return response;
    })
    .catch(() => undefined);
  return {
    at,
    milliseconds: performance.now() - at,
    status: answer?.status ?? 0,
    retryAfter: answer?.headers.get('retry-after') ?? null,
  };
}

export const isGood = ({ status }: Seen) => status >= 200 && status < 300;
/** An honest refusal with a time to retry. */
export const isHonest = ({ status, retryAfter }: Seen) => status === 503 && retryAfter !== null;
export const describeSeen = ({ status, milliseconds, retryAfter }: Seen) =>
  `${status} after ${Math.round(milliseconds)} ms${status === 503 && !retryAfter ? ' without Retry-After' : ''}`;
