/** Counts requests of a network in this process, in windows of a minute. */

const WINDOW = 60_000;
/** Networks that are remembered; above that, all start over. */
const MOST = 50_000;

export class RequestLimit {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  #since = performance.now();

  /** @param limit requests per network and minute */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one request. */
  allows(network: string): boolean {
    const now = performance.now();
    if (now - this.#since >= WINDOW || this.#counts.size > MOST) {
      this.#counts.clear();
      this.#since = now;
    }
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#counts.set(network, count);
    return count <= this.#limit;
  }
}
