/**
 * Permissions over the whole API: every cell of call × role as declared in `permissions/`, and every id of another
 * workspace is answered exactly like one that does not exist.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SCOPES, settings } from '../domains/identity/contract/settings.ts';
import { newId } from '../kernel/ids.ts';
import { asSystem, execute } from '../server/db/index.ts';
import type { Answer, TestClient } from '../testing/client.ts';
import { fitting } from '../testing/schema-values.ts';
import { startTestSystem, type TestSystem } from '../testing/system.ts';
import { insertOf, validRow } from '../testing/valid-row.ts';
import { inTurn, type Operation, readOperations } from './operations.ts';
import { PERMISSIONS } from './permissions/index.ts';
import { type Role, ROLES } from './permissions/rows.ts';
import { isWalled, tablesBehind } from './permissions/tenant-isolation.ts';

const SEED = 20_260_101;

let system: TestSystem;
let operations: Operation[];
let callers: Record<Exclude<Role, 'key'>, TestClient>;
/** The administrator's keys: for each scope, one with all others and one with only it. */
let without: Record<string, string>;
let only: Record<string, string>;
/** A key with all scopes, for calls that no scope opens. */
let everyScope: string;

beforeAll(async () => {
  system = await startTestSystem();
  const workspaceId = await system.clientWorkspace();
  const admin = await system.signedIn({ role: 'admin' });
  callers = {
    visitor: system.visitor(),
    staff: await system.signedIn(),
    client: await system.signedIn({ workspaceId }),
    owner: await system.signedIn({ workspaceId, workspaceRole: 'owner' }),
    opusTeam: await system.signedIn({ role: 'opus_team' }),
    admin,
  };
  const keyOf = async (scopes: readonly (typeof API_SCOPES)[number][]) =>
    (await admin.call(settings.createApiKey, { body: { name: scopes.join(' ').slice(0, 40), scopes: [...scopes] } }))
      .key;
  without = Object.fromEntries(
    await Promise.all(
      API_SCOPES.map(async (scope) => [scope, await keyOf(API_SCOPES.filter((one) => one !== scope))] as const),
    ),
  );
  only = Object.fromEntries(await Promise.all(API_SCOPES.map(async (scope) => [scope, await keyOf([scope])] as const)));
  everyScope = await keyOf(API_SCOPES);
  operations = await readOperations(admin);
});
afterAll(() => system.destroy());

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** The address with ids that do not exist, or the given ones. */
function addressOf({ path, parameters }: Operation, ids: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams();
  let address = path;
  for (const { name, in: place, schema, required } of parameters) {
    if (place === 'path')
      address = address.replace(
        `{${name}}`,
        encodeURIComponent(ids[name] ?? (schema.enum ? String(schema.enum[0]) : newId())),
      );
    else if (place === 'query' && required) search.set(name, textOf(sample(schema)));
  }
  return search.size > 0 ? `${address}?${search.toString()}` : address;
}

const sample = (schema: Parameters<typeof fitting>[0]) => fc.sample(fitting(schema), { numRuns: 1, seed: SEED })[0];
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** An empty body stops after the permission check; where the service decides, the body must be valid. */
function bodyOf({ body }: Operation, fits: boolean): { body?: unknown } {
  return body ? { body: fits ? sample(body) : {} } : {};
}

/** Streams are closed as soon as their status is known. */
async function statusOf(
  client: TestClient,
  operation: Operation,
  options: { body?: unknown; headers?: Record<string, string> },
): Promise<number> {
  const end = new AbortController();
  const { status } = await client.open(operation.method, addressOf(operation), options, end.signal);
  end.abort();
  return status;
}

const cellOf = (status: number): string | number =>
  status === 401 || status === 403
    ? status
    : status === 429 || (status >= 500 && status !== 503)
      ? `status ${status}`
      : 'in';

/** Ends the calling session, so it is the last call. */
const LOGOUT = 'POST /api/auth/logout';

describe('every call of the API', () => {
  it('is listed in the table of permissions with its API key scope, and nothing else is', () => {
    const known = Object.fromEntries(operations.map((operation) => [nameOf(operation), operation.scope ?? null]));
    expect(known).toEqual(
      Object.fromEntries(Object.entries(PERMISSIONS).map(([name, { scope }]) => [name, scope ?? null])),
    );
  });

  it.each(ROLES.filter((role) => role !== 'key'))(
    'is open or closed to %s as the table says [V42 V43]',
    { timeout: 120_000 },
    async (role) => {
      const judge = async (operation: Operation) => {
        const { cells, byService } = PERMISSIONS[nameOf(operation)]!;
        const cell = cellOf(await statusOf(callers[role], operation, bodyOf(operation, byService === true)));
        return cell === cells[role] ? undefined : `${nameOf(operation)}: ${cell} instead of ${cells[role]}`;
      };
      expect(
        await inTurn(
          operations.filter((operation) => nameOf(operation) !== LOGOUT),
          judge,
        ),
      ).toEqual([]);
      expect(
        await inTurn(
          operations.filter((operation) => nameOf(operation) === LOGOUT),
          judge,
        ),
      ).toEqual([]);
    },
  );

  it(
    'is closed to keys without its scope, and open to a key with only that scope [V43]',
    { timeout: 120_000 },
    async () => {
      const withKey = (operation: Operation, key: string) =>
        statusOf(system.visitor(), operation, {
          headers: { authorization: `Bearer ${key}` },
          ...bodyOf(operation, PERMISSIONS[nameOf(operation)]!.byService === true),
        });
      expect(
        await inTurn(operations, async (operation) => {
          const { cells, scope } = PERMISSIONS[nameOf(operation)]!;
          const lacking = cellOf(await withKey(operation, scope ? without[scope]! : everyScope));
          if (lacking !== cells.key)
            return `${nameOf(operation)} without the scope: ${lacking} instead of ${cells.key}`;
          const having = scope ? cellOf(await withKey(operation, only[scope]!)) : 'in';
          return having === 'in' ? undefined : `${nameOf(operation)} with ${scope}: ${having}`;
        }),
      ).toEqual([]);
    },
  );
});

