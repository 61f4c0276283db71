/**
 * The ledger on the database: a model that does the same sums by hand, many at once, limits, expiry, notices.
 *
 * @smoke
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, insertRow, inWorkspace, query, selectRows, transaction } from '../../../server/db/index.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import '../../../testing/properties.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { START_CREDITS } from '../contract.ts';
import { applyToCredits } from './apply.ts';
import { CREDITS_EXPIRY } from './expiry.ts';
import { defineMeteredFeature } from './features.ts';
import {
  creditBalance,
  estimateCredits,
  type NewReservation,
  releaseCredits,
  reserveCredits,
  settleCredits,
} from './ledger.ts';

const TEXTS = defineMeteredFeature({ id: 'test.texts', label: 'Texts', unit: 'texts', defaultPrice: '0.0375' }).id;
const CALLS = defineMeteredFeature({ id: 'test.calls', label: 'Calls', unit: 'minutes', defaultPrice: '2.5' }).id;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

/** A workspace with exactly these credits. */
async function workspaceWith(credits: string): Promise<string> {
  const workspaceId = await system.clientWorkspace();
  await asSystem(async () => {
    await creditBalance(workspaceId);
    const [start] = await selectRows('credit_grants', ['id'], { workspaceId });
    await applyToCredits(workspaceId, { do: 'revoke', id: start!.id, by: null });
    if (credits !== '0') await grant(workspaceId, credits);
  });
  return workspaceId;
}
const grant = (workspaceId: string, amount: string, expiresAt: string | null = null) =>
  asSystem(async () => {
    const id = newId();
    await applyToCredits(workspaceId, { do: 'grant', id, key: id, source: 'gift', amount, expiresAt });
    return id;
  });
const reserve = (workspaceId: string, amount: string, more: Partial<NewReservation> = {}) =>
  asSystem(() => reserveCredits({ workspaceId, userId: null, feature: TEXTS, amount, key: newId(), ...more }));
const settle = (id: string, used: string) => asSystem(() => settleCredits(id, used));
const release = (id: string) => asSystem(() => releaseCredits(id));
const balance = (workspaceId: string) => asSystem(() => creditBalance(workspaceId));
const remaining = async (id: string) =>
  (await asSystem(() => selectRows('credit_grants', ['remaining'], { id })))[0]!.remaining;
/** Lets the clock of one row run ahead. */
const elapse = (table: 'credit_grants' | 'credit_reservations', id: string) =>
  asSystem(async () => {
    await execute(`update ${table} set expires_at = now() - interval '1 second' where id = $1`, [id]);
    await execute('update credit_accounts set due_at = now() - make_interval(secs => 1)');
  });

/** Invariants: entries add up to the account, grants to the balance, and open reservations to the reserved amount. */
async function expectSound(workspaceId: string): Promise<void> {
  const [sums] = await asSystem(() =>
    query<Record<string, string>>(
      `select balance, reserved, balance - reserved as available,
         (select sum(amount) from credit_entries e where e.workspace_id = a.workspace_id) as entered,
         (select sum(held) from credit_entries e where e.workspace_id = a.workspace_id) as held,
         (select sum(remaining) from credit_grants g where g.workspace_id = a.workspace_id) as granted,
         (select coalesce(sum(amount), 0) from credit_reservations r where r.workspace_id = a.workspace_id
           and state = 'open') as open,
         (select coalesce(sum(held), 0) from credit_usage u where u.workspace_id = a.workspace_id and period = 'day')
           as counted,
         (select coalesce(sum(used), 0) from credit_usage u where u.workspace_id = a.workspace_id and period = 'month')
           as used,
         (select coalesce(sum(charged), 0) from credit_reservations r where r.workspace_id = a.workspace_id) as charged
       from credit_accounts a where workspace_id = $1`,
      [workspaceId],
    ),
  );
  const number = (name: string) => Number(sums![name]);
  expect(number('entered')).toBeCloseTo(number('balance'), 4);
  expect(number('held')).toBeCloseTo(number('reserved'), 4);
  expect(number('open')).toBeCloseTo(number('reserved'), 4);
  expect(number('counted')).toBeCloseTo(number('reserved'), 4);
  expect(number('granted')).toBeCloseTo(number('available'), 4);
  expect(number('used')).toBeCloseTo(number('charged'), 4);
  expect(number('available')).toBeGreaterThanOrEqual(0);
}

