/** Millions of numbers, gathered and sorted without holding anyone else up. */

const BUCKETS = 256;
/** So many are counted or laid into buckets in a few milliseconds. */
const PART = 200_000;
/** Milliseconds after which others have their turn. */
const LONGEST = 12;
/** The clock is asked once for so many steps. */
const STEPS = 64;

/** Long work in stretches of some milliseconds. */
export class Stretches {
  readonly #rest: ((done: number) => Promise<void>) | undefined;
  #since = performance.now();
  #steps = 0;

  /** @param rest is told the share that is done, and lets others have their turn; without it no one has one */
  constructor(rest?: (done: number) => Promise<void>) {
    this.#rest = rest;
  }

  /** One step more: is it time to rest? */
  isOver(): boolean {
    this.#steps += 1;
    return this.#rest !== undefined && this.#steps % STEPS === 0 && performance.now() - this.#since > LONGEST;
  }

  async rest(done: number): Promise<void> {
    await this.#rest?.(done);
    this.#since = performance.now();
  }
}

/** A list of numbers that grows. */
export class Numbers {
  #values = new Float64Array(1 << 16);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /**
   * Sorted by parts: numbers are laid into buckets by their size first, and each bucket is sorted by itself.
   * @param below all numbers are from 0 to less than this
   */
  async sorted(below: number, stretches: Stretches, done: number): Promise<Float64Array> {
    const width = below / BUCKETS;
    const next = await this.#starts(width, stretches, done);
    const starts = next.slice();
    const sorted = new Float64Array(this.length);
    for (let from = 0; from < this.length; from += PART) {
      for (const value of this.#part(from)) sorted[next[Math.floor(value / width)]!++] = value;
      await stretches.rest(done);
    }
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      sorted.subarray(starts[bucket], starts[bucket + 1]).sort();
      await stretches.rest(done);
    }
    return sorted;
  }

  /** Where each bucket begins. */
  async #starts(width: number, stretches: Stretches, done: number): Promise<Uint32Array> {
    const starts = new Uint32Array(BUCKETS + 1);
    for (let from = 0; from < this.length; from += PART) {
      for (const value of this.#part(from)) starts[Math.floor(value / width) + 1]! += 1;
      await stretches.rest(done);
    }
    for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1]! += starts[bucket]!;
    return starts;
  }

  #part(from: number): Float64Array {
    return this.#values.subarray(from, Math.min(from + PART, this.length));
  }
}
