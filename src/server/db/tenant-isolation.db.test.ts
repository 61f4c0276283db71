/**
 * Tenant isolation on every table: one that is added tomorrow is tested tomorrow.
 *
 * @smoke
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { insertOf, MAILBOX_READER, validRow, type ValidRow } from '../../testing/valid-row.ts';
import { asSystem, inWorkspace } from './context.ts';
import { APP_ROLE, execute, query, queryForLibrary, READER_ROLE, savepoint, transaction } from './database.ts';

/**
 * Tables without tenant isolation: why, and what the app role may do with them. Adding a table here opens it to every
 * workspace, or to system code alone.
 */
const OUTSIDE: Record<string, { why: string; may?: string[] }> = {
  schema_migrations: { why: 'the history of the schema' },
  schema_functions: { why: 'the text of its functions' },
  users: { why: 'people, who may belong to several workspaces; requests see them through workspace_people' },
  user_settings: { why: 'of a person, whatever the workspace' },
  notification_ways: { why: 'of a person, whatever the workspace' },
  workspaces: { why: 'the workspaces themselves; requests see theirs through present_workspace' },
  memberships: { why: 'says which workspaces a person belongs to: sign-in reads it before there is one' },
  sessions: { why: 'finds the caller before there is a workspace' },
  api_keys: { why: 'finds the caller before there is a workspace' },
  two_factors: { why: 'secrets of sign-in' },
  password_resets: { why: 'secrets of sign-in' },
  mailed_links: { why: 'secrets of sign-in; prove addresses before there is an account' },
  installation_policy: { why: 'of the whole installation' },
  throttles: { why: 'counts attempts of callers who are not known yet' },
  idempotency_keys: { why: 'kept by caller in the transaction of the act itself', may: ['SELECT', 'INSERT', 'UPDATE'] },
  event_cursors: { why: 'how far each subscriber of the server has come' },
  event_failures: { why: 'work of the server on events' },
  event_horizon: { why: 'how far old events have been forgotten', may: ['SELECT'] },
  recurring_jobs: { why: 'when the server does what over all workspaces' },
  client_reports: { why: 'what browsers reported of the installation; nothing in it is about a person or a workspace' },
  model_prices: { why: 'what language models cost, the same for the whole installation' },
  pixel_salts: { why: 'keys of the installation, deleted after two days' },
  pixel_events_other: { why: 'a partition of pixel_events, which is reached through it alone' },
  benchmark_measurements: { why: 'when benchmarks over all client businesses were measured' },
  benchmark_figures: { why: 'aggregates over at least five client businesses' },
  mail_outbox: { why: 'mails of the installation, also of people without a workspace' },
};
/** Policies that further restrict an isolated table within its workspace. They only ever hide rows. */
const NOTES = ['note_readers'];
const PRIVATE = ['private_records'];
/** A mailbox is for its readers alone; work without a user sees none. */
const MAIL = ['mail_readers'];
const NARROWED: Record<string, string[]> = {
  record_notes: [...NOTES, ...PRIVATE],
  events: ['private_activities', ...PRIVATE],
  notifications: ['private_activities', ...PRIVATE],
  ...Object.fromEntries(
    [
      'mail_accounts',
      'mail_attachments',
      'mail_draft_copies',
      'mail_drafts',
      'mail_events',
      'mail_folders',
      'mail_lessons',
      'mail_locations',
      'mail_messages',
      'mail_people',
      'mail_pushes',
      'mail_rule_log',
      'mail_rules',
      'mail_sign_ins',
      'mail_thread_keys',
      'mail_threads',
    ].map((table) => [table, MAIL]),
  ),
  ...Object.fromEntries(
    [
      'leads',
      'opportunities',
      'activities',
      'opportunity_lines',
      'opportunity_stays',
      'opportunity_contacts',
      'record_files',
      'record_comments',
      'record_watches',
      'watch_news',
      'favourites',
      'record_images',
      'record_merges',
      'duplicate_pairs',
      'import_rows',
      'lead_submissions',
      'funnel_submissions',
      'funnel_orders',
      'sync_log',
      'sync_conflicts',
      'template_stamps',
      'activity_series',
      'approvals',
      'audit_log',
      'activity_attendees',
      'activity_reminders',
      'crawl_candidates',
      'deal_acceptances',
      'deal_actions',
      'deal_commissions',
      'deal_installments',
      'deal_proposals',
      'deal_rooms',
      'deal_splits',
      'deal_stances',
      'meeting_items',
      'meeting_recordings',
      'meeting_speakers',
      'meeting_voices',
      'meetings',
      'phone_calls',
      'comment_reactions',
      'consent_events',
      'messages',
      'bookings',
      'text_threads',
      'received_texts',
      'agent_runs',
      'agent_steps',
      'social_hits',
    ].map((table) => [table, PRIVATE]),
  ),
};
/**
 * Tables that refer to records, or hold their words, without further restriction, with the reason. A new one must be
 * listed here or above.
 */
