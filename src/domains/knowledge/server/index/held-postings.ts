/**
 * Postings in memory: those of a workspace's words that were searched for lately. Each search reads what was added and
 * removed since, so that it sees what the database holds, whichever process wrote it.
 */
import { LRUCache } from 'lru-cache';
import { currentTransaction, currentWorkspaceId, type Database, database, query } from '../../../../server/db/index.ts';
import { MAX_COUNT, type PassageFacts, type Postings } from '../../engine/rank.ts';
import { blockOf, decodeEntries } from './postings.ts';

/** Bytes of all workspaces together: those of every word in 200,000 passages are about 90 MB. */
const MOST_BYTES = 96_000_000;
/** Bytes of what is known of passages by their numbers, of all workspaces together. */
const MOST_FACTS = 48_000_000;
/** Removed passages that are kept in mind, before everything of a workspace is read anew. */
const MOST_GONE = 20_000;
/** What the cache itself needs for a word. */
const OVERHEAD = 200;

/** How far the index has come: numbers only grow, and each removal is counted. */
export interface IndexVersion {
  nextNumber: number;
  removed: number;
}

/** A workspace's passages by number, and which were removed since it is held. */
class HeldWorkspace {
  readonly facts: PassageFacts = { lengths: new Uint16Array(1_024), sources: new Uint32Array(1_024) };
  /** Numbers in the order of their removal; the first is removal `since + 1`. */
  readonly gone: number[] = [];
  readonly since: number;
  readonly words = new Map<string, HeldWord>();

  constructor(removed: number) {
    this.since = removed;
  }

  get removed(): number {
    return this.since + this.gone.length;
  }

  get byteLength(): number {
    return this.facts.lengths.byteLength + this.facts.sources.byteLength;
  }

  note(number: number, source: number, length: number): void {
    const { facts } = this;
    if (number >= facts.lengths.length) {
      const size = Math.max(number + 1, facts.lengths.length * 2);
      facts.lengths = grown(facts.lengths, new Uint16Array(size));
      facts.sources = grown(facts.sources, new Uint32Array(size));
    }
    facts.lengths[number] = length;
    facts.sources[number] = source;
  }
}

function grown<T extends Uint8Array | Uint16Array | Uint32Array>(old: T, next: T): T {
  next.set(old);
  return next;
}

/** The postings of a word. Arrays have room to grow; what was handed out is never changed. */
class HeldWord {
  #numbers = new Uint32Array(0);
  #counts = new Uint8Array(0);
  #size = 0;
  /** Entries of smaller numbers are here. */
  nextNumber = 0;
  /** Removals that were followed. */
  removed: number;

  constructor(removed: number) {
    this.removed = removed;
  }

  get byteLength(): number {
    return this.#numbers.byteLength + this.#counts.byteLength + OVERHEAD;
  }

