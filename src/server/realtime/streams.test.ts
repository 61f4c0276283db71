import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { Streams } from './streams.ts';

vi.mock('../events/bus.ts', () => ({ bus: () => ({ listen: () => () => undefined, onReconnect: () => () => undefined }) }));

afterEach(() => vi.useRealTimers());

/** As much of a response as a stream touches. */
class Response extends EventEmitter {
  socket = null;
  writableLength = 0;
  ended = false;
  write() { return true; }
  end() { this.ended = true; }
}

const response = () => new Response() as Response & ServerResponse;

it('a stream that opens while sessions are being checked is not taken for an ended one', async () => {
  vi.useFakeTimers();
  const answers: ((alive: ReadonlySet<string>) => void)[] = [];
  const streams = new Streams(() => new Promise((resolve) => answers.push(resolve)));
  streams.open();
  const [early, over, late] = [response(), response(), response()];
  streams.add({ workspaceId: 'w', sessionId: 'early' }, early);
  streams.add({ workspaceId: 'w', sessionId: 'over' }, over);
  await vi.advanceTimersByTimeAsync(500);
  streams.add({ workspaceId: 'w', sessionId: 'late' }, late);
  answers[0]!(new Set(['early']));
  await vi.advanceTimersByTimeAsync(1);
  expect([early.ended, over.ended, late.ended]).toEqual([false, true, false]);
  streams.close();
});