const OPEN: Record<string, string> = {
  contacts: 'no private kind',
  companies: 'no private kind',
  contact_keys: 'of contacts',
  private_records: 'says what is private, and is answered by no call',
  rollup_due: 'work of the server, empty between transactions',
  sync_links: 'work of the server, read by no call',
  sync_dirty: 'work of the server, read by no call',
  workflow_runs: 'what automation did while everybody saw the record; it never sees a private one',
  workflow_steps: 'of the runs',
  webhook_messages: 'what was sent while everybody saw the record',
  pixel_visits: 'of contacts',
  pixel_audience_members: 'of contacts, found while nobody looks, so that private deals count for no one',
  jobs: 'of who started them',
  record_batches: 'ids alone',
  idempotency_keys: 'answers to the caller',
  finance_transfers: 'of the activities of a portfolio, which are not those of the CRM',
};
/** Rows that are visible with another row, whose table has the policy. */
const WITH_ANOTHER = new Set(['activity_attendees', 'activity_reminders', 'agent_steps', 'comment_reactions']);
const VIEWS = ['present_workspace', 'workspace_people'];

const MINE = newId();
const THEIRS = newId();
/** Someone who may read the mailboxes of `validRow`, and is named nowhere else. */
const here = <T>(fn: () => T) => inWorkspace(MINE, MAILBOX_READER, fn);

let test: TestDatabase;
/** Isolated tables, those that others refer to first. */
let walled: string[];
/** Rows inserted in the other workspace. */
const theirs = new Map<string, ValidRow>();

const PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];

async function privileges(table: string): Promise<string[]> {
  const rows = await query<{ privilege: string }>(
    'select privilege from unnest($3::text[]) as privilege where has_table_privilege($1, $2::regclass, privilege)',
    [APP_ROLE, table, PRIVILEGES],
  );
  return rows.map((row) => row.privilege);
}

