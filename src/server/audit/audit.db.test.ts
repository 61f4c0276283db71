import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../db/index.ts';
import { withLogFields } from '../observability/log.ts';
import { audit } from './audit.ts';

const WORKSPACE = newId();
const USER = newId();
const asUser = <T>(fn: () => T) => inWorkspace(WORKSPACE, USER, fn);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await withLogFields({ requestId: 'r-1' }, () =>
    asUser(() =>
      audit({
        action: 'member.invited',
        subject: { type: 'user', id: 'u1' },
        details: { email: 'ada@example.com', token: 'hush', nested: { password: 'hush' } },
      }),
    ),
  );
});
afterAll(() => database.destroy());

const entries = () => asSystem(() => query('select * from audit_log order by id'));

describe('an entry of the audit log', () => {
  it('records who did what to whom and when, without secrets [V48]', async () => {
    const [entry] = await entries();
    expect(entry).toMatchObject({
      workspace_id: WORKSPACE,
      actor_id: USER,
      actor_kind: 'user',
      action: 'member.invited',
      subject_type: 'user',
      subject_id: 'u1',
      request_id: 'r-1',
    });
    expect(JSON.stringify(entry)).not.toContain('hush');
    expect(entry!.details).toMatchObject({ email: 'ada@example.com' });
  });

  it('does not exist when its action was rolled back', async () => {
    const before = (await entries()).length;
    await expect(
      asUser(() =>
        transaction(async () => {
          await audit({ action: 'contact.removed' });
          throw new Error('undone');
        }),
      ),
    ).rejects.toThrow('undone');
    expect(await entries()).toHaveLength(before);
  });

  it.each([
    ['a request', 'update', () => asUser(() => execute(`update audit_log set action = 'x'`))],
    ['a request', 'delete', () => asUser(() => execute('delete from audit_log'))],
    ['the owner', 'update', () => asSystem(() => execute(`update audit_log set action = 'x'`))],
    ['the owner', 'delete', () => asSystem(() => execute('delete from audit_log'))],
    ['the owner', 'truncate', () => asSystem(() => execute('truncate audit_log'))],
    [
      'a replica',
      'delete',
      () =>
        asSystem(() =>
          transaction(async () => {
            await execute('set local session_replication_role = replica');
            await execute('delete from audit_log');
          }),
        ),
    ],
  ])('cannot be changed by %s: %s', async (_who, _how, attempt) => {
    const before = await entries();
    await expect(attempt()).rejects.toThrow(/append-only|permission denied/);
    expect(await entries()).toEqual(before);
  });

  it('is visible in its own workspace only', async () => {
    await asSystem(() => audit({ action: 'signin.failed', details: { address: '127.0.0.1' } }));
    expect(await asUser(() => query('select action from audit_log'))).toEqual([{ action: 'member.invited' }]);
    expect(await inWorkspace(newId(), USER, () => query('select action from audit_log'))).toEqual([]);
  });
});
