/** The embedded engine: PGlite in a worker thread on a locked folder, reached through the ordinary driver. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Database } from './database.ts';
import type { CompiledEngine, EmbeddedWorkerData, FromWorker, ToWorker } from './embedded-worker.ts';
import { makeFolder } from '../make-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { createPool } from './pool.ts';

export interface EmbeddedOptions {
  /** Data folder; the cluster is in its subfolder `pglite`. */
  folder: string;
  /** A prepared cluster to start from when there is none. */
  template?: string | undefined;
  durable?: boolean;
  onError: (error: Error) => void;
}

export interface EmbeddedDatabase extends Database {
  engine: 'pglite';
  /** Number of fsyncs of the engine, as proof that commits reach the disk. */
  syncCount(): Promise<number>;
}

/** A socket path must stay below 108 bytes, so a deep data folder uses a socket in the temporary folder. */
const SOCKET_PATH_LIMIT = 100;

function socketFolder(folder: string): string {
  if (join(folder, '.s.PGSQL.5432').length < SOCKET_PATH_LIMIT) return folder;
  const short = join(tmpdir(), `gauntlet-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  return short;
}

/**
 * Opens the embedded database, or creates it from the template or from scratch when the folder is new.
 * @throws FolderLockedError when another process uses the folder
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const durable = options.durable ?? true;
  makeFolder(options.folder);
  const unlock = lockFolder(options.folder);
  try {
    const cluster = join(options.folder, 'pglite');
    if (options.template && !existsSync(cluster)) copyTemplate(options.template, cluster, durable);
    const sockets = socketFolder(options.folder);
    const socket = join(sockets, '.s.PGSQL.5432');
    rmSync(socket, { force: true });
    const worker = await startWorker({ folder: cluster, socket, durable });
    chmodSync(socket, 0o600);
    closeToOthers(cluster);
    const pool = createPool({
      // One session serves everyone, so one connection: a second would share its settings and prepared statements.
      connection: { host: sockets, port: 5432, user: 'postgres', database: 'postgres', idleTimeoutMillis: 0 },
      max: 1,
      sharedSession: true,
      // PGlite ignores statement_timeout.
      statementTimeout: 0,
      onError: options.onError,
    });
    let closing = false;
    worker.once('exit', () => {
      if (!closing) options.onError(new Error('The embedded database stopped unexpectedly'));
    });
    return {
      engine: 'pglite',
      pool,
      connection: undefined,
      syncCount: () => ask(worker, 'syncs').then((reply) => (reply.kind === 'syncs' ? reply.count : 0)),
      async close() {
        closing = true;
        await pool.end();
        await ask(worker, 'closed', { kind: 'close' });
        await worker.terminate();
        rmSync(socket, { force: true });
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Copies to a temporary name and renames, so an interrupted copy never counts as a cluster. PostgreSQL assumes that
 * existing files are on the disk, so the copy is synced first.
 */
function copyTemplate(template: string, cluster: string, durable: boolean): void {
  const copy = `${cluster}.new`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(template, copy, { recursive: true });
  if (durable)
    for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true }))
      sync(join(entry.parentPath, entry.name));
  renameSync(copy, cluster);
  if (durable) for (const folder of [cluster, dirname(cluster)]) sync(folder);
}

/**
 * The engine makes its files readable and writable for everyone, and a folder created by someone else, or a
 * container's volume, is open to all accounts of the machine.
 */
function closeToOthers(cluster: string): void {
  try {
    chmodSync(cluster, 0o700);
  } catch (error) {
    // The mode of a mounted folder belongs to its owner.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The part used here; Node has it, its types do not. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<CompiledEngine> };

let engine: Promise<CompiledEngine> | undefined;

/** The engine's code, compiled once per process, so reopening a database is fast. */
function compiledEngine(): Promise<CompiledEngine> {
  engine ??= readFile(
    join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
  ).then((code) => WebAssembly.compile(code));
  return engine;
}

async function startWorker(folder: Omit<EmbeddedWorkerData, 'engine'>): Promise<Worker> {
  const data: EmbeddedWorkerData = { ...folder, engine: await compiledEngine() };
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: data });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        worker.off('error', reject);
        resolve(worker);
      } else {
        reject(
          new Error(
            message.kind === 'failed'
              ? `The embedded database did not open: ${message.message}`
              : 'The embedded database did not open',
          ),
        );
      }
    });
  });
}

function ask(worker: Worker, kind: FromWorker['kind'], request: ToWorker = { kind: 'syncs' }): Promise<FromWorker> {
  return new Promise((resolve) => {
    const onMessage = (message: FromWorker) => {
      if (message.kind !== kind) return;
      worker.off('message', onMessage);
      resolve(message);
    };
    worker.on('message', onMessage);
    worker.postMessage(request);
  });
}