  get postings(): Postings {
    return { numbers: this.#numbers.subarray(0, this.#size), counts: this.#counts.subarray(0, this.#size) };
  }

  /** Adds the entries of a row or several that are new, below `nextNumber`. */
  add(workspace: HeldWorkspace, data: Uint8Array, nextNumber: number): void {
    const { numbers, sources, counts, lengths } = decodeEntries(data);
    const isFirst = this.#size === 0;
    if (this.#size + numbers.length > this.#numbers.length) {
      // A word that is read for the first time seldom grows; one that grew will again.
      const room = isFirst ? numbers.length : Math.ceil((this.#size + numbers.length) * 1.2);
      this.#numbers = grown(this.#numbers, new Uint32Array(room));
      this.#counts = grown(this.#counts, new Uint8Array(room));
    }
    for (const [i, number] of numbers.entries()) {
      if (number < this.nextNumber || number >= nextNumber) continue;
      this.#numbers[this.#size] = number;
      this.#counts[this.#size] = Math.min(counts[i]!, MAX_COUNT);
      this.#size += 1;
      workspace.note(number, sources[i]!, lengths[i]!);
    }
  }

  /** Leaves out passages that were removed since. A search may still read the old arrays, so these are new. */
  follow(workspace: HeldWorkspace): void {
    if (this.removed === workspace.removed) return;
    const gone = workspace.gone.slice(this.removed - workspace.since);
    this.removed = workspace.removed;
    const { numbers, counts } = this.postings;
    const places = gone.map((number) => placeOf(numbers, number)).filter((place) => place >= 0);
    if (places.length === 0) return;
    const dropped = new Set(places);
    this.#numbers = numbers.filter((_, place) => !dropped.has(place));
    this.#counts = counts.filter((_, place) => !dropped.has(place));
    this.#size = this.#numbers.length;
  }
}

/** Where a number is among ascending ones; -1 where it is not. */
function placeOf(numbers: Uint32Array, wanted: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === wanted ? low : -1;
}

interface Held {
  workspaces: LRUCache<string, HeldWorkspace>;
  words: LRUCache<HeldWord, { workspace: HeldWorkspace; term: string }>;
}

/** By database, because a process of tests has several, some with the same workspaces. */
const held = new WeakMap<Database, Held>();

function heldNow(): Held {
  const known = held.get(database());
  if (known) return known;
  const made: Held = {
    words: new LRUCache({
      maxSize: MOST_BYTES,
      sizeCalculation: (_, word) => word.byteLength,
      noDisposeOnSet: true,
      dispose: ({ workspace, term }, word) => {
        if (workspace.words.get(term) === word) workspace.words.delete(term);
      },
    }),
    workspaces: new LRUCache({
      maxSize: MOST_FACTS,
      sizeCalculation: (workspace) => workspace.byteLength,
      noDisposeOnSet: true,
      dispose: (workspace) => {
        for (const word of workspace.words.values()) made.words.delete(word);
      },
    }),
  };
  held.set(database(), made);
  return made;
}

/**
 * The postings of the terms that occur, and what is known of their passages.
 * @param version read before, so that nothing is missed
 */
export async function readPostings(
  terms: readonly string[],
  version: IndexVersion,
): Promise<{ postings: Map<string, Postings>; facts: PassageFacts }> {
  // In a transaction one may see what nobody else will ever see.
  const isAlone = currentTransaction() !== undefined;
  const cache = heldNow();
  const workspace = isAlone ? new HeldWorkspace(version.removed) : await upToDate(cache, version);
  const words = new Map(
    terms.map((term) => [term, workspace.words.get(term) ?? new HeldWord(workspace.removed)] as const),
  );
  const behind = [...words].filter(([, word]) => word.nextNumber < version.nextNumber);
  if (behind.length > 0) {
    const { removed } = workspace;
    const rows = await readRows(behind);
    for (const [term, word] of behind) {
      // Another search may have done it meanwhile.
      if (word.nextNumber >= version.nextNumber) continue;
      const data = rows.get(term);
      if (word.nextNumber === 0) word.removed = removed;
      if (data) word.add(workspace, data, version.nextNumber);
      word.nextNumber = version.nextNumber;
    }
  }
  const postings = new Map<string, Postings>();
  for (const [term, word] of words) {
    word.follow(workspace);
    if (!isAlone) keep(cache, workspace, term, word);
    if (word.postings.numbers.length > 0) postings.set(term, word.postings);
  }
  if (!isAlone && behind.length > 0) cache.workspaces.set(currentWorkspaceId(), workspace);
  return { postings, facts: workspace.facts };
}

function keep({ words }: Held, workspace: HeldWorkspace, term: string, word: HeldWord): void {
  const other = workspace.words.get(term);
  if (other && other !== word) return;
  workspace.words.set(term, word);
  words.set(word, { workspace, term });
}

/** The workspace with all removals up to now; a new one where they cannot be followed. */
async function upToDate(cache: Held, { nextNumber, removed }: IndexVersion): Promise<HeldWorkspace> {
  const workspaceId = currentWorkspaceId();
  const workspace = cache.workspaces.get(workspaceId);
  if (workspace && (await followRemovals(workspace, removed))) return workspace;
  const fresh = new HeldWorkspace(removed);
  fresh.note(nextNumber, 0, 0);
  cache.workspaces.set(workspaceId, fresh);
  return fresh;
}

async function followRemovals(workspace: HeldWorkspace, removed: number): Promise<boolean> {
  const from = workspace.removed;
  if (removed <= from) return true;
  if (removed - workspace.since > MOST_GONE) return false;
  const rows = await query<{ place: number; number: number }>(
    'select place, number from knowledge_removals where workspace_id = $1 and place > $2 and place <= $3 order by place',
    [currentWorkspaceId(), from, removed],
  );
  // Old ones are forgotten.
  if (rows.length < removed - from) return false;
  for (const { place, number } of rows) if (place === workspace.removed + 1) workspace.gone.push(number);
  return workspace.removed >= removed;
}

/** The entries of the words from the block on in which each goes on. */
async function readRows(behind: readonly (readonly [string, HeldWord])[]): Promise<Map<string, Buffer>> {
  const rows = await query<{ term: string; data: Buffer }>(
    `select n.term, string_agg(p.data, ''::bytea order by p.block) as data
      from unnest($2::text[], $3::int[]) as n (term, block)
      join knowledge_postings p on p.workspace_id = $1 and p.term = n.term and p.block >= n.block
      group by n.term`,
    [currentWorkspaceId(), behind.map(([term]) => term), behind.map(([, word]) => blockOf(word.nextNumber))],
  );
  return new Map(rows.map(({ term, data }) => [term, data]));
}