async function tablesWhere(condition: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${condition} order by c.oid`,
  );
  return rows.map((row) => row.name);
}

beforeAll(async () => {
  test = await openTestDatabase();
  await asSystem(async () => {
    walled = await tablesWhere('c.relrowsecurity');
    for (const [id, name] of [
      [MINE, 'Mine'],
      [THEIRS, 'Theirs'],
    ]) {
      await execute(`insert into workspaces (id, kind, name, created_at) values ($1, 'client', $2, now())`, [id, name]);
    }
    for (const table of walled) {
      for (const workspaceId of [MINE, THEIRS]) {
        const row = await validRow(table, workspaceId);
        await execute(...insertOf(row)).catch((error: Error) => {
          throw new Error(`No valid row for ${table} could be made up (src/testing/valid-row.ts): ${error.message}`, {
            cause: error,
          });
        });
        if (workspaceId === THEIRS) theirs.set(table, row);
      }
    }
  });
});
afterAll(() => test.destroy());

/** Runs `check` for each isolated table and returns the names of those that fail. */
async function failing(check: (table: string) => Promise<boolean>): Promise<string[]> {
  const failed: string[] = [];
  for (const table of walled) if (!(await check(table))) failed.push(table);
  return failed;
}

const codeOf = (error: unknown) => (error as { code?: string }).code;
/** Number of affected rows, or the SQL state of the refusal. */
const outcome = (text: string, values?: unknown[]) => savepoint(() => execute(text, values)).catch(codeOf);
const INSUFFICIENT_PRIVILEGE = '42501';
const count = async (table: string, workspaceId: string) =>
  (
    await query<{ count: number }>(`select count(*)::int as count from ${table} where workspace_id = $1`, [workspaceId])
  )[0]!.count;

describe('every table', () => {
  it('is isolated by workspace, or listed as an exception with its reason', async () => {
    const all = await asSystem(() => tablesWhere('true'));
    expect(all.filter((table) => !walled.includes(table) && !(table in OUTSIDE))).toEqual([]);
    // Listed without need.
    expect(Object.keys(OUTSIDE).filter((table) => !all.includes(table) || walled.includes(table))).toEqual([]);
    expect(walled.length).toBeGreaterThan(15);
  });

  it('that is not isolated gives the app role only the listed rights', async () => {
    const granted = await asSystem(() =>
      Promise.all(Object.keys(OUTSIDE).map(async (table) => [table, await privileges(table)] as const)),
    );
    expect(granted.filter(([, may]) => may.length > 0)).toEqual(
      Object.entries(OUTSIDE)
        .filter(([, { may }]) => may)
        .map(([table, { may }]) => [table, may]),
    );
  });

  it('that is isolated has a workspace, and exactly one isolation policy', async () => {
    const all = await asSystem(() =>
      query<{
        tablename: string;
        policyname: string;
        qual: string;
        with_check: string;
        roles: string;
        cmd: string;
        permissive: string;
      }>(
        `select tablename, policyname, qual, with_check, roles::text, cmd, permissive from pg_policies
          where schemaname = 'public'`,
      ),
    );
    const narrowing = all.filter(({ permissive }) => permissive === 'RESTRICTIVE');
    const byTable = Map.groupBy(narrowing, ({ tablename }) => tablename);
    expect(
      Object.fromEntries([...byTable].map(([table, some]) => [table, some.map(({ policyname }) => policyname).sort()])),
    ).toEqual(NARROWED);
    for (const policy of narrowing) {
      expect(policy).toMatchObject({
        roles: `{${['note_readers', 'mail_readers'].includes(policy.policyname) ? APP_ROLE : READER_ROLE}}`,
        cmd: 'ALL',
      });
      // Events are also written by people who cannot see them.
      if (policy.tablename !== 'events') expect(policy.with_check ?? policy.qual).toBe(policy.qual);
    }
    const policies = all.filter(({ permissive }) => permissive === 'PERMISSIVE');
    expect(policies.map((policy) => policy.tablename).sort()).toEqual([...walled].sort());
    const wall = '(workspace_id = ( SELECT app_workspace() AS app_workspace))';
    const seen = wall.replaceAll('app_workspace', 'app_seen_workspace');
    const wallOf = (table: string) =>
      NARROWED[table]?.includes('private_records') && !WITH_ANOTHER.has(table) ? seen : wall;
    for (const policy of policies)
      expect(policy).toMatchObject({
        qual: wallOf(policy.tablename),
        with_check: wallOf(policy.tablename),
        roles: `{${APP_ROLE}}`,
        cmd: 'ALL',
        permissive: 'PERMISSIVE',
      });
  });

  it('denies the app role truncating, references, and triggers', async () => {
    expect(
      await asSystem(() =>
        failing(async (table) =>
          (await privileges(table)).every((one) => !['TRUNCATE', 'REFERENCES', 'TRIGGER'].includes(one)),
        ),
      ),
    ).toEqual([]);
  });
});

describe('every table that refers to records', () => {
  it('is hidden with private ones, or listed as an exception', async () => {
    const naming = await asSystem(() =>
      query<{ name: string }>(
        `select distinct table_name as name from information_schema.columns where table_schema = 'public'
         and (column_name in ('contact_id', 'company_id', 'lead_id', 'opportunity_id', 'activity_id', 'record_id',
            'subject_id', 'target_id', 'keep_id', 'merged_id', 'a_id', 'ops_record', 'client_record')) order by 1`,
      ),
    );
    const undecided = naming
      .map(({ name }) => name)
      .filter((name) => walled.includes(name) && !(name in NARROWED) && !(name in OPEN));
    expect(undecided).toEqual([]);
  });
});

describe('a missing where clause', () => {
  it('reads nothing of another workspace', async () => {
    expect(
      await here(() =>
        failing(async (table) => {
          const rows = await query<{ workspace_id: string }>(`select workspace_id from ${table}`);
          return rows.length > 0 && rows.every((row) => row.workspace_id === MINE);
        }),
      ),
    ).toEqual([]);
  });

  it('reads nothing when no workspace is set', async () => {
    await asSystem(() =>
      transaction(async () => {
        await queryForLibrary(`set local role ${APP_ROLE}`);
        expect(await failing(async (table) => (await query(`select 1 from ${table}`)).length === 0)).toEqual([]);
      }),
    );
  });

  it('changes nothing of another workspace', async () => {
    expect(
      await here(() =>
        transaction(() =>
          failing(async (table) => {
            const touched = await outcome(`update ${table} set workspace_id = workspace_id`);
            return touched === INSUFFICIENT_PRIVILEGE || touched === (await count(table, MINE));
          }),
        ),
      ),
    ).toEqual([]);
  });

  it('deletes nothing of another workspace', async () => {
    const before = await asSystem(() => Promise.all(walled.map((table) => count(table, THEIRS))));
    const deleted: string[] = [];
    await here(() =>
      transaction(async () => {
        // Referring tables come first.
        for (const table of [...walled].reverse()) {
          const had = await count(table, MINE);
          const touched = await outcome(`delete from ${table}`);
          if (touched !== INSUFFICIENT_PRIVILEGE && touched !== had)
            deleted.push(`${table}: ${touched} instead of ${had}`);
        }
        expect(await asSystem(() => Promise.all(walled.map((table) => count(table, THEIRS))))).toEqual(before);
        throw new Error('undo');
      }),
    ).catch((error: Error) => {
      if (error.message !== 'undo') throw error;
    });
    expect(deleted).toEqual([]);
  });
});

describe('a write across workspaces', () => {
  it('is refused as an insert', async () => {
    expect(
      await here(() =>
        transaction(() =>
          failing(async (table) => {
            const { columns, values } = theirs.get(table)!;
            return (await outcome(...insertOf({ table, columns, values }))) === INSUFFICIENT_PRIVILEGE;
          }),
        ),
      ),
    ).toEqual([]);
  });

  it('is refused as an update that would move rows', async () => {
    expect(
      await here(() =>
        transaction(() =>
          failing(
            async (table) =>
              (await outcome(`update ${table} set workspace_id = $1`, [THEIRS])) === INSUFFICIENT_PRIVILEGE,
          ),
        ),
      ),
    ).toEqual([]);
  });
});

describe('ways around tenant isolation', () => {
  it('are closed to the app role: it owns nothing, and every policy applies to it', async () => {
    for (const name of [APP_ROLE, READER_ROLE]) {
      const [role] = await asSystem(() =>
        query(
          `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin from pg_roles where rolname = $1`,
          [name],
        ),
      );
      expect(role).toEqual({
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: false,
      });
      expect(await asSystem(() => tablesWhere(`c.relowner = '${name}'::regrole`))).toEqual([]);
      expect(await asSystem(() => query(`select has_schema_privilege($1, 'public', 'CREATE') as may`, [name]))).toEqual(
        [{ may: false }],
      );
    }
  });

  it('through owner views are listed, and show the own workspace only', async () => {
    const readable = await asSystem(() =>
      query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       and has_table_privilege($1, oid, 'SELECT') order by relname`,
        [APP_ROLE],
      ),
    );
    expect(readable.map((view) => view.name)).toEqual(VIEWS);
    expect(await here(() => query('select id from present_workspace'))).toEqual([{ id: MINE }]);
    await asSystem(async () => {
      for (const workspaceId of [MINE, THEIRS]) await execute(...insertOf(await validRow('memberships', workspaceId)));
    });
    expect(await here(() => query('select distinct workspace_id from workspace_people'))).toEqual([
      { workspace_id: MINE },
    ]);
  });

  it('through owner functions have a fixed search path, and are open to the app role alone', async () => {
    const functions = await asSystem(() =>
      query<{ name: string; config: string[] | null; open: boolean }>(
        `select p.proname as name, p.proconfig as config, exists
          (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) as open
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`,
      ),
    );
    const hasFixedPath = (config: string[] | null) =>
      config?.some((setting) => setting.startsWith('search_path=pg_catalog')) ?? false;
    expect(functions.filter(({ config, open }) => open || !hasFixedPath(config)).map(({ name }) => name)).toEqual([]);
  });
});
