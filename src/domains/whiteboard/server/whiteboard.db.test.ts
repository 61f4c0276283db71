import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { elementsIn, unpackUpdates, updateWith } from '../engine/board-document.ts';
import { MAX_UPDATE } from '../engine/check-update.ts';
import type { BoardMessage } from '../engine/messages.ts';
import { whiteboards } from '../contract.ts';
import { compactBoard } from './stored-state.ts';
import { emptyTrash } from './trash.ts';

type Client = Awaited<ReturnType<TestSystem['signedIn']>>;

let system: TestSystem;
const sockets: WebSocket[] = [];
const PATIENCE = { timeout: 20_000 };

beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const box = (id: string, x = 0) => ({ id, type: 'rectangle', x, y: 0 });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** A browser's end of a board's socket. */
async function join(client: Client | undefined, board: string, origin?: string) {
  const cookie = client ? [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') : '';
  const socket = new WebSocket(`${system.url.replace('http', 'ws')}/ws/whiteboard?board=${board}`, {
    headers: { ...(cookie && { cookie }), ...(origin && { origin }) },
  } as unknown as string[]);
  sockets.push(socket);
  const messages: BoardMessage[] = [];
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(data as string) as BoardMessage));
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('error', () => resolve(false));
  });
  if (!isOpen) return undefined;
  const said = <T extends BoardMessage['type']>(type: T) =>
    messages.filter((one): one is Extract<BoardMessage, { type: T }> => one.type === type);
  let number = 0;
  return {
    messages,
    said,
    closed,
    hears: (type: BoardMessage['type']) => vi.waitFor(() => expect(said(type)).not.toEqual([]), PATIENCE),
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    /** @returns once the server has answered */
    async add(bytes: Uint8Array) {
      const own = (number += 1);
      socket.send(JSON.stringify({ type: 'update', number: own, data: base64(bytes) }));
      return vi.waitFor(() => {
        const answer = messages.find((one) => (one.type === 'receipt' || one.type === 'refused') && one.number === own);
        expect(answer).toBeDefined();
        return answer!;
      }, PATIENCE);
    },
  };
}

async function drawn(client: Client, board: string): Promise<string[]> {
  const answer = await client.open('GET', `/api/whiteboards/${board}/state`);
  expect(answer.status).toBe(200);
  const document = new Y.Doc();
  for (const update of unpackUpdates(new Uint8Array(await answer.arrayBuffer()))) Y.applyUpdate(document, update);
  return [...elementsIn(document).keys()].sort();
}

const newBoard = async (client: Client, title = 'Plan') =>
  (await client.call(whiteboards.create, { body: { title } })).id;