describe('spending', () => {
  it('starts every workspace with a grant', async () => {
    const workspaceId = await system.clientWorkspace();
    expect(await balance(workspaceId)).toEqual({ available: `${START_CREDITS}.0000`, reserved: '0.0000' });
  });

  it('estimates exactly and rounds up', async () => {
    expect(await estimateCredits(TEXTS, '3')).toBe('0.1125');
    expect(await estimateCredits(TEXTS, '0.001')).toBe('0.0001');
    await expect(estimateCredits('test.nothing', '1')).rejects.toThrow('no metered feature');
  });

  it('reserves, charges what was used, and frees the rest', async () => {
    const workspaceId = await workspaceWith('10');
    const { id } = await reserve(workspaceId, '4');
    expect(await balance(workspaceId)).toEqual({ available: '6.0000', reserved: '4.0000' });
    await settle(id, '1.5');
    expect(await balance(workspaceId)).toEqual({ available: '8.5000', reserved: '0.0000' });
    await settle(id, '4');
    await release(id);
    expect(await balance(workspaceId)).toEqual({ available: '8.5000', reserved: '0.0000' });
    await expectSound(workspaceId);
  });

  it('says what is missing', async () => {
    const workspaceId = await workspaceWith('3.5');
    const refused = await reserve(workspaceId, '12').catch((error: unknown) => error as AppError);
    expect(refused).toMatchObject({
      code: 'credits',
      status: 402,
      message: 'Not enough credits: this needs 12.00, 3.50 are left.',
      details: { needed: '12', available: '3.5000' },
    });
    await expectSound(workspaceId);
  });

  it('charges more than was reserved as far as the balance reaches, and records the cost', async () => {
    const workspaceId = await workspaceWith('10');
    const { id } = await reserve(workspaceId, '4');
    await settle(id, '14');
    expect(await balance(workspaceId)).toEqual({ available: '0.0000', reserved: '0.0000' });
    const [row] = await asSystem(() => selectRows('credit_reservations', ['cost', 'charged'], { id }));
    expect(row).toEqual({ cost: '14.0000', charged: '10.0000' });
    await expectSound(workspaceId);
  });

  it('reserves once for each key, and again after a release', async () => {
    const workspaceId = await workspaceWith('10');
    const key = newId();
    const ids = await Promise.all([1, 2, 3].map(async () => (await reserve(workspaceId, '4', { key })).id));
    expect(new Set(ids).size).toBe(1);
    await release(ids[0]!);
    expect((await balance(workspaceId)).available).toBe('10.0000');
    expect((await reserve(workspaceId, '5', { key })).id).toBe(ids[0]);
    expect((await balance(workspaceId)).reserved).toBe('5.0000');
    await expectSound(workspaceId);
  });

  it('is part of the transaction around it', async () => {
    const workspaceId = await workspaceWith('10');
    await inWorkspace(workspaceId, null, () =>
      transaction(async () => {
        await reserveCredits({ workspaceId, userId: null, feature: TEXTS, amount: '4', key: 'gone' });
        throw new Error('undone');
      }),
    ).catch(() => undefined);
    expect((await balance(workspaceId)).reserved).toBe('0.0000');
  });

  it('cannot spend the credits of another workspace', async () => {
    const [one, other] = [await workspaceWith('10'), await workspaceWith('10')];
    await expect(
      inWorkspace(one, null, () =>
        reserveCredits({ workspaceId: other, userId: null, feature: TEXTS, amount: '1', key: 'x' }),
      ),
    ).rejects.toThrow('another workspace');
    const { id } = await reserve(other, '1');
    await expect(inWorkspace(one, null, () => settleCredits(id, '1'))).rejects.toThrow('no reservation');
  });

  it('keeps the ledger append-only', async () => {
    const workspaceId = await workspaceWith('10');
    for (const change of ['update credit_entries set amount = 5', 'delete from credit_entries'])
      await expect(inWorkspace(workspaceId, null, () => execute(change))).rejects.toThrow('permission denied');
  });
});

