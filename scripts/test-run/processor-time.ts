/**
 * Processor time of a whole tree of processes: tests start servers, databases, and browsers, whose own children are
 * often not waited for, so what the kernel adds up for the root misses half of it.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second in `/proc/PID/stat`: the same on every Linux that Node runs on. */
const TICKS = 100;
/** How often the tree is looked at, in milliseconds; a process loses at most this much at its end. */
const INTERVAL = 500;

/** One process as it was last seen; times in ticks. */
export interface SeenProcess {
  pid: number;
  parent: number;
  /** With the pid it names the process: pids are used again. */
  started: number;
  /** Time of the process itself. */
  own: number;
  /** Time of the children that it waited for, and of theirs. */
  waitedFor: number;
}

/** Reads a line of `/proc/PID/stat` (proc_pid_stat(5)). */
export function parseStat(line: string): SeenProcess {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, childUser, childSystem, started] = [1, 11, 12, 13, 14, 19].map((at) =>
    Number(fields[at]),
  ) as [number, number, number, number, number, number];
  return { pid: Number.parseInt(line, 10), parent, started, own: user + system, waitedFor: childUser + childSystem };
}

/** Adds up looks at a growing tree of processes. */
export class ProcessTree {
  /** Every process of the tree that was ever seen, as it was at the last look. */
  private readonly seen = new Map<string, SeenProcess & { family: string | undefined; look: number }>();
  private looks = 0;

  private readonly root: number;

  /** @param root pid of the first process of the tree */
  constructor(root: number) {
    this.root = root;
  }

  /** Notes the processes of the tree among all that run now. */
  look(running: readonly SeenProcess[]): void {
    this.looks += 1;
    const byPid = new Map(running.map((one) => [one.pid, one]));
    const nameOf = ({ pid, started }: SeenProcess) => `${pid}/${started}`;
    const belongs = (one: SeenProcess): boolean => {
      if (one.pid === this.root || this.seen.has(nameOf(one))) return true;
      const parent = byPid.get(one.parent);
      return parent !== undefined && parent !== one && belongs(parent);
    };
    for (const one of running) {
      if (!belongs(one)) continue;
      const name = nameOf(one);
      const parent = byPid.get(one.parent);
      // An orphan gets another parent, which never waited for what it did.
      const family = this.seen.has(name) ? this.seen.get(name)!.family : parent && nameOf(parent);
      this.seen.set(name, { ...one, family, look: this.looks });
    }
  }

  /** Seconds of processor time so far. */
  seconds(): number {
    /** By parent: what was seen of the children that are gone. */
    const ended = new Map<string, number>();
    for (const { family, own, waitedFor, look } of this.seen.values())
      if (family !== undefined && look < this.looks) ended.set(family, (ended.get(family) ?? 0) + own + waitedFor);
    let ticks = 0;
    for (const [name, { own, waitedFor }] of this.seen) {
      // Beside its own time: children that came and went between two looks, and ends of others.
      ticks += own + Math.max(0, waitedFor - (ended.get(name) ?? 0));
    }
    return ticks / TICKS;
  }
}

function running(): SeenProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [parseStat(readFileSync(`/proc/${name}/stat`, 'utf8'))];
    } catch {
      // It ended between the two reads.
      return [];
    }
  });
}

/**
 * Watches the processes that begin with `root`.
 * @returns ends the watch, and answers the seconds of processor time; undefined where the system has no `/proc`
 */
export function watchProcessorTime(root: number): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined;
  const tree = new ProcessTree(root);
  const timer = setInterval(() => tree.look(running()), INTERVAL);
  return () => {
    clearInterval(timer);
    tree.look(running());
    return tree.seconds();
  };
}
