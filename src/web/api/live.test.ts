import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { applyChange } from './live-reads.ts';
import { backOff } from './back-off.ts';
import { createLiveConnection, type Channel, type LiveDependencies, type Stream } from './live.ts';

/** Several tabs of one browser, which share the lock and hear each other. */
function browser() {
  const streams: (Stream & { url: string; closed: boolean })[] = [];
  const channels = new Set<Channel>();
  const waiting: (() => Promise<void>)[] = [];
  const timers: { run: () => void; milliseconds: number }[] = [];
  let held = false;
  const clock = { now: 5 };

  function next(): void {
    const wanted = held ? undefined : waiting.shift();
    if (!wanted) return;
    held = true;
    void wanted().then(() => {
      held = false;
      next();
    });
  }

  const dependencies: LiveDependencies = {
    openStream(url) {
      const stream = {
        url,
        closed: false,
        readyState: 0,
        onopen: null,
        onmessage: null,
        onerror: null,
        close() {
          stream.closed = true;
        },
      };
      streams.push(stream as Stream & typeof stream);
      return stream as Stream;
    },
    openChannel() {
      const channel: Channel = {
        onmessage: null,
        postMessage(data) {
          for (const other of channels) if (other !== channel) other.onmessage?.({ data });
        },
        close() {
          channels.delete(channel);
        },
      };
      channels.add(channel);
      return channel;
    },
    elect(take) {
      waiting.push(take);
      next();
    },
    schedule(run, milliseconds) {
      const timer = { run, milliseconds };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    random: () => 1,
    now: () => clock.now,
  };
  const tab = () => {
    const heard = { change: vi.fn(), opened: vi.fn(), refused: vi.fn() };
    return { ...heard, live: createLiveConnection(dependencies, heard) };
  };
  return { tab, streams, timers, clock };
}

const change = (seq: number, ...paths: string[]) => ({ seq, paths });

describe('live channel', () => {
  it('is one stream for all tabs; the others hear the same changes and the same state', () => {
    const { tab, streams } = browser();
    const [first, second] = [tab(), tab()];
    first.live.start();
    second.live.start();
    expect(streams.map(({ url }) => url)).toEqual(['/api/events']);
    streams[0]?.onopen?.();
    streams[0]?.onmessage?.({ data: JSON.stringify(change(7, '/api/contacts')) });
    expect(second.live.state()).toBe('open');
    expect(first.change).toHaveBeenCalledWith(change(7, '/api/contacts'));
    expect(second.change).toHaveBeenCalledWith(change(7, '/api/contacts'));
  });

  it('moves to another tab when its own closes, and goes on where it was', async () => {
    const { tab, streams } = browser();
    const [first, second] = [tab(), tab()];
    first.live.start();
    second.live.start();
    streams[0]?.onopen?.();
    streams[0]?.onmessage?.({ data: JSON.stringify(change(7, '/api/contacts')) });
    first.live.stop();
    await vi.waitFor(() => expect(streams).toHaveLength(2));
    expect(streams[0]?.closed).toBe(true);
    expect(streams[1]?.url).toBe('/api/events?lastEventId=7');
  });

  it('tries again with growing waits, and from the last change it saw', () => {
    const { tab, streams, timers } = browser();
    const { live } = tab();
    live.start();
    streams[0]?.onmessage?.({ data: JSON.stringify(change(3, '/api/leads')) });
    streams[0]?.onerror?.();
    expect([live.state(), timers.map(({ milliseconds }) => milliseconds)]).toEqual(['waiting', [1000]]);
    timers.shift()?.run();
    streams[1]?.onerror?.();
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([2000]);
    live.retryNow();
    expect(streams.map(({ url }) => url)).toEqual([
      '/api/events',
      '/api/events?lastEventId=3',
      '/api/events?lastEventId=3',
    ]);
    expect(timers).toHaveLength(0);
  });

  it('asks for the session when the server refuses the stream, not when the network fails', () => {
    const { tab, streams, timers } = browser();
    const { live, refused } = tab();
    live.start();
    streams[0]?.onerror?.();
    expect(refused).not.toHaveBeenCalled();
    timers.shift()?.run();
    Object.assign(streams[1] ?? {}, { readyState: 2 });
    streams[1]?.onerror?.();
    expect(refused).toHaveBeenCalledOnce();
  });

  it('closes on sign-out and forgets its place', () => {
    const { tab, streams, timers } = browser();
    const { live } = tab();
    live.start();
    streams[0]?.onmessage?.({ data: JSON.stringify(change(3, '/api/leads')) });
    streams[0]?.onerror?.();
    live.stop();
    expect([live.state(), timers.length]).toEqual(['off', 0]);
  });

  it('waits half to all of 1, 2, 4 … 30 seconds', () => {
    expect([backOff(1, 0), backOff(1, 1), backOff(3, 1), backOff(50, 0), backOff(50, 1)]).toEqual([
      500, 1000, 4000, 15_000, 30_000,
    ]);
  });
});

describe('live changes', () => {
  it('make the reads of a named path and beneath it again, and no others; * makes all again', () => {
    const client = new QueryClient();
    const keys = [
      ['/api/contacts'],
      ['/api/contacts', { q: 'ada' }],
      ['/api/contacts/1'],
      ['/api/contacts-import'],
      ['/api/leads'],
    ];
    for (const key of keys) client.setQueryData(key, {});
    const outdated = () =>
      client
        .getQueryCache()
        .getAll()
        .filter((query) => query.state.isInvalidated)
        .map((query) => query.queryKey);
    applyChange(client, change(1, '/api/contacts'));
    expect(outdated()).toEqual(keys.slice(0, 3));
    applyChange(client, change(2, '*'));
    expect(outdated()).toEqual(keys);
  });
});

describe('the first connection', () => {
  it('says when it was asked for, so that only older reads are made again; a reconnection is told by the server', () => {
    const { tab, streams, timers } = browser();
    const { live, opened } = tab();
    live.start();
    streams[0]?.onopen?.();
    expect(opened).toHaveBeenCalledExactlyOnceWith(5);
    streams[0]?.onmessage?.({ data: JSON.stringify(change(3)) });
    streams[0]?.onerror?.();
    timers.shift()?.run();
    streams[1]?.onopen?.();
    expect(opened).toHaveBeenCalledOnce();
  });

  it('is told to the other tabs, which may have read before it stood as well', () => {
    const { tab, streams, timers } = browser();
    const [first, second] = [tab(), tab()];
    first.live.start();
    second.live.start();
    expect(second.opened).not.toHaveBeenCalled();
    streams[0]?.onopen?.();
    expect(second.opened).toHaveBeenCalledExactlyOnceWith(5);
    streams[0]?.onmessage?.({ data: JSON.stringify(change(3)) });
    streams[0]?.onerror?.();
    timers.shift()?.run();
    streams[1]?.onopen?.();
    expect(second.opened).toHaveBeenCalledOnce();
  });
});

describe('a tab that joins others later, and does not know where the changes were as it began to read', () => {
  it('reads again whatever it read before it listened', () => {
    const { tab, streams, clock } = browser();
    const [first, second] = [tab(), tab()];
    first.live.start();
    streams[0]?.onopen?.();
    clock.now = 90;
    second.live.start();
    expect(second.opened).toHaveBeenCalledExactlyOnceWith(90);
    expect(first.opened).toHaveBeenCalledExactlyOnceWith(5);
  });
});

describe('a page that has begun reads before its code was there', () => {
  it('hears what happened since, and makes nothing again that did not change', () => {
    const { tab, streams } = browser();
    const { live, opened } = tab();
    live.start(41);
    expect(streams[0]?.url).toBe('/api/events?lastEventId=41');
    streams[0]?.onopen?.();
    streams[0]?.onmessage?.({ data: JSON.stringify(change(44, '/api/leads')) });
    expect(opened).not.toHaveBeenCalled();
  });

  it.each([
    [44, 1],
    [40, 0],
  ])(
    'in a tab that only listens, reads again what may have changed unheard: the last change was %s',
    (present, times) => {
      const { tab, streams } = browser();
      const [first, second] = [tab(), tab()];
      first.live.start(30);
      streams[0]?.onopen?.();
      streams[0]?.onmessage?.({ data: JSON.stringify(change(present, '/api/leads')) });
      second.live.start(41);
      // Once for the previous stream, which concerns older reads.
      expect(second.opened).toHaveBeenCalledTimes(times + 1);
    },
  );
});
