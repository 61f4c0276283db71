/**
 * kill -9 during an import: after the restart it continues by itself, and in the end there is exactly one contact for
 * each row of the file.
 */
import { contacts } from '../../src/domains/crm/contract.ts';
import { imports, type RecordImport } from '../../src/domains/crm/contract.ts';
import type { TestClient } from '../../src/testing/client.ts';
import { install, pause, victimOf, type Engine, type Installation } from './engines.ts';

export interface ImportsReport {
  engine: Engine;
  cycles: number;
  rows: number;
  /** Share of the file that was read at each crash, 0 to 1. */
  cutAt: number[];
  /** Rows without a contact in the end: must be none. */
  missing: number;
  /** Additional contacts of a row: must be none. */
  extra: number;
  restarts: number[];
}

const LOOK_EVERY = 30;
/** Milliseconds for an import to end after its last restart. */
const END_WITHIN = 120_000;

/** Imports one file per cycle and crashes at a random share of it. */
export async function crashImports(engine: Engine, cycles: number, rows: number): Promise<ImportsReport> {
  const installation = await install(engine);
  try {
    const report: ImportsReport = { engine, cycles, rows, cutAt: [], missing: 0, extra: 0, restarts: [] };
    for (let cycle = 0; cycle < cycles; cycle++) await crashOne(installation, report, cycle);
    const found = await countRows(installation.owner);
    for (let cycle = 0; cycle < cycles; cycle++) {
      for (let row = 0; row < rows; row++) {
        const count = found.get(emailOf(cycle, row)) ?? 0;
        if (count === 0) report.missing++;
        report.extra += Math.max(0, count - 1);
        found.delete(emailOf(cycle, row));
      }
    }
    report.extra += [...found.values()].reduce((sum, count) => sum + count, 0);
    return report;
  } finally {
    await installation.remove();
  }
}

const emailOf = (cycle: number, row: number) => `row${row}@cycle${cycle}.example`;

function csvOf(cycle: number, rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, row) => `Row ${row},Cycle ${cycle},${emailOf(cycle, row)},Company ${row % 500}`,
  );
  return ['First name,Last name,Email,Company', ...lines, ''].join('\n');
}

async function crashOne(installation: Installation, report: ImportsReport, cycle: number): Promise<void> {
  const { owner } = installation;
  const file = new FormData();
  file.set('file', new Blob([csvOf(cycle, report.rows)], { type: 'text/csv' }), `cycle-${cycle}.csv`);
  const uploaded = await owner.send<RecordImport>('POST', '/api/imports', { raw: file });
  if (uploaded.status !== 201)
    throw new Error(`The upload was refused: ${uploaded.status} ${JSON.stringify(uploaded.body)}`);
  const params = { id: uploaded.body.id };
  await owner.call(imports.start, { params });
  // Early enough that the rest of a short import does not finish between two checks.
  const share = 0.02 + Math.random() * 0.4;
  const cut = await until(owner, params, ({ progress, state }) => progress >= share || state === 'done');
  report.restarts.push(await installation.crash(victimOf(report.engine, cycle)));
  report.cutAt.push(cut.progress);
  const ended = await until(owner, params, ({ state }) => state !== 'queued' && state !== 'running');
  if (ended.state !== 'done')
    throw new Error(`The import did not end well after the crash: ${ended.state}, ${ended.error}`);
  if (ended.counts.read !== report.rows || ended.counts.created !== report.rows)
    throw new Error(`The import counts wrong after the crash: ${JSON.stringify(ended.counts)}`);
}

async function until(
  owner: TestClient,
  params: { id: string },
  reached: (state: RecordImport) => boolean,
): Promise<RecordImport> {
  const deadline = performance.now() + END_WITHIN;
  for (;;) {
    const { status, body } = await owner.tryCall(imports.get, { params });
    if (status === 200 && reached(body)) return body;
    if (performance.now() > deadline)
      throw new Error(`The import did not get on: ${status} ${JSON.stringify(body).slice(0, 500)}`);
    await pause(LOOK_EVERY);
  }
}

/** Number of contacts for each email address. */
async function countRows(owner: TestClient): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const page = await owner.call(contacts.list, {
      query: { limit: 200, sort: 'createdAt', ...(cursor ? { cursor } : {}) },
    });
    for (const contact of page.items) {
      const email = contact.emails[0]?.value ?? '';
      found.set(email, (found.get(email) ?? 0) + 1);
    }
    cursor = page.next ?? undefined;
  } while (cursor);
  return found;
}
