/** Signatures of a workspace's passages, kept in memory between searches and brought up to date by each. */
import { LRUCache } from 'lru-cache';
import { currentTransaction, currentWorkspaceId, type Database, database, query } from '../../../../server/db/index.ts';
import { SignatureSet } from './vectors.ts';

/** Bytes of all workspaces together: those of 200,000 passages are 14 MB. */
const MOST_BYTES = 96_000_000;
const PAGE = 20_000;
/** Share of removed passages at which the set is read anew. */
const WASTE = 0.1;

interface Held {
  set: SignatureSet;
  /** Of the last row that was read. */
  seq: string;
  /** Removed passages of the workspace when it was read. */
  removed: number;
  /** The reading that is under way. */
  busy: Promise<void> | undefined;
}

/** By database, because a process of tests has several, some with the same workspaces. */
const held = new WeakMap<Database, LRUCache<string, Held>>();

function heldNow(): LRUCache<string, Held> {
  const known = held.get(database());
  const cache =
    known ?? new LRUCache<string, Held>({ maxSize: MOST_BYTES, sizeCalculation: ({ set }) => set.byteLength });
  if (!known) held.set(database(), cache);
  return cache;
}

/** @param removed passages that were ever removed from the workspace */
export async function readSignatures(model: string, bytes: number, removed: number): Promise<SignatureSet> {
  const fresh = (): Held => ({ set: new SignatureSet(bytes), seq: '0', removed, busy: undefined });
  // In a transaction one may see what nobody else will ever see.
  if (currentTransaction()) {
    const alone = fresh();
    await catchUp(alone, model, bytes);
    return alone.set;
  }
  const cache = heldNow();
  const key = `${currentWorkspaceId()} ${model}`;
  let one = cache.get(key);
  if (!one || removed - one.removed > one.set.count * WASTE) {
    one = fresh();
    cache.set(key, one);
  }
  const current = one;
  current.busy ??= catchUp(current, model, bytes).finally(() => {
    current.busy = undefined;
    // It grew.
    if (cache.peek(key) === current) cache.set(key, current);
  });
  await current.busy;
  return current.set;
}

interface Page {
  count: number;
  last: string;
  /** One after the other, four bytes each, as the network orders them. */
  numbers: Buffer;
  sources: Buffer;
  signatures: Buffer;
}

async function catchUp(one: Held, model: string, bytes: number): Promise<void> {
  for (;;) {
    // One row instead of thousands.
    const [page] = await query<Page>(
      `select count(*)::int as count, max(seq)::text as last, string_agg(int4send(number), ''::bytea order by seq) as numbers,
          string_agg(int4send(source_number), ''::bytea order by seq) as sources,
          string_agg(signature, ''::bytea order by seq) as signatures
        from (select seq, number, source_number, signature from knowledge_vectors
          where workspace_id = $1 and model = $2 and seq > $3 order by seq limit ${PAGE}) v`,
      [currentWorkspaceId(), model, one.seq],
    );
    const { count, last, numbers, sources, signatures } = page!;
    for (let i = 0; i < count; i++)
      one.set.add(
        numbers.readUInt32BE(i * 4),
        sources.readUInt32BE(i * 4),
        signatures.subarray(i * bytes, (i + 1) * bytes),
      );
    if (count > 0) one.seq = last;
    if (count < PAGE) return;
  }
}
