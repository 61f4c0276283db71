import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, execute, query, savepoint, transaction } from '../../../../server/db/index.ts';
import { files } from '../../../../server/files/index.ts';
import { runRecurring } from '../../../../server/jobs/recurring.ts';
import { eventsHandled } from '../../../../testing/subscribers.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { unzip } from '../../../../testing/unzip.ts';
import { insertOf, validRow } from '../../../../testing/valid-row.ts';
import { workflows } from '../../../automation/contract.ts';
import { contacts } from '../../../crm/contract.ts';
import { clients } from '../../contract.ts';
import { leaving } from '../../contract/leaving.ts';
import { type Manifest, exportedColumns, isExported } from './archive.ts';
import { DELETE_CLIENTS } from './deletion.ts';
import { EXPIRE_EXPORTS } from './exports.ts';
import { KEPT, workspaceTables, type WorkspaceTable } from './tables.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const admin = () => system.signedIn({ role: 'admin', workspaceRole: 'owner' });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A client with people, contacts, a file and a row in every table that there is. */
async function fullClient(name: string) {
  const id = await system.clientWorkspace(name);
  const owner = await system.signedIn({ workspaceId: id, workspaceRole: 'owner', name: 'Olga' });
  const ada = await owner.call(contacts.create, {
    body: { firstName: 'Ada', lastName: 'Løvelace, "the first"', emails: [{ value: 'ada@example.com' }] },
  });
  const stored = await files().put(
    (async function* () {
      yield Buffer.from('a letter');
    })(),
    { prefix: `contacts/${id}`, limit: 1_000 },
  );
  await asSystem(async () => {
    await execute(
      `insert into record_files (id, workspace_id, kind, record_id, name, type, size, sha256, storage_key)
        values (gen_random_uuid(), $1, 'contact', $2, '../letter.txt', 'text/plain', 8, $3, $4)`,
      [id, ada.id, stored.sha256, stored.key],
    );
    for (const table of await workspaceTables()) {
      const [{ n } = { n: 0 }] = await query<{ n: number }>(
        `select count(*)::int as n from "${table.name}" where workspace_id = $1`,
        [id],
      );
      if (n > 0 || table.name === 'sessions') continue;
      // Not every table takes a made-up row beside the real ones; those that do are many.
      await transaction(() =>
        savepoint(async () => {
          await execute(...insertOf(await validRow(table.name, id)));
        }),
      ).catch(() => undefined);
    }
  });
  return { id, owner, key: stored.key };
}

const countsOf = (id: string) =>
  asSystem(async () =>
    Object.fromEntries(
      await Promise.all(
        (await workspaceTables()).map(async ({ name }) => {
          const [row] = await query<{ n: number }>(`select count(*)::int as n from "${name}" where workspace_id = $1`, [
            id,
          ]);
          return [name, row!.n] as const;
        }),
      ),
    ),
  );

/**
 * Tables that the product writes at any time: the audit trail, follow-up work such as webhook retries, and a mailbox's
 * connection attempts.
 */
const ALWAYS_MOVING = new Set(['events', 'audit_log', 'jobs', 'webhook_messages', 'mail_accounts']);

/**
 * Waits until event subscribers have written their rows.
 * @returns number of rows of each other table
 */
async function settled(id: string) {
  await eventsHandled();
  let counts: Record<string, number> = {};
  await expect
    .poll(
      async () => {
        const last = JSON.stringify(counts);
        counts = Object.fromEntries(Object.entries(await countsOf(id)).filter(([table]) => !ALWAYS_MOVING.has(table)));
        return JSON.stringify(counts) === last;
      },
      { timeout: 20_000, interval: 700 },
    )
    .toBe(true);
  return counts;
}

async function finished(boss: Awaited<ReturnType<typeof admin>>, id: string) {
  return expect
    .poll(async () => (await boss.call(leaving.exports, { params: { id } })).items[0], { timeout: 20_000 })
    .toMatchObject({ state: 'ready', error: null });
}