describe('drawing together', () => {
  it('stores a stroke before the receipt, shows it to others, and has it after a restart', async () => {
    const [ada, ben] = [await system.signedIn({ name: 'Ada' }), await system.signedIn({ name: 'Ben' })];
    const board = await newBoard(ada);
    const [adas, bens] = [(await join(ada, board))!, (await join(ben, board))!];
    await vi.waitFor(
      () =>
        expect(
          adas
            .said('people')
            .at(-1)
            ?.people.map(({ name }) => name)
            .sort(),
        ).toEqual(['Ada', 'Ben']),
      PATIENCE,
    );
    expect(await adas.add(updateWith([box('a')]))).toMatchObject({ type: 'receipt' });
    expect(await drawn(ben, board)).toEqual(['a']);
    await bens.hears('update');
    const document = new Y.Doc();
    Y.applyUpdate(document, Buffer.from(bens.said('update')[0]!.data, 'base64'));
    expect(elementsIn(document).get('a')).toEqual(box('a'));
    expect(adas.said('update')).toEqual([]);

    bens.say({ type: 'cursor', x: 4, y: 5, tool: 'pointer', pressed: false, selected: ['a'] });
    await adas.hears('cursors');
    expect(adas.said('cursors')[0]!.cursors).toEqual([
      { connection: bens.said('welcome')[0]!.connection, x: 4, y: 5, tool: 'pointer', pressed: false, selected: ['a'] },
    ]);
    await system.restart();
    expect(await drawn(ben, board)).toEqual(['a']);
    const again = (await join(ada, board))!;
    expect(await again.add(updateWith([box('b')]))).toMatchObject({ type: 'receipt' });
    expect(await drawn(ben, board)).toEqual(['a', 'b']);
  });

  it('takes strokes of many at once, and compacting loses none', async () => {
    const ada = await system.signedIn();
    const board = await newBoard(ada);
    const people = await Promise.all(Array.from({ length: 4 }, () => join(ada, board)));
    const ids = people.flatMap((_, person) => Array.from({ length: 10 }, (_, stroke) => `${person}-${stroke}`));
    const draw = async (some: readonly string[]) => {
      for (const id of some) await people[Number(id[0])]!.add(updateWith([box(id)]));
    };
    const each = [...Map.groupBy(ids, (id) => id[0]).values()];
    await Promise.all([
      ...each.map(draw),
      inWorkspace(ada.workspaceId, ada.userId, async () => {
        for (let turn = 0; turn < 5; turn += 1) await compactBoard(board);
      }),
    ]);
    expect(await drawn(ada, board)).toEqual([...ids].sort());
    await inWorkspace(ada.workspaceId, ada.userId, () => compactBoard(board));
    expect(await drawn(ada, board)).toEqual([...ids].sort());
    const [left] = await asSystem(() =>
      query<{ n: number }>('select count(*)::int as n from whiteboard_updates where board_id = $1', [board]),
    );
    expect(left!.n).toBeLessThan(2);
  });

  it('compacts a board by itself once it has many updates', async () => {
    const ada = await system.signedIn();
    const board = await newBoard(ada);
    const one = Buffer.from(updateWith([box('same')]));
    await asSystem(() =>
      execute(
        'insert into whiteboard_updates (board_id, workspace_id, data) select $1, $2, $3 from generate_series(1, 300)',
        [board, ada.workspaceId, one],
      ),
    );
    await (await join(ada, board))!.add(updateWith([box('last')]));
    await vi.waitFor(async () => {
      const [row] = await asSystem(() =>
        query<{ n: number }>('select count(*)::int as n from whiteboard_snapshots where board_id = $1', [board]),
      );
      expect(row!.n).toBe(1);
    }, PATIENCE);
    expect(await drawn(ada, board)).toEqual(['last', 'same']);
  });
});

describe('hostile updates', () => {
  it('are refused without harm: garbage, too large, other types, other boards', async () => {
    const [ada, ben] = [await system.signedIn(), await system.signedIn()];
    const [board, other] = [await newBoard(ada), await newBoard(ada)];
    const [adas, bens] = [(await join(ada, board))!, (await join(ben, board))!];
    const text = new Y.Doc();
    text.getText('elements').insert(0, 'words');
    for (const bytes of [
      new Uint8Array([255, 255, 255, 255]),
      new Uint8Array([1, 1, 7, 0, 40, 1, 8]),
      Y.encodeStateAsUpdate(text),
      updateWith([{ ...box('a'), type: 'iframe' }]),
    ])
      expect(await adas.add(bytes)).toMatchObject({ type: 'refused', message: expect.any(String) as string });
    expect(await adas.add(updateWith([box('fine')]))).toMatchObject({ type: 'receipt' });
    expect([await drawn(ben, board), await drawn(ben, other)]).toEqual([['fine'], []]);

    adas.say({ type: 'update', number: 99, data: 'not base64!', board: other });
    expect(await adas.closed).toBe(1000);
    const more = (await join(ada, board))!;
    more.say({ type: 'update', number: 1, data: base64(new Uint8Array(MAX_UPDATE + 10_000)) });
    expect(await more.closed).toBe(1009);
    const broken = (await join(ada, board))!;
    broken.say('{"type":');
    expect(await broken.closed).toBe(1008);
    expect(await bens.add(updateWith([box('still')]))).toMatchObject({ type: 'receipt' });
    expect(await drawn(ada, board)).toEqual(['fine', 'still']);
  });

  it('a board that is full takes no more', async () => {
    const ada = await system.signedIn();
    const board = await newBoard(ada);
    await asSystem(() =>
      execute('insert into whiteboard_updates (board_id, workspace_id, data) values ($1, $2, $3)', [
        board,
        ada.workspaceId,
        Buffer.alloc(40_000_000),
      ]),
    );
    expect(await (await join(ada, board))!.add(updateWith([box('a')]))).toMatchObject({
      type: 'refused',
      message: expect.stringContaining('full') as string,
    });
  });
});

