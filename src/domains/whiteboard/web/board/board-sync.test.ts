import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import '../../../../testing/properties.ts';
import { elementsIn, packUpdates } from '../../engine/board-document.ts';
import type { BoardMessage, BoardRequest } from '../../engine/messages.ts';
import { BoardSync, type Wire } from './board-sync.ts';
import type { PendingStore, PendingUpdate } from './pending-store.ts';

const box = (id: string, x: number) => ({ id, type: 'rectangle', x, y: 0 });
const settled = () => vi.waitFor(() => Promise.resolve());

/** IndexedDB's place: outlives a page. */
function memoryStore(): PendingStore & { kept: PendingUpdate[] } {
  const kept: PendingUpdate[] = [];
  let last = 0;
  return {
    kept,
    load: () => Promise.resolve([...kept]),
    add: (_board, bytes) => Promise.resolve((kept.push({ id: ++last, bytes }), last)),
    remove: (ids) => {
      for (const id of ids)
        kept.splice(
          kept.findIndex((one) => one.id === id),
          1,
        );
      return Promise.resolve();
    },
  };
}

/** A server that keeps updates and passes them on. */
class FakeServer {
  readonly updates: Uint8Array[] = [];
  readonly wires = new Set<FakeWire>();
  reachable = true;
  refuses: ((request: Extract<BoardRequest, { type: 'update' }>) => string | undefined) | undefined;
  /** Receipts get lost: the update is stored, and the browser does not know. */
  losesReceipts = false;

  open(): Wire {
    const wire = new FakeWire(this);
    if (!this.reachable) void Promise.resolve().then(() => wire.onclose?.());
    else {
      this.wires.add(wire);
      void Promise.resolve().then(() => {
        wire.tell({ type: 'welcome', connection: 'c', role: 'edit' });
        wire.tell({ type: 'people', people: [] });
      });
    }
    return wire;
  }

  read(): Promise<Uint8Array> {
    return this.reachable ? Promise.resolve(packUpdates(this.updates)) : Promise.reject(new TypeError('no network'));
  }

  receive(from: FakeWire, request: BoardRequest): void {
    if (request.type !== 'update') return;
    const problem = this.refuses?.(request);
    if (problem) return from.tell({ type: 'refused', number: request.number, message: problem });
    this.updates.push(Buffer.from(request.data, 'base64'));
    for (const wire of this.wires) if (wire !== from) wire.tell({ type: 'update', data: request.data });
    if (!this.losesReceipts) from.tell({ type: 'receipt', number: request.number });
  }

  breakDown(): void {
    this.reachable = false;
    for (const wire of this.wires) wire.drop();
  }
}

class FakeWire implements Wire {
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  readonly #server: FakeServer;

  constructor(server: FakeServer) {
    this.#server = server;
  }