describe('everything of a client', () => {
  it('goes into an archive that says what the database says, without a secret', async () => {
    const boss = await admin();
    const { id, owner } = await fullClient('Leaver');
    await fullClient('Neighbour');
    await settled(id);
    // Recurring work may change a row while the export runs: what stood before it or stands after it is right.
    const earlier = new Map<string, string>();
    for (const table of (await asSystem(workspaceTables)).filter(isExported))
      earlier.set(table.name, JSON.stringify(sorted(await rowsOf(table, id))));
    const started = await boss.call(leaving.startExport, { params: { id } });
    expect(started.state).toMatch(/queued|running/);
    await finished(boss, id);
    const [ready] = (await boss.call(leaving.exports, { params: { id } })).items;
    const answer = await boss.open('GET', `/api/clients/${id}/exports/${started.id}/archive`);
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="Leaver ');
    const archive = Buffer.from(await answer.arrayBuffer());
    expect(sha256(archive)).toBe(ready!.sha256);
    const entries = unzip(archive);
    const manifest = JSON.parse(entries.get('manifest.json')!.toString()) as Manifest;

    const tables = (await asSystem(workspaceTables)).filter(isExported);
    expect(manifest.tables.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
    const differing: string[] = [];
    for (const table of tables) {
      // Those that the export itself writes to go on while it runs.
      if (ALWAYS_MOVING.has(table.name)) continue;
      const said = manifest.tables.find(({ name }) => name === table.name)!;
      const rows = await rowsOf(table, id);
      const json =
        entries
          .get(said.json)
          ?.toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown) ?? [];
      const told = JSON.stringify(sorted(json));
      if (said.rows !== json.length || ![earlier.get(table.name), JSON.stringify(sorted(rows))].includes(told))
        differing.push(table.name);
      if (
        entries.has(said.json) &&
        (sha256(entries.get(said.json)!) !== said.sha256.json || sha256(entries.get(said.csv)!) !== said.sha256.csv)
      )
        differing.push(`${table.name}: checksum`);
    }
    expect(differing).toEqual([]);
    expect(manifest.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(30);
    expect(manifest.files).toMatchObject([{ table: 'record_files', size: 8 }]);
    expect(entries.get(manifest.files[0]!.name)!.toString()).toBe('a letter');
    expect(manifest.files[0]!.name).toMatch(/^files\/record_files\/[0-9a-f-]{36}\/letter\.txt$/);
    expect(entries.get('tables/contacts.csv')!.toString()).toContain('"Løvelace, ""the first"""');
    expect(JSON.parse(entries.get('people.json')!.toString())).toMatchObject([
      { name: 'Olga', workspace_role: 'owner' },
    ]);
    const whole = [...entries].map(([, content]) => content.toString()).join();
    expect(whole).not.toContain('token_hash');
    expect(whole).not.toContain('Neighbour');
    expect((await owner.tryCall(leaving.exports, { params: { id } })).status).toBe(403);
    expect(
      (
        await boss.tryCall(leaving.downloadExport, {
          params: { id: await system.clientWorkspace('Other'), exportId: started.id },
        })
      ).status,
    ).toBe(404);
  });

  it('holds nothing that a workflow proves itself by to another system', async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('Calls');
    const owner = await system.signedIn({ workspaceId: id, role: 'admin' });
    const headers = [
      { name: 'X-Api-Key', value: 'hush-hush' },
      { name: 'X-Kind', value: 'plain' },
    ];
    const draft = {
      trigger: { kind: 'manual', record: null },
      steps: [{ id: 'c', kind: 'webhook', url: 'https://example.com/hook', headers }],
    };
    const made = await owner.call(workflows.create, { body: { name: 'Calls', draft } });
    await owner.call(workflows.publish, { params: { id: made.id }, body: { version: made.version } });
    await owner.call(workflows.start, { params: { id: made.id }, body: {} });
    await expect
      .poll(() => asSystem(() => query('select 1 from approvals where workspace_id = $1', [id])), { timeout: 20_000 })
      .toHaveLength(1);
    const { id: exportId } = await boss.call(leaving.startExport, { params: { id } });
    await finished(boss, id);
    const answer = await boss.open('GET', `/api/clients/${id}/exports/${exportId}/archive`);
    const whole = [...unzip(Buffer.from(await answer.arrayBuffer()))].map(([, content]) => content.toString()).join();
    expect(whole).toContain('https://example.com/hook');
    expect(whole).not.toContain('hush-hush');
  });

  it('can be downloaded for a week, and is deleted then', async () => {
    const boss = await admin();
    const id = await system.clientWorkspace('Briefly');
    const { id: exportId } = await boss.call(leaving.startExport, { params: { id } });
    await finished(boss, id);
    const [row] = await asSystem(() =>
      query<{ storage_key: string }>('select storage_key from client_exports where id = $1', [exportId]),
    );
    await asSystem(() =>
      execute('update client_exports set expires_at = now() - make_interval(secs => 1) where id = $1', [exportId]),
    );
    expect((await boss.tryCall(leaving.downloadExport, { params: { id, exportId } })).status).toBe(410);
    await runRecurring(EXPIRE_EXPORTS);
    expect(await files().size(row!.storage_key)).toBeUndefined();
    expect((await boss.call(leaving.exports, { params: { id } })).items[0]).toMatchObject({ state: 'expired' });
    await boss.call(leaving.removeExport, { params: { id, exportId } });
    expect((await boss.call(leaving.exports, { params: { id } })).items).toEqual([]);
  });
});

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

async function rowsOf(table: WorkspaceTable, id: string): Promise<Record<string, unknown>[]> {
  const rows = await asSystem(() => query(`select * from "${table.name}" where workspace_id = $1`, [id]));
  return rows.map((row) => Object.fromEntries(exportedColumns(table).map((name) => [name, row[name] ?? null])));
}

