/** The real server as a separate process, for effects only visible from outside, such as kill -9. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ServerProcess {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to its first "ready". */
  readyAfter: number;
  /** kill -9. */
  kill(): Promise<void>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  port: number;
  env: Record<string, string>;
  /** Arguments for Node, before the program. */
  nodeArgs?: string[];
  /** Arguments for the program, for example `--demo`. */
  args?: string[];
  /** Milliseconds to wait for "ready". */
  timeout?: number;
}

const MAIN = join(import.meta.dirname, '../main.ts');
/** Folder of Node's compile cache, in a run of `npm test`. */
const COMPILED = process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {};
const LOOK_EVERY = 20;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether the server reports that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/**
 * Starts the server and waits until it is ready.
 * @throws Error with its output when it ends or is not ready in time
 */
export async function startServer({
  port,
  env,
  nodeArgs = [],
  args = [],
  timeout = 30_000,
}: ServerOptions): Promise<ServerProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, [...nodeArgs, MAIN, ...args], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), LOG_LEVEL: 'error', ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
  }
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() - started > timeout) {
      await end('SIGKILL');
      throw new Error(`The server was not ready within ${timeout} ms. It said:\n${said}`);
    }
    await pause(LOOK_EVERY);
  }
  return {
    url,
    pid: child.pid!,
    readyAfter: performance.now() - started,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
