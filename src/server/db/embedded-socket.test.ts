import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { throwAwayFolder } from '../../testing/folders.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';
import { preparedCluster } from './open.ts';

const folder = throwAwayFolder('gauntlet-socket-');
let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openEmbedded({
    folder,
    template: await preparedCluster(),
    durable: false,
    onError: (error) => expect.unreachable(error.message),
  });
  await database.pool.query('create table things (n int)');
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const connected: { client: pg.Client[]; socket: Socket[] } = { client: [], socket: [] };
afterEach(async () => {
  for (const client of connected.client.splice(0)) await client.end();
  for (const socket of connected.socket.splice(0)) socket.destroy();
  await database.pool.query('truncate things');
});

async function client(): Promise<pg.Client> {
  const made = new pg.Client({ host: folder, port: 5432, user: 'postgres', database: 'postgres' });
  connected.client.push(made);
  await made.connect();
  return made;
}

/** A client that speaks the protocol byte by byte; `heard` waits for that many answers to queries. */
async function speaker() {
  const socket = connect(join(folder, '.s.PGSQL.5432'));
  connected.socket.push(socket);
  await once(socket, 'connect');
  let heard = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
  });
  return {
    socket,
    heard: () => heard,
    until: (told: () => boolean) => vi.waitFor(() => expect(told()).toBe(true), { interval: 5, timeout: 20_000 }),
  };
}

const int = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const message = (type: string, body: Buffer | string) =>
  Buffer.concat([Buffer.from(type), int(4 + Buffer.byteLength(body)), Buffer.from(body)]);
const query = (sql: string) => message('Q', `${sql}\0`);
const greeting = () => {
  const body = Buffer.concat([int(196_608), Buffer.from('user\0postgres\0database\0postgres\0\0')]);
  return Buffer.concat([int(4 + body.length), body]);
};
/** Message types of an answer. */
function types(bytes: Buffer): string {
  let found = '';
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1))
    found += String.fromCharCode(bytes[at]!);
  return found;
}

const count = async () =>
  (await database.pool.query<{ n: number }>('select count(*)::int as n from things')).rows[0]!.n;

describe('the socket of the embedded engine', () => {
  it('answers split and combined messages in order', async () => {
    const { socket, heard, until } = await speaker();
    for (const byte of greeting()) socket.write(Buffer.from([byte]));
    await until(() => types(heard()).endsWith('Z'));
    const before = heard().length;
    const words = Buffer.concat([
      query('insert into things values (1)'),
      query('select no_such_column'),
      query('select n from things'),
    ]);
    for (const [at, byte] of words.entries()) {
      socket.write(Buffer.from([byte]));
      if (at % 16 === 0) await new Promise(setImmediate);
    }
    await until(() => types(heard().subarray(before)).split('Z').length === 4);
    expect(types(heard().subarray(before))).toBe('CZEZTDCZ');
    const again = heard().length;
    socket.write(words);
    await until(() => types(heard().subarray(again)).split('Z').length === 4);
    expect(types(heard().subarray(again))).toBe('CZEZTDDCZ');
  });

  it('refuses TLS as the protocol requires and continues without; a cancel request is ignored', async () => {
    const { socket, heard, until } = await speaker();
    socket.write(Buffer.concat([int(8), int(80_877_103)]));
    await until(() => heard().toString() === 'N');
    socket.write(greeting());
    await until(() => types(heard().subarray(1)).endsWith('Z'));
    const other = await speaker();
    other.socket.write(Buffer.concat([int(16), int(80_877_102), int(1), int(2)]));
    await until(() => other.socket.destroyed);
    expect(other.heard().length).toBe(0);
  });

  it("finishes one connection's transaction before it serves another", async () => {
    const [one, other] = [await client(), await client()];
    await one.query('begin');
    await one.query('insert into things values (1)');
    const seen: string[] = [];
    const waiting = other.query('select n from things').then(({ rows }) => seen.push(`other sees ${rows.length}`));
    await one.query('insert into things values (2)');
    seen.push('still in it');
    await one.query('commit');
    await waiting;
    expect(seen).toEqual(['still in it', 'other sees 2']);
  });

  it('rolls back the transaction or statement of a client that disappeared', async () => {
    const one = await speaker();
    one.socket.write(Buffer.concat([greeting(), query('begin'), query('insert into things values (1)')]));
    await one.until(() => types(one.heard()).endsWith('CZCZ'));
    const waiting = count();
    one.socket.destroy();
    expect(await waiting).toBe(0);
    const other = await speaker();
    other.socket.write(greeting());
    await other.until(() => types(other.heard()).endsWith('Z'));
    // A failed statement needs a `Sync` before anything else is answered.
    other.socket.write(
      Buffer.concat([message('P', '\0select no_such_column\0\0\0'), message('P', '\0select 1\0\0\0')]),
    );
    await other.until(() => types(other.heard()).endsWith('E'));
    const later = count();
    other.socket.destroy();
    expect(await later).toBe(0);
  });

  it('answers the last messages of a client that closes the connection', async () => {
    const { socket, until } = await speaker();
    socket.write(Buffer.concat([greeting(), query('insert into things values (7)'), message('X', '')]));
    await until(() => socket.destroyed);
    expect(await count()).toBe(1);
  });
});