describe('grants', () => {
  it('are spent in the order in which they expire', async () => {
    const workspaceId = await workspaceWith('10');
    const later = await grant(workspaceId, '10', '2999-01-01T00:00:00.000Z');
    const sooner = await grant(workspaceId, '10', '2998-01-01T00:00:00.000Z');
    const { id } = await reserve(workspaceId, '15');
    expect([await remaining(sooner), await remaining(later)]).toEqual(['0.0000', '5.0000']);
    await settle(id, '7');
    expect([await remaining(sooner), await remaining(later)]).toEqual(['3.0000', '10.0000']);
    await expectSound(workspaceId);
  });

  it('expire, also what is reserved of them once it is free again', async () => {
    const workspaceId = await workspaceWith('10');
    const grantId = await grant(workspaceId, '10', '2999-01-01T00:00:00.000Z');
    const { id } = await reserve(workspaceId, '4');
    await elapse('credit_grants', grantId);
    await runRecurring(CREDITS_EXPIRY);
    expect(await balance(workspaceId)).toEqual({ available: '10.0000', reserved: '4.0000' });
    await settle(id, '1');
    expect(await balance(workspaceId)).toEqual({ available: '10.0000', reserved: '0.0000' });
    await expectSound(workspaceId);
  });

  it('are given once for each key', async () => {
    const workspaceId = await workspaceWith('0');
    const give = () =>
      asSystem(() =>
        applyToCredits(workspaceId, { do: 'grant', id: newId(), key: 'order 7', source: 'purchase', amount: '20' }),
      );
    const [first, second] = await Promise.all([give(), give()]);
    expect(first.id).toBe(second.id);
    expect((await balance(workspaceId)).available).toBe('20.0000');
  });
});

describe('reservations', () => {
  it('expire, and are charged where the act took place after all', async () => {
    const workspaceId = await workspaceWith('10');
    const { id } = await reserve(workspaceId, '4');
    await elapse('credit_reservations', id);
    await runRecurring(CREDITS_EXPIRY);
    expect(await balance(workspaceId)).toEqual({ available: '10.0000', reserved: '0.0000' });
    await settle(id, '3');
    expect((await balance(workspaceId)).available).toBe('7.0000');
    await expectSound(workspaceId);
  });

  it('2,000 at once never overspend', async () => {
    const workspaceId = await workspaceWith('1000');
    const before = performance.now();
    const results = await Promise.allSettled(Array.from({ length: 2_000 }, () => reserve(workspaceId, '0.75')));
    const perSecond = 2_000 / ((performance.now() - before) / 1_000);
    if (process.env.BENCH) console.log(`${perSecond.toFixed(0)} reservations a second`);
    const made = results.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(1_333);
    expect(await balance(workspaceId)).toEqual({ available: '0.2500', reserved: '999.7500' });
    await expectSound(workspaceId);
  });
});

