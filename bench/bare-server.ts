/**
 * The floor: a bare `node:http` server over `pg` that runs the product's SQL and answers the same JSON. No sign-in,
 * tenant isolation, checks, rate limit, compression, or metrics: only the work of any server.
 *
 * node bench/bare-server.ts <requests.json> <port> <PostgreSQL URL, or folder of an embedded database> <workspace>
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type pg from 'pg';
import { type DbRecord, type DbRow, toContact, toRow } from '../src/domains/crm/server/contacts/rows.ts';
import { openEmbedded } from '../src/server/db/embedded.ts';
import { createPool } from '../src/server/db/pool.ts';
import type { CapturedStatement } from './capture.ts';
import type { Scenario, Shape } from './scenarios.ts';

const [requestsFile, port, target, workspaceId] = [
  process.argv[2]!,
  Number(process.argv[3]),
  process.argv[4]!,
  process.argv[5]!,
];
const scenarios = JSON.parse(readFileSync(requestsFile, 'utf8')) as Scenario[];
const onError = (error: Error) => {
  process.stderr.write(`${error.message}\n`);
};
const pool = target.startsWith('postgres')
  ? createPool({ connection: { connectionString: target }, max: 10, statementTimeout: 30_000, onError })
  : (await openEmbedded({ folder: target, onError })).pool;
// The product's search functions read the workspace themselves; without one they would find nothing.
pool.on('connect', (client) => {
  client.query(`select set_config('app.workspace_id', $1, false)`, [workspaceId]).catch(onError);
});

type Row = Record<string, unknown>;

async function runAll(client: pg.Pool | pg.PoolClient, statements: CapturedStatement[]): Promise<Row[]> {
  let rows: Row[] = [];
  for (const statement of statements) {
    const result = await client.query<Row>(statement);
    if (result.rows.length > 0 || statement.text.startsWith('select')) rows = result.rows;
  }
  return rows;
}

/** The captured statements of a create, with a new id. */
async function runCreate(statements: CapturedStatement[]): Promise<Row[]> {
  // Columns are sent as arrays, the ids first, after the workspace and the person.
  const id = /^\{"([0-9a-f-]{36})"\}$/.exec(
    String(statements.find(({ text }) => text.includes('insert into contacts '))?.values?.[2]),
  )![1]!;
  const fresh = JSON.parse(JSON.stringify(statements).replaceAll(id, randomUUID())) as CapturedStatement[];
  const client = await pool.connect();
  try {
    return await runAll(client, fresh);
  } finally {
    client.release();
  }
}

const answers: Record<Shape, (statements: CapturedStatement[]) => Promise<unknown>> = {
  list: async (statements) => {
    const rows = (await runAll(pool, statements)) as unknown as DbRow[];
    const more = rows.length > 50;
    if (more) rows.pop();
    return { items: rows.map(toRow), next: more ? rows.at(-1)!.id : null, prev: null };
  },
  rows: async (statements) => {
    const answers: Row[][] = [];
    for (const statement of statements) answers.push((await pool.query<Row>(statement)).rows);
    return answers;
  },
  record: async (statements) => toContact((await runAll(pool, statements))[0] as unknown as DbRecord),
  create: async (statements) => toContact((await runCreate(statements))[0] as unknown as DbRecord),
};

const server = createServer((request, response) => {
  const [, scenario, index] = request.url!.split('/').map(Number);
  const { shape, requests } = scenarios[scenario!]!;
  const body: Buffer[] = [];
  request.on('data', (chunk: Buffer) => void body.push(chunk));
  request.on('end', () => {
    if (body.length > 0) JSON.parse(Buffer.concat(body).toString());
    answers[shape](requests[index!]!.statements).then(
      (answer) => {
        const text = JSON.stringify(answer);
        response
          .writeHead(200, {
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(text),
          })
          .end(text);
      },
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
});
server.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));