  tell(message: BoardMessage): void {
    if (this.#server.wires.has(this)) this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    if (this.#server.wires.has(this)) this.#server.receive(this, JSON.parse(text) as BoardRequest);
  }

  drop(): void {
    if (this.#server.wires.delete(this)) this.onclose?.();
  }

  close(): void {
    this.#server.wires.delete(this);
  }
}

async function browserOn(server: FakeServer, store = memoryStore()) {
  const waiting = new Set<() => void>();
  const sync = new BoardSync('board', {
    open: () => server.open(),
    read: () => server.read(),
    isGone: () => false,
    store,
    schedule(run) {
      waiting.add(run);
      return () => void waiting.delete(run);
    },
    random: () => 0,
  });
  await sync.start();
  await settled();
  return {
    sync,
    store,
    draw: (id: string, x: number) => elementsIn(sync.document).set(id, box(id, x)),
    erase: (id: string) => elementsIn(sync.document).delete(id),
    shows: () => elementsIn(sync.document).toJSON(),
    /** All that waits for time to pass happens. */
    async later() {
      const due = [...waiting];
      for (const run of due) if (waiting.delete(run)) run();
      await settled();
    },
  };
}

describe('a board in the browser', () => {
  it('sends strokes, and shows those of others', async () => {
    const server = new FakeServer();
    const [ada, ben] = [await browserOn(server), await browserOn(server)];
    ada.draw('a', 1);
    ben.draw('b', 2);
    await settled();
    expect(ada.shows()).toEqual({ a: box('a', 1), b: box('b', 2) });
    expect(ben.shows()).toEqual(ada.shows());
    expect(ada.sync.status).toMatchObject({ state: 'live', ready: true, pending: 0, role: 'edit' });
    expect(ada.store.kept).toEqual([]);
  });

  it('keeps strokes while the connection is away, and sends them after a reload of the page', async () => {
    const server = new FakeServer();
    const ada = await browserOn(server);
    server.breakDown();
    ada.draw('a', 1);
    ada.draw('b', 2);
    expect(ada.sync.status).toMatchObject({ state: 'offline', pending: 2 });
    ada.sync.stop();
    server.reachable = true;
    const again = await browserOn(server, ada.store);
    expect(again.shows()).toEqual({ a: box('a', 1), b: box('b', 2) });
    expect((await browserOn(server)).shows()).toEqual(again.shows());
    expect(again.store.kept).toEqual([]);
  });

  it('sends a stroke again whose receipt got lost, without harm', async () => {
    const server = new FakeServer();
    const ada = await browserOn(server);
    server.losesReceipts = true;
    ada.draw('a', 1);
    expect(ada.sync.status.pending).toBe(1);
    server.losesReceipts = false;
    // The unanswered connection counts as broken, and the next one is opened.
    await ada.later();
    await ada.later();
    expect(ada.sync.status).toMatchObject({ state: 'live', pending: 0 });
    expect((await browserOn(server)).shows()).toEqual({ a: box('a', 1) });
  });

  it('starts again from what the server has when a change is refused, and says what was lost', async () => {
    const server = new FakeServer();
    const ada = await browserOn(server);
    ada.draw('before', 1);
    await settled();
    server.breakDown();
    for (const id of ['first', 'refused', 'last']) ada.draw(id, 1);
    server.reachable = true;
    server.refuses = ({ data }) => (Buffer.from(data, 'base64').includes('refused') ? 'The board is full.' : undefined);
    await ada.later();
    expect(ada.sync.status).toMatchObject({
      ready: true,
      pending: 0,
      problem: '3 changes were not saved. The board is full.',
    });
    expect(Object.keys(ada.shows())).toEqual(['before']);
    await vi.waitFor(() => expect(ada.store.kept).toEqual([]));
    // Changes made from then on reach everyone.
    ada.draw('after', 1);
    await settled();
    expect(Object.keys((await browserOn(server)).shows()).sort()).toEqual(['after', 'before']);
  });

  it('ends when the board is gone', async () => {
    const server = new FakeServer();
    const ada = await browserOn(server);
    for (const wire of server.wires) wire.tell({ type: 'gone' });
    expect(ada.sync.status.state).toBe('gone');
    expect(server.wires.size).toBe(0);
  });

  it('is the same for everyone after any breaks', async () => {
    const step = fc.oneof(
      fc.record({ who: fc.nat(2), id: fc.constantFrom('a', 'b', 'c', 'd'), x: fc.nat(50) }),
      fc.record({ who: fc.nat(2), erase: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.constantFrom('break' as const, 'return' as const, 'wait' as const, 'lose receipts' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const server = new FakeServer();
        const people = [await browserOn(server), await browserOn(server), await browserOn(server)];
        const allLater = async () => {
          for (const person of people) await person.later();
        };
        for (const one of steps) {
          if (one === 'break') server.breakDown();
          else if (one === 'return') server.reachable = true;
          else if (one === 'wait') await allLater();
          else if (one === 'lose receipts') server.losesReceipts = true;
          else if ('erase' in one) people[one.who]!.erase(one.erase);
          else people[one.who]!.draw(one.id, one.x);
        }
        server.reachable = true;
        server.losesReceipts = false;
        for (let round = 0; round < 6; round += 1) await allLater();
        const [first, ...others] = people.map((person) => person.shows());
        for (const other of others) expect(other).toEqual(first);
        expect(people.map(({ sync }) => sync.status.pending)).toEqual([0, 0, 0]);
        expect((await browserOn(server)).shows()).toEqual(first);
      }),
      { numRuns: 60 },
    );
  });
});
