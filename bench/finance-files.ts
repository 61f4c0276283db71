/** Large files of a ledger over HTTP: everything as CSV, and a large bank file from upload to undo. */
import type { TestClient } from '../src/testing/client.ts';
import { type BankImport, bankImports } from '../src/domains/finance/contract.ts';
import type { Bar } from './finance-report.ts';
import type { Product } from './frame.ts';
import { headersOf } from './compared-servers.ts';
import { memory } from './measure.ts';
import type { SeededFinance } from './seed-finance.ts';

const LOOK_EVERY_MS = 50;

async function seconds(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return (performance.now() - started) / 1000;
}

/** Every transaction of the ledger; the file's content is read and discarded. */
export async function measureExport({ url, pid, owner }: Product, { ledgerId }: SeededFinance): Promise<Bar[]> {
  const headers = await headersOf(owner);
  const before = memory(pid).now;
  let highest = before;
  const took = await seconds(async () => {
    const response = await fetch(`${url}/api/finance/transactions/export?ledgerId=${ledgerId}`, { headers });
    if (!response.ok) throw new Error(`The export answered ${response.status}`);
    for await (const _chunk of response.body!) highest = Math.max(highest, memory(pid).now);
  });
  return [
    { name: 'export of the whole ledger as CSV', value: took, bar: 60, unit: 's' },
    { name: 'memory that the export takes', value: highest - before, bar: 150, unit: 'MB' },
  ];
}

/** A file of `lines` movements in an account: upload with preview, import, undo. */
export async function measureImport(
  { pid, owner }: Product,
  { accountIds }: SeededFinance,
  lines: number,
): Promise<Bar[]> {
  const content = [
    'Date,Payee,Memo,Amount',
    ...Array.from(
      { length: lines },
      (_, n) => `2020-${pad(1 + (n % 12))}-${pad(1 + (n % 28))},Payee ${n % 300},measured ${n},-${(n % 5000) / 100}`,
    ),
  ].join('\n');
  const before = memory(pid).now;
  let made!: BankImport;
  const upload = await seconds(async () => (made = await uploaded(owner, accountIds[0]!, content)));
  const params = { id: made.id };
  const run = await seconds(async () => {
    await owner.call(bankImports.start, { params });
    await becomes(owner, made.id, 'queued', 'done');
  });
  const highest = memory(pid).now;
  const revert = await seconds(async () => {
    const { state } = await owner.call(bankImports.revert, { params });
    if (state !== 'reverted') await becomes(owner, made.id, 'reverting', 'reverted');
  });
  const name = `a bank’s file of ${lines.toLocaleString('en')} lines`;
  return [
    { name: `${name}: uploaded and looked at`, value: upload, bar: 5, unit: 's' },
    { name: `${name}: taken in`, value: run, bar: 30, unit: 's' },
    { name: `${name}: taken back`, value: revert, bar: 30, unit: 's' },
    { name: `${name}: memory`, value: highest - before, bar: 400, unit: 'MB' },
  ];
}

/** Waits while the import is in one state. @throws Error when it does not change to the other one */
async function becomes(
  owner: TestClient,
  id: string,
  during: BankImport['state'],
  after: BankImport['state'],
): Promise<void> {
  let state = during;
  while (state === during) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    ({ state } = await owner.call(bankImports.get, { params: { id } }));
  }
  if (state !== after) throw new Error(`The import is ${state}`);
}

const pad = (number: number) => String(number).padStart(2, '0');

async function uploaded(owner: TestClient, accountId: string, content: string): Promise<BankImport> {
  const form = new FormData();
  form.set('file', new Blob([content]), 'bank.csv');
  const { status, body } = await owner.send<BankImport>('POST', `/api/finance/accounts/${accountId}/imports`, {
    raw: form,
  });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
