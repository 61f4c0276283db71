/**
 * A stream of writes, interrupted again and again by kill -9: every acknowledged write must be there once, and every
 * unanswered write must be there once after it is repeated with its Idempotency-Key.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contacts } from '../../src/domains/crm/contract.ts';
import type { TestClient } from '../../src/testing/client.ts';
import { install, pause, victimOf, type Engine, type Installation } from './engines.ts';

/** Number of concurrent writers. */
const WRITERS = 4;
/** Minimum and maximum milliseconds of a cycle. */
const SHORTEST = 150;
const LONGEST = 1_500;
const RETRY_AFTER = 50;

export interface WritesReport {
  engine: Engine;
  cycles: number;
  acknowledged: number;
  /** Writes without an answer in a crash, which were repeated. */
  repeated: number;
  /** Lost acknowledged writes: must be none. */
  lost: string[];
  /** Writes that exist more than once, or under another id than acknowledged: must be none. */
  doubled: string[];
  /** Milliseconds until the server was ready again, for each cycle. */
  restarts: number[];
}

export interface Writers {
  repeated: number;
  /** Lets each writer finish its current write. */
  stop(): Promise<void>;
}

/** Runs the crashes and compares. */
export async function crashWrites(engine: Engine, cycles: number): Promise<WritesReport> {
  const installation = await install(engine);
  try {
    const journal = join(installation.folder, 'acknowledged');
    appendFileSync(journal, '');
    const writers = startWriters(installation, journal);
    const restarts: number[] = [];
    for (let cycle = 0; cycle < cycles; cycle++) {
      await pause(SHORTEST + Math.random() * (LONGEST - SHORTEST));
      restarts.push(await installation.crash(victimOf(engine, cycle)));
    }
    await writers.stop();
    return {
      engine,
      cycles,
      repeated: writers.repeated,
      restarts,
      ...compare(readJournal(journal), await readContacts(installation.owner)),
    };
  } finally {
    await installation.remove();
  }
}

/** Starts writers that record acknowledged writes in `journal` and repeat the others until they are acknowledged. */
export function startWriters({ owner }: Pick<Installation, 'owner'>, journal: string): Writers {
  const control = { stopping: false };
  const state: Writers = { repeated: 0, stop: async () => undefined };
  const write = async () => {
    while (!control.stopping) {
      const key = randomUUID();
      let id: string | undefined;
      for (let attempt = 1; id === undefined; attempt++) {
        if (attempt === 2) state.repeated++;
        if (attempt > 1) await pause(RETRY_AFTER);
        id = await create(owner, key);
      }
      appendFileSync(journal, `${key} ${id}\n`);
    }
  };
  const all = Promise.all(Array.from({ length: WRITERS }, write));
  // stop() reports its failure.
  all.catch(() => undefined);
  state.stop = async () => {
    control.stopping = true;
    await all;
  };
  return state;
}

/** The contact's id, or undefined without an answer or when the server asks to retry. */
async function create(client: TestClient, key: string): Promise<string | undefined> {
  const answer = await client
    .tryCall(contacts.create, { body: { firstName: 'Written', lastName: key }, headers: { 'idempotency-key': key } })
    .catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 409) return undefined;
  if (answer.status !== 201) throw new Error(`A write was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

export type Written = { key: string; id: string }[];

export function readJournal(journal: string): Written {
  return readFileSync(journal, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [key = '', id = ''] = line.split(' ');
      return { key, id };
    });
}

/** All contacts, page by page, as any client reads them. */
export async function readContacts(client: TestClient): Promise<Written> {
  const found: Written = [];
  let cursor: string | undefined;
  do {
    const page = await client.call(contacts.list, {
      query: { limit: 200, sort: 'createdAt', ...(cursor ? { cursor } : {}) },
    });
    found.push(...page.items.map((contact) => ({ key: contact.lastName, id: contact.id })));
    cursor = page.next ?? undefined;
  } while (cursor);
  return found;
}

/** Missing and duplicate writes. */
export function compare(
  acknowledged: Written,
  found: Written,
): Pick<WritesReport, 'acknowledged' | 'lost' | 'doubled'> {
  const there = new Map<string, string[]>();
  for (const { key, id } of found) there.set(key, [...(there.get(key) ?? []), id]);
  const known = new Set(acknowledged.map(({ key }) => key));
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ key, id }) => !there.get(key)?.includes(id)).map(({ key }) => key),
    // Every key was acknowledged in the end, so any other contact would be an effect that no one asked for.
    doubled: [...there].filter(([key, ids]) => ids.length > 1 || !known.has(key)).map(([key]) => key),
  };
}
