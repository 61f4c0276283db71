/** The real server as a separate process, on its own data folder and port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { throwAwayFolder } from '../../src/testing/folders.ts';
import { isFree, ownMailPorts, ownModelPort } from './model-port.ts';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 240_000;

export interface RunningServer {
  url: string;
  /** End of the server's console output. */
  output(): string;
  /** Stops the server as an operator would; its data stays. */
  stop(): Promise<void>;
  /** Stops the server, and removes its data. */
  close(): Promise<void>;
  /** Its data folder, which `close` deletes. */
  dataDir: string;
}

export interface ServerOptions {
  /** With sample data and its accounts. */
  demo: boolean;
  /** Address of a PostgreSQL database; without it the server uses the embedded one. */
  databaseUrl?: string;
  /** A data folder to copy, instead of an empty one. */
  from?: string;
}

/** Starts a server on its own data folder. @throws Error with the end of its output when it does not start */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const dataDir = throwAwayFolder('gauntlet-e2e-');
  if (options.from) cpSync(options.from, dataDir, { recursive: true });
  const port = await freePort();
  const child = spawn(process.execPath, ['src/main.ts', ...(options.demo ? ['--demo'] : [])], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DATABASE_URL: options.databaseUrl ?? '',
      APP_URL: '',
      // Language models and mail servers of the tests.
      OUTGOING_ALLOW: [ownModelPort(), ...Object.values(ownMailPorts())].map((own) => `127.0.0.1:${own}`).join(','),
    },
  });
  let output = '';
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    await untilReady(child, () => output);
  } catch (error) {
    child.kill('SIGKILL');
    remove();
    throw error;
  }
  const stop = async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    output: () => output,
    stop,
    async close() {
      await stop();
      remove();
    },
  };
}

/** Resolves when the server is ready. */
function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}. Its output ends:\n${output().slice(-2000)}`));
    const late = setTimeout(() => fail(`was not ready within ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS);
    child.stdout!.on('data', () => {
      if (!output().includes('Gauntlet is ready at')) return;
      clearTimeout(late);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      fail(`ended with code ${code}`);
    });
  });
}

/**
 * A free port below those that systems give to outgoing connections: one of them could take it while the server starts.
 * Browsers refuse none from 11,000 up.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 20_000);
    if (await isFree(port)) return port;
  }
}