describe('who may do what', () => {
  it('holds on the socket: strangers, other workspaces, other sites, viewers', async () => {
    const ada = await system.signedIn();
    const board = await newBoard(ada);
    const client = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    expect(await join(undefined, board)).toBeUndefined();
    expect(await join(ada, board, 'https://elsewhere.example')).toBeUndefined();
    const foreign = (await join(client, board))!;
    await foreign.closed;
    expect(foreign.messages).toEqual([{ type: 'gone' }]);
    expect((await client.send('GET', `/api/whiteboards/${board}/state`)).status).toBe(404);

    const ben = await system.signedIn();
    const bens = (await join(ben, board))!;
    await bens.hears('welcome');
    const { version } = await ada.call(whiteboards.get, { params: { id: board } });
    await ada.call(whiteboards.update, { params: { id: board }, body: { version, access: 'view' } });
    await bens.hears('role');
    expect(await bens.add(updateWith([box('a')]))).toMatchObject({ type: 'refused' });
    expect(await drawn(ada, board)).toEqual([]);

    const next = await ada.call(whiteboards.get, { params: { id: board } });
    await ada.call(whiteboards.update, { params: { id: board }, body: { version: next.version, access: 'none' } });
    await bens.closed;
    expect(bens.said('gone')).toHaveLength(1);
    expect((await ben.tryCall(whiteboards.get, { params: { id: board } })).status).toBe(404);
    expect((await ben.call(whiteboards.list, { query: { search: 'Plan' } })).items.map(({ id }) => id)).not.toContain(
      board,
    );

    await ada.call(whiteboards.savePeople, {
      params: { id: board },
      body: { people: [{ userId: ben.userId, role: 'edit' }] },
    });
    const back = (await join(ben, board))!;
    expect(await back.add(updateWith([box('a')]))).toMatchObject({ type: 'receipt' });
    expect((await ben.tryCall(whiteboards.remove, { params: { id: board } })).status).toBe(403);
    expect((await ben.tryCall(whiteboards.savePeople, { params: { id: board }, body: { people: [] } })).status).toBe(
      403,
    );
    expect(
      (
        await ada.tryCall(whiteboards.savePeople, {
          params: { id: board },
          body: { people: [{ userId: client.userId, role: 'view' }] },
        })
      ).status,
    ).toBe(400);
  });

  it('a board in the trash takes no stroke, comes back whole, and is deleted after its time', async () => {
    const ada = await system.signedIn();
    const board = await newBoard(ada, 'Old plan');
    const adas = (await join(ada, board))!;
    await adas.add(updateWith([box('a')]));
    expect((await ada.tryCall(whiteboards.purge, { params: { id: board } })).status).toBe(404);
    await ada.call(whiteboards.remove, { params: { id: board } });
    await adas.closed;
    expect((await ada.send('GET', `/api/whiteboards/${board}/state`)).status).toBe(404);
    expect((await ada.call(whiteboards.list, { query: { trash: 'true' } })).items).toMatchObject([
      { title: 'Old plan' },
    ]);
    await ada.call(whiteboards.restore, { params: { id: board } });
    expect(await drawn(ada, board)).toEqual(['a']);
    await ada.call(whiteboards.remove, { params: { id: board } });
    const left = async () => (await ada.call(whiteboards.list, { query: { trash: 'true' } })).items.length;
    await asSystem(() => emptyTrash(new Date(Date.now() + 29 * 86_400_000)));
    expect(await left()).toBe(1);
    await asSystem(() => emptyTrash(new Date(Date.now() + 31 * 86_400_000)));
    expect(await left()).toBe(0);
  });
});

