/**
 * The embedded database's thread: PGlite behind PostgreSQL's protocol on a Unix socket. The web server's event loop
 * stays free, and one driver serves both engines.
 */
import { fdatasyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { type EmbeddedSocket, serveEmbedded } from './embedded-socket.ts';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** A `WebAssembly.Module`, a type from browser libraries. */
export type CompiledEngine = object;

export interface EmbeddedWorkerData {
  /** Folder of the cluster. */
  folder: string;
  /** Path of the Unix socket to listen on. */
  socket: string;
  /** fsync at commit; off only for throwaway databases of tests. */
  durable: boolean;
  /** PGlite's own code, compiled. */
  engine: CompiledEngine;
}

export type ToWorker = { kind: 'close' } | { kind: 'syncs' };
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'closed' }
  | { kind: 'syncs'; count: number };

interface EmscriptenStream {
  /** Descriptor of a file or directory; other streams have none. */
  nfd?: number;
}
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: EmscriptenStream) => number };
}
interface EmscriptenModule {
  FS: { filesystems: { NODEFS: NodeFileSystem } };
}

const { folder, socket, durable, engine } = workerData as EmbeddedWorkerData;
const port = parentPort!;
let syncs = 0;

/**
 * PGlite starts with `-F` (no fsync), and its Node file system has no fsync at all, so a power cut could lose or tear
 * acknowledged commits. Without `-F` and with this file system, PostgreSQL's write-ahead rules hold: one fdatasync per
 * commit, and crash recovery, which runs while PGlite opens, syncs its writes before it moves its starting point. This
 * depends on internals; `embedded.test.ts` counts the calls so that an upgrade cannot remove it silently.
 */
class SyncingNodeFS extends NodeFS {
  override async init(pglite: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const made = await super.init(pglite, options);
    const before = (module: unknown) => addFsync((module as EmscriptenModule).FS.filesystems.NODEFS);
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun: [...(made.emscriptenOpts.preRun ?? []), before] } };
  }
}

function addFsync(files: NodeFileSystem): void {
  files.stream_ops.fsync = (stream) => {
    if (stream.nfd === undefined) return 0;
    fdatasyncSync(stream.nfd);
    syncs++;
    return 0;
  };
}

async function start(): Promise<{ pglite: PGlite; server: EmbeddedSocket }> {
  const kind: PGliteOptions = durable
    ? {
        fs: new SyncingNodeFS(folder),
        startParams: [
          ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
          '-c',
          'fsync=on',
          '-c',
          'wal_sync_method=fsync',
        ],
      }
    : { dataDir: folder };
  const pglite = await PGlite.create({
    ...kind,
    pgliteWasmModule: engine as NonNullable<PGliteOptions['pgliteWasmModule']>,
    extensions: { btree_gin, btree_gist, pg_trgm },
  });
  const server = await serveEmbedded(pglite, socket);
  return { pglite, server };
}

try {
  const { pglite, server } = await start();
  port.on('message', (message: ToWorker) => {
    void (async () => {
      if (message.kind === 'syncs') port.postMessage({ kind: 'syncs', count: syncs } satisfies FromWorker);
      if (message.kind === 'close') {
        await server.stop();
        // The session keeps the role of its last request, which may not make checkpoints.
        await pglite.exec('rollback; reset role; checkpoint');
        await pglite.close();
        port.postMessage({ kind: 'closed' } satisfies FromWorker);
        port.close();
      }
    })();
  });
  port.postMessage({ kind: 'ready' } satisfies FromWorker);
} catch (error) {
  port.postMessage({
    kind: 'failed',
    message: error instanceof Error ? error.message : String(error),
  } satisfies FromWorker);
  port.close();
}