describe('the deletion of a client', () => {
  it('refuses another name than its own, shuts it at once, and can be taken back [S7.23]', async () => {
    const boss = await admin();
    const { id, owner } = await fullClient('Regretted');
    expect(
      (await boss.tryCall(leaving.remove, { params: { id }, query: { confirm: 'regretted' } })).body,
    ).toMatchObject({ code: 'validation', fields: [{ field: 'confirm' }] });
    expect((await owner.tryCall(leaving.remove, { params: { id }, query: { confirm: 'Regretted' } })).status).toBe(403);
    const { contacts: before } = await boss.call(clients.get, { params: { id } });
    const doomed = await boss.call(leaving.remove, { params: { id }, query: { confirm: 'Regretted' } });
    expect(doomed.state).toBe('archived');
    expect(Math.round((Date.parse(doomed.deleteAt!) - Date.now()) / 86_400_000)).toBe(30);
    expect((await owner.tryCall(contacts.list)).status).toBe(401);
    expect((await boss.tryCall(leaving.remove, { params: { id }, query: { confirm: 'Regretted' } })).status).toBe(409);
    await runRecurring(DELETE_CLIENTS);
    expect(await boss.call(clients.restore, { params: { id } })).toMatchObject({
      state: 'active',
      deleteAt: null,
      contacts: before,
    });
    expect(
      (
        await boss.tryCall(leaving.remove, {
          params: { id: await system.operations() },
          query: { confirm: 'Operations' },
        })
      ).status,
    ).toBe(404);
    // As the specification calls it: nothing but the id.
    expect(await boss.send('DELETE', `/api/clients/${id}`)).toMatchObject({ status: 200, body: { state: 'archived' } });
  });

  it('leaves nothing in any table, nothing in the store, and nothing missing elsewhere', async () => {
    const boss = await admin();
    const { id, owner, key } = await fullClient('Doomed');
    const other = await fullClient('Survivor');
    await boss.call(leaving.startExport, { params: { id } });
    await finished(boss, id);
    const [exported] = await asSystem(() =>
      query<{ storage_key: string }>('select storage_key from client_exports where client_id = $1', [id]),
    );
    await boss.call(leaving.remove, { params: { id }, query: { confirm: 'Doomed' } });
    await asSystem(() =>
      execute('update workspaces set delete_at = now() - make_interval(secs => 1) where id = $1', [id]),
    );
    const before = await settled(other.id);
    expect((await boss.tryCall(clients.restore, { params: { id } })).status).toBe(409);
    await runRecurring(DELETE_CLIENTS);
    const left = await countsOf(id);
    expect(Object.entries(left).filter(([table, n]) => n > 0 && !KEPT.has(table))).toEqual([]);
    expect(await countsOf(other.id)).toMatchObject(before);
    expect(await files().size(key)).toBeUndefined();
    expect(await files().size(exported!.storage_key)).toBeUndefined();
    expect(await files().size(other.key)).toBe(8);
    expect((await boss.tryCall(clients.get, { params: { id } })).status).toBe(404);
    const trail = await asSystem(() =>
      query<{ workspace_id: string; action: string }>(
        `select workspace_id, action from audit_log where subject_id = $1 and action = 'client.deleted'`,
        [id],
      ),
    );
    expect(trail.map((entry) => entry.workspace_id === id)).toEqual([true, false]);
    const [person] = await asSystem(() =>
      query<{ name: string; email: string }>('select name, email from users where id = $1', [owner.userId]),
    );
    expect(person).toMatchObject({ name: 'Former member', email: expect.stringContaining('@invalid') as string });
    // Done again, it does nothing.
    await runRecurring(DELETE_CLIENTS);
  });

  it('waits for no one else’s that fails', async () => {
    const [stuck, next] = [await system.clientWorkspace('Stuck'), await system.clientWorkspace('Next')];
    await asSystem(async () => {
      await execute('create table holds_on (workspace uuid references workspaces (id))');
      await execute('insert into holds_on values ($1)', [stuck]);
      await execute(
        `update workspaces set archived_at = now(), delete_at = now() - case when id = $1 then interval '1 hour'
          else interval '1 minute' end where id in ($1, $2)`,
        [stuck, next],
      );
    });
    await expect(runRecurring(DELETE_CLIENTS)).rejects.toThrow('1 of 2 clients');
    expect(await asSystem(() => query('select id from workspaces where id in ($1, $2)', [stuck, next]))).toEqual([
      { id: stuck },
    ]);
    await asSystem(() => execute('drop table holds_on'));
    await runRecurring(DELETE_CLIENTS);
    expect(await asSystem(() => query('select id from workspaces where id = $1', [stuck]))).toEqual([]);
  });
});
