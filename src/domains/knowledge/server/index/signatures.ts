/** Signatures of a workspace's passages, kept in memory between searches and brought up to date by each. */
import { LRUCache } from 'lru-cache';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import { SignatureSet } from './vectors.ts';

/** Bytes of all workspaces together: those of 200,000 passages are 14 MB. */
const MOST_BYTES = 96_000_000;
const PAGE = 20_000;
/** Share of removed passages at which the set is read anew. */
const WASTE = 0.1;

interface Held {
  set: SignatureSet;
  seq: number;
  /** Removed passages of the workspace when it was read. */
  removed: number;
  /** The reading that is under way. */
  busy: Promise<void> | undefined;
}

const held = new LRUCache<string, Held>({ maxSize: MOST_BYTES, sizeCalculation: ({ set }) => set.byteLength });

/** @param removed passages that were ever removed from the workspace */
export async function readSignatures(model: string, bytes: number, removed: number): Promise<SignatureSet> {
  const key = `${currentWorkspaceId()} ${model}`;
  let one = held.get(key);
  if (!one || removed - one.removed > one.set.count * WASTE) {
    one = { set: new SignatureSet(bytes), seq: 0, removed, busy: undefined };
    held.set(key, one);
  }
  const current = one;
  current.busy ??= catchUp(current, model).finally(() => {
    current.busy = undefined;
    // It grew.
    if (held.peek(key) === current) held.set(key, current);
  });
  await current.busy;
  return current.set;
}

async function catchUp(one: Held, model: string): Promise<void> {
  for (;;) {
    const rows = await query<{ seq: number; number: number; source: number; signature: Buffer }>(
      `select seq, number, source_number as source, signature from knowledge_vectors
        where workspace_id = $1 and model = $2 and seq > $3 order by seq limit ${PAGE}`,
      [currentWorkspaceId(), model, one.seq],
    );
    for (const { seq, number, source, signature } of rows) {
      one.set.add(number, source, signature);
      one.seq = seq;
    }
    if (rows.length < PAGE) return;
  }
}