describe('an id of another workspace', () => {
  /** An id of every table in the other workspace. */
  const theirs = new Map<string, string>();
  /** Administrators, each at home in one workspace, separated only by tenant isolation. */
  let stranger: TestClient;
  let local: Awaited<ReturnType<TestSystem['signedIn']>>;

  beforeAll(async () => {
    const [here, there] = [await system.clientWorkspace('Here'), await system.clientWorkspace('There')];
    stranger = await system.signedIn({ role: 'admin', workspaceId: here, workspaceRole: 'owner' });
    local = await system.signedIn({ role: 'admin', workspaceId: there, workspaceRole: 'owner' });
    const tables = new Set(
      operations.filter(({ path }) => isWalled(path)).flatMap(({ path }) => Object.values(tablesBehind(path))),
    );
    await asSystem(async () => {
      for (const table of tables) {
        const row = await validRow(table, there);
        await execute(...insertOf(row));
        theirs.set(table, row.values[row.columns.indexOf('id')] as string);
      }
      // Only a ledger's members see it.
      await execute(
        `insert into finance_ledger_members (workspace_id, ledger_id, user_id, role) select workspace_id, id, $2,
          'owner' from finance_ledgers where workspace_id = $1 on conflict do nothing`,
        [there, local.userId],
      );
    });
  });

  const idsOf = (path: string) =>
    Object.fromEntries(Object.entries(tablesBehind(path)).map(([name, table]) => [name, theirs.get(table)!]));
  const ask = (client: TestClient, operation: Operation, ids: Record<string, string>) =>
    client.send(operation.method, addressOf(operation, ids), bodyOf(operation, true));
  const telling = ({ status, body }: Answer) => {
    const whole: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : { text: body };
    const { requestId: _, ...rest } = whole;
    return `${status} ${JSON.stringify(rest)}`;
  };

  it('gets the same answer from every call as an id that does not exist [V44]', { timeout: 120_000 }, async () => {
    const walled = operations.filter(({ path }) => isWalled(path));
    expect(walled.length).toBeGreaterThan(300);
    expect(
      await inTurn(walled, async (operation) => {
        const [absent, foreign] = [
          telling(await ask(stranger, operation, {})),
          telling(await ask(stranger, operation, idsOf(operation.path))),
        ];
        return absent === foreign
          ? undefined
          : `${nameOf(operation)}: ${foreign.slice(0, 200)} instead of ${absent.slice(0, 200)}`;
      }),
    ).toEqual([]);
  });

  it('is found by people of that workspace', { timeout: 120_000 }, async () => {
    // Reads by one id: a generated row may cause a fault, but not "not found".
    const reads = operations.filter(
      ({ method, path }) => method === 'GET' && isWalled(path) && (path.match(/\{/g) ?? []).length === 1,
    );
    expect(reads.length).toBeGreaterThan(70);
    const blind = await inTurn(reads, async (operation) =>
      (await ask(local, operation, idsOf(operation.path))).status === 404 ? nameOf(operation) : undefined,
    );
    expect(blind.sort()).toEqual(UNSEEN.toSorted());
  });
});

/**
 * A generated row is not enough to be found here: its batch is of contacts, its conversation is someone else's, it has no file or recording, someone else requested or uploads it,
 * its run has no version, its mailbox has other readers.
 */
const UNSEEN: readonly string[] = [
  'GET /api/activities/bulk/{batchId}',
  'GET /api/assistants/conversations/{id}',
  'GET /api/companies/bulk/{batchId}',
  'GET /api/finance/expense-receipts/{id}/file',
  'GET /api/finance/imports/{id}/preview',
  'GET /api/jobs/{id}',
  'GET /api/knowledge/answers/{id}',
  'GET /api/knowledge/documents/{id}/file',
  'GET /api/leads/bulk/{batchId}',
  'GET /api/mail/attachments/{id}',
  'GET /api/mail/drafts/{id}',
  'GET /api/mail/messages/{id}/letter',
  'GET /api/mail/threads/{id}',
  'GET /api/meetings/uploads/{id}',
  'GET /api/meetings/{id}/recording',
  'GET /api/opportunities/bulk/{batchId}',
  'GET /api/pipelines/{id}/counts',
  'GET /api/workflow-runs/{id}',
];