describe('images', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const put = (client: Client, board: string, id: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'image');
    return client.send('PUT', `/api/whiteboards/${board}/images/${id}`, { raw: form });
  };

  it('are stored, come back as they were, and travel with a copy of the board', async () => {
    const [ada, ben] = [await system.signedIn(), await system.signedIn()];
    const board = await newBoard(ada);
    const image = new Uint8Array(PNG);
    expect((await put(ada, board, 'pixel', image)).body).toEqual({ id: 'pixel', type: 'image/png', size: PNG.length });
    expect((await put(ada, board, 'pixel', image)).status).toBe(200);
    expect((await put(ada, board, 'page', new TextEncoder().encode('<html><script>1</script>'))).status).toBe(400);
    const svg = new TextEncoder().encode('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await put(ada, board, 'drawing', svg)).status).toBe(200);

    const copy = await ben.call(whiteboards.copy, { params: { id: board } });
    await ada.call(whiteboards.remove, { params: { id: board } });
    await ada.call(whiteboards.purge, { params: { id: board } });
    const answer = await ben.open('GET', `/api/whiteboards/${copy.id}/images/pixel`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const drawing = await ben.open('GET', `/api/whiteboards/${copy.id}/images/drawing`);
    expect([drawing.headers.get('content-type'), drawing.headers.get('content-security-policy')]).toEqual([
      'image/svg+xml',
      expect.stringContaining('sandbox'),
    ]);
    const client = await system.signedIn({ workspaceId: await system.clientWorkspace('Second client') });
    expect((await client.send('GET', `/api/whiteboards/${copy.id}/images/pixel`)).status).toBe(404);
    expect((await put(client, copy.id, 'mine', image)).status).toBe(404);
  });
});

describe('comments', () => {
  it('are written by everyone who can open the board, answered, resolved, and deleted by those who may', async () => {
    const [ada, ben] = [await system.signedIn({ name: 'Ada' }), await system.signedIn({ name: 'Ben' })];
    const board = await newBoard(ada);
    const params = { id: board };
    const list = async () => (await ben.call(whiteboards.comments, { params })).items;
    const first = await ben.call(whiteboards.addComment, { params, body: { body: ' Move this? ', x: 10, y: -5 } });
    expect(first).toMatchObject({
      body: 'Move this?',
      x: 10,
      y: -5,
      threadId: null,
      author: { name: 'Ben' },
      mayDelete: true,
    });
    const of = { id: board, commentId: first.id };
    await ada.call(whiteboards.resolveComment, { params: of, body: { resolved: true } });
    expect(await list()).toMatchObject([{ resolved: true }]);
    const reply = await ada.call(whiteboards.addComment, { params, body: { body: 'Done.', threadId: first.id } });
    expect(await list()).toMatchObject([{ resolved: false }, { threadId: first.id, x: 10, mayDelete: false }]);
    const deep = await ben.tryCall(whiteboards.addComment, { params, body: { body: 'No.', threadId: reply.id } });
    expect(deep.status).toBe(404);
    const denied = await ben.tryCall(whiteboards.removeComment, { params: { id: board, commentId: reply.id } });
    expect(denied.status).toBe(403);
    const other = await newBoard(ada);
    expect((await ada.tryCall(whiteboards.removeComment, { params: { id: other, commentId: first.id } })).status).toBe(
      404,
    );
    expect((await ada.tryCall(whiteboards.addComment, { params, body: { body: ' ', x: 0, y: 0 } })).status).toBe(400);

    const { version } = await ada.call(whiteboards.get, { params });
    await ada.call(whiteboards.update, { params, body: { version, access: 'none' } });
    expect((await ben.tryCall(whiteboards.comments, { params })).status).toBe(404);
    await ada.call(whiteboards.removeComment, { params: of });
    expect((await ada.call(whiteboards.comments, { params })).items).toEqual([]);
  });
});