describe('limits', () => {
  const limit = (workspaceId: string, values: object) =>
    inWorkspace(workspaceId, null, () =>
      insertRow('credit_limits', { id: newId(), workspaceId, period: 'day', who: 'all', amount: '5', ...values }),
    );

  it('hold for the workspace, for each person, and for a feature', async () => {
    const workspaceId = await workspaceWith('100');
    const [ada, ben] = [newId(), newId()];
    await limit(workspaceId, { who: 'each', amount: '5' });
    await limit(workspaceId, { feature: CALLS, period: 'month', amount: '6' });
    const { id } = await reserve(workspaceId, '5', { userId: ada });
    await expect(reserve(workspaceId, '1', { userId: ada })).rejects.toThrow(
      'Your daily limit is 5.00 credits: this needs 1.00, 0.00 are left today.',
    );
    await reserve(workspaceId, '4', { userId: ben, feature: CALLS });
    await expect(reserve(workspaceId, '3', { feature: CALLS })).rejects.toMatchObject({
      code: 'credits',
      message: "The workspace's monthly limit for Calls is 6.00 credits: this needs 3.00, 2.00 are left this month.",
      details: { needed: '3', available: '2.0000', limit: { period: 'month', feature: CALLS } },
    });
    await settle(id, '2');
    await reserve(workspaceId, '3', { userId: ada });
    await expectSound(workspaceId);
  });

  it('hold when many spend at once', async () => {
    const workspaceId = await workspaceWith('100');
    await limit(workspaceId, { amount: '5' });
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => reserve(workspaceId, '0.5')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });
});

describe('a low balance', () => {
  async function titles(userId: string): Promise<string[]> {
    const rows = await asSystem(() => selectRows('notifications', ['title'], { userId }, { orderBy: ['id'] }));
    return rows.map(({ title }) => title);
  }

  it('notifies those in charge once, until credits are added', async () => {
    const workspaceId = await workspaceWith('120');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    const member = await system.signedIn({ workspaceId });
    const spend = async (amount: string) => settle((await reserve(workspaceId, amount)).id, amount);
    await spend('10');
    await spend('15');
    await spend('15');
    await reserve(workspaceId, '500').catch(() => undefined);
    await reserve(workspaceId, '500').catch(() => undefined);
    expect(await titles(owner.userId)).toEqual(['Credits are low: 95.00 left', 'Out of credits: 80.00 left']);
    expect(await titles(member.userId)).toEqual([]);
    await grant(workspaceId, '100');
    await spend('90');
    expect(await titles(owner.userId)).toContain('Credits are low: 90.00 left');
  });

  it('notifies again when credits run out after a grant below the threshold', async () => {
    const workspaceId = await workspaceWith('10');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    await reserve(workspaceId, '500').catch(() => undefined);
    await grant(workspaceId, '5');
    await reserve(workspaceId, '500').catch(() => undefined);
    expect(await titles(owner.userId)).toEqual(['Out of credits: 10.00 left', 'Out of credits: 15.00 left']);
  });
});

describe('any order of acts', () => {
  const cents = fc.integer({ min: 1, max: 800 });
  const Act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant('reserve' as const), cents }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('settle' as const), pick: fc.nat(), cents }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('release' as const), pick: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('grant' as const), cents }) },
  );
  const credits = (value: number) => (value / 100).toFixed(2);

  it('comes to what a model comes to', async () => {
    const workspaceId = await workspaceWith('0');
    // In cents; goes on from run to run.
    let available = 0;
    const open: { id: string; held: number }[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(Act, { maxLength: 12 }), async (acts) => {
        for (const one of acts) {
          if (one.act === 'grant') {
            await grant(workspaceId, credits(one.cents));
            available += one.cents;
          } else if (one.act === 'reserve') {
            const made = await reserve(workspaceId, credits(one.cents)).catch(() => undefined);
            expect(made !== undefined).toBe(one.cents <= available);
            if (made) open.push({ id: made.id, held: one.cents });
            if (made) available -= one.cents;
          } else if (open.length > 0) {
            const [{ id, held }] = open.splice(one.pick % open.length, 1) as [{ id: string; held: number }];
            if (one.act === 'release') await release(id);
            else await settle(id, credits(one.cents));
            const used = one.act === 'release' ? 0 : Math.min(one.cents, held + available);
            available += held - used;
          }
        }
        expect(await balance(workspaceId)).toEqual({
          available: (available / 100).toFixed(4),
          reserved: (open.reduce((sum, { held }) => sum + held, 0) / 100).toFixed(4),
        });
      }),
      { numRuns: 25 },
    );
    await expectSound(workspaceId);
  });
});
