import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChannelMessage, type ChannelState, createFinanceChannel, type Wire } from './channel.ts';

class TestWire implements Wire {
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  readonly sent: string[] = [];
  closed = false;
  readonly address: string;
  constructor(address: string) {
    this.address = address;
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
    this.onclose?.();
  }
}

function setUp(identity: { userId: string; sessionId: string } | undefined = { userId: 'u', sessionId: 's' }) {
  const wires: TestWire[] = [];
  const states: ChannelState[] = [];
  const messages: ChannelMessage[] = [];
  const channel = createFinanceChannel({
    identify: async () => identity,
    open: (address) => {
      const wire = new TestWire(address);
      wires.push(wire);
      return wire;
    },
    schedule: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    received: (message) => messages.push(message),
    changed: (state) => states.push(state),
  });
  return { channel, wires, states, messages };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the live finance channel', () => {
  it('connects for someone who is signed in, and for no one else [S4.6]', async () => {
    const { channel, wires, states, messages } = setUp();
    channel.start();
    await settle();
    expect(wires[0]!.address).toBe('/ws/finance?userId=u&sessionId=s');
    wires[0]!.onopen!();
    wires[0]!.onmessage!({ data: '{"type":"snapshot","accounts":[],"syncing":false}' });
    expect(states).toEqual(['connecting', 'open']);
    expect(messages).toEqual([{ type: 'snapshot', accounts: [], syncing: false }]);
    const nobody = setUp(undefined);
    // Default arguments stand in for undefined.
    const visitor = createFinanceChannel({
      identify: async () => undefined,
      open: () => expect.unreachable(),
      schedule: () => () => undefined,
      received: () => undefined,
      changed: (state) => nobody.states.push(state),
    });
    visitor.start();
    await settle();
    expect(nobody.states).toEqual(['connecting', 'off']);
  });

  it('tries three times, 5,000 ms apart, then reads by plain HTTP [S4.6 S9.8]', async () => {
    const { channel, wires, states } = setUp();
    channel.start();
    await settle();
    wires[0]!.onopen!();
    wires[0]!.onclose!();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await vi.advanceTimersByTimeAsync(4_999);
      expect(wires).toHaveLength(attempt);
      await vi.advanceTimersByTimeAsync(1);
      expect(wires).toHaveLength(attempt + 1);
      wires[attempt]!.onclose!();
    }
    expect(channel.state()).toBe('http');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires).toHaveLength(4);
    expect(states).toEqual([
      'connecting',
      'open',
      'waiting',
      'connecting',
      'waiting',
      'connecting',
      'waiting',
      'connecting',
      'http',
    ]);
  });

  it('counts again once it stood again', async () => {
    const { channel, wires } = setUp();
    channel.start();
    await settle();
    wires[0]!.onclose!();
    await vi.advanceTimersByTimeAsync(5_000);
    wires[1]!.onopen!();
    for (let attempt = 1; attempt <= 3; attempt++) {
      wires.at(-1)!.onclose!();
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(channel.state()).toBe('connecting');
  });

  it('asks for a sync when it stands, and says so when it does not', async () => {
    const { channel, wires } = setUp();
    expect(channel.requestSync('all')).toBe(false);
    channel.start();
    await settle();
    expect(channel.requestSync('all')).toBe(false);
    wires[0]!.onopen!();
    expect(channel.requestSync('investments')).toBe(true);
    expect(wires[0]!.sent).toEqual(['{"type":"sync_request","entity":"investments","params":{}}']);
  });

  it('leaves nothing behind when it is stopped', async () => {
    const { channel, wires, states } = setUp();
    channel.start();
    await settle();
    wires[0]!.onclose!();
    channel.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toBe('off');
    channel.start();
    await settle();
    expect(wires).toHaveLength(2);
  });
});
