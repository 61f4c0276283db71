/** The import of a large file through the product, beside its floor: a bare COPY of the same rows. */
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { imports, type RecordImport } from '../src/domains/crm/contract.ts';
import { openEmbedded } from '../src/server/db/embedded.ts';
import type { TestClient } from '../src/testing/client.ts';
import { cpuTime } from './measure.ts';
import { person, randomFrom } from './seed.ts';
import type { Stage } from './compared-servers.ts';

export interface ImportMeasured {
  rows: number;
  created: number;
  skipped: number;
  rejected: number;
  /** Seconds from the start of the job to its end. */
  seconds: number;
  /** Microseconds of the server's processor time per row. */
  cpu: number;
  floor: { what: string; seconds: number };
}

/** One row in this many has an invalid address, and one in this many repeats the previous one. */
const BAD_EVERY = 100;
const KNOWN_EVERY = 20;
/** Each check is a request that the server answers beside its work; the import records its own times. */
const LOOK_EVERY = 250;

function csv(rows: number): string {
  const random = randomFrom(99);
  let known = '';
  const lines = Array.from({ length: rows }, (_, n) => {
    const one = person(n, random, 'import');
    const email = n % BAD_EVERY === 50 ? 'not an address' : n % KNOWN_EVERY === 1 ? known : one.email;
    known = one.email;
    return [
      one.firstName,
      one.lastName,
      email,
      one.phone,
      `"${one.lastName}, Sons & Co ${n % 5_000}"`,
      one.title,
      one.city,
      one.country,
      `"${one.tags.join(', ')}"`,
    ].join(',');
  });
  return ['First name,Last name,Email,Phone,Company,Job title,City,Country,Tags', ...lines, ''].join('\r\n');
}

/** Imports `rows` rows into the stage's database and measures; then stops the product and measures the floor. */
export async function measureImport(stage: Stage, rows: number): Promise<ImportMeasured> {
  const product = await stage.product();
  let imported: Awaited<ReturnType<typeof importInto>>;
  try {
    imported = await importInto(product, rows);
  } finally {
    await product.stop();
  }
  const { id, ...measured } = imported;
  return {
    ...measured,
    floor: stage.databaseUrl ? await floorByCopy(stage.databaseUrl, id) : await floorByInsert(stage.dataDir, id),
  };
}

/** Imports `rows` rows through a running product. */
export async function importInto(
  product: { pid: number; owner: TestClient },
  rows: number,
): Promise<Omit<ImportMeasured, 'floor'> & { id: string }> {
  const before = cpuTime(product.pid);
  const {
    id,
    counts: { created, skipped, rejected },
    startedAt,
    finishedAt,
  } = await runImport(product.owner, csv(rows));
  const cpu = ((cpuTime(product.pid) - before) * 1000) / rows;
  return {
    id,
    rows,
    created,
    skipped,
    rejected,
    seconds: (Date.parse(finishedAt!) - Date.parse(startedAt!)) / 1000,
    cpu,
  };
}

async function runImport(owner: TestClient, content: string): Promise<RecordImport> {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/csv' }), 'bench.csv');
  const { status, body } = await owner.send<RecordImport>('POST', '/api/imports', { raw: form });
  if (status !== 201) throw new Error(`The upload was refused: ${status} ${JSON.stringify(body)}`);
  const params = { id: body.id };
  await owner.call(imports.start, { params });
  for (;;) {
    const state = await owner.call(imports.get, { params });
    if (state.state === 'done') return state;
    if (state.state !== 'queued' && state.state !== 'running')
      throw new Error(`The import ended as ${state.state}: ${state.error}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

const LIKE = 'create table copied (like contacts including all)';

export async function floorByCopy(databaseUrl: string, importId: string): Promise<ImportMeasured['floor']> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const content = await buffer(
      client.query(copyTo(`copy (select * from contacts where import_id = '${importId}') to stdout`)),
    );
    await client.query(LIKE);
    const started = performance.now();
    await pipeline(Readable.from([content]), client.query(copyFrom('copy copied from stdin')));
    return { what: 'COPY of the same rows into the same indexes', seconds: (performance.now() - started) / 1000 };
  } finally {
    await client.query('drop table if exists copied');
    await client.end();
  }
}

/** The embedded engine's socket has no COPY, so the rows are inserted from a query. */
async function floorByInsert(dataDir: string, importId: string): Promise<ImportMeasured['floor']> {
  const { pool, close } = await openEmbedded({
    folder: dataDir,
    onError: (error) => {
      throw error;
    },
  });
  try {
    await pool.query(LIKE);
    const started = performance.now();
    await pool.query('insert into copied select * from contacts where import_id = $1', [importId]);
    return {
      what: 'INSERT … SELECT of the same rows into the same indexes',
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await pool.query('drop table if exists copied');
    await close();
  }
}
