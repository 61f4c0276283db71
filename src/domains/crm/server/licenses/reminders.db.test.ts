import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayAt } from '../../../../kernel/days.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { businessLicenses } from '../../contract.ts';
import { remindOfLicenses } from './reminders.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const today = new Date().toISOString().slice(0, 10);
const inDays = (days: number) => addDays(today, days);
/** Noon in UTC, `days` from today. */
const noon = (days: number) => asSystem(() => remindOfLicenses(new Date(`${inDays(days)}T12:00:00Z`)));
const toldTo = async (userId: string) =>
  (
    await asSystem(() =>
      query<{ title: string }>(
        `select title from notifications where user_id = $1 and kind = 'license_renewal' order by id`,
        [userId],
      ),
    )
  ).map((row) => row.title);

async function license(expiresIn: number, more: object = {}) {
  const workspaceId = await system.clientWorkspace();
  const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
  const made = await owner.call(businessLicenses.create, {
    body: { name: 'Food permit', expiresOn: inDays(expiresIn), ...more },
  });
  return { owner, made, workspaceId };
}

describe('reminders of licenses', () => {
  it('climb down the ladder, each rung once, and begin again after a renewal', async () => {
    const { owner, made } = await license(100);
    await noon(0);
    expect(await toldTo(owner.userId)).toEqual([]);
    for (const day of [10, 10, 11, 40, 70, 86, 93, 99, 100, 101, 102]) await noon(day);
    expect(await toldTo(owner.userId)).toEqual([
      'Food permit expires in 90 days',
      'Food permit expires in 60 days',
      'Food permit expires in 30 days',
      'Food permit expires in 14 days',
      'Food permit expires in 7 days',
      'Food permit expires in 1 day',
      'Food permit has expired',
    ]);
    await owner.call(businessLicenses.renew, {
      params: { id: made.id },
      body: { expiresOn: inDays(400), version: made.version },
    });
    await noon(311);
    expect((await toldTo(owner.userId)).slice(7)).toEqual(['Food permit expires in 89 days']);
  });

  it('say nothing of what was just entered, and after a pause only the nearest', async () => {
    const { owner } = await license(20);
    await noon(0);
    expect(await toldTo(owner.userId)).toEqual([]);
    await noon(18);
    expect(await toldTo(owner.userId)).toEqual(['Food permit expires in 2 days']);
  });

  it('go to the responsible person, and to the owners when that one has left', async () => {
    const { owner, made, workspaceId } = await license(100);
    const member = await system.signedIn({ workspaceId });
    await owner.call(businessLicenses.update, {
      params: { id: made.id },
      body: { responsibleId: member.userId, version: made.version },
    });
    await noon(10);
    expect([await toldTo(owner.userId), await toldTo(member.userId)]).toEqual([[], ['Food permit expires in 90 days']]);
    await asSystem(() => query('update users set active = false where id = $1', [member.userId]));
    await noon(40);
    expect(await toldTo(owner.userId)).toEqual(['Food permit expires in 60 days']);
  });

  it('wait where no one is there to hear of it, or the client has no licenses, and come once that is over', async () => {
    const { owner, workspaceId } = await license(100);
    const other = await license(100);
    await asSystem(() => query('update users set active = false where id = $1', [owner.userId]));
    await asSystem(() =>
      query(`update workspaces set apps_off = array['licenses'] where id = $1`, [other.workspaceId]),
    );
    await noon(10);
    await asSystem(() => query('update users set active = true where id = $1', [owner.userId]));
    await asSystem(() =>
      query(`update workspaces set apps_off = '{}' where id in ($1, $2)`, [workspaceId, other.workspaceId]),
    );
    for (const day of [11, 11, 12]) await noon(day);
    for (const who of [owner, other.owner])
      expect(await toldTo(who.userId)).toEqual(['Food permit expires in 89 days']);
  });

  it.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC', 'Europe/London'])(
    'come once each on the day of the workspace, whenever the server looks: %s',
    async (zone) => {
      const { owner, workspaceId, made } = await license(95);
      await asSystem(() => query('update workspaces set time_zone = $2 where id = $1', [workspaceId, zone]));
      // Every change of the clocks of a year lies within these terms, and each of the days is looked at around its
      // midnight.
      const expected: string[] = [];
      for (const expiresOn of ['2027-03-29', '2027-11-08']) {
        const { version } = await owner.call(businessLicenses.get, { params: { id: made.id } });
        await owner.call(businessLicenses.update, { params: { id: made.id }, body: { expiresOn, version } });
        await asSystem(() => query('delete from business_license_reminders where license_id = $1', [made.id]));
        for (const rung of [90, 60, 30, 14, 7, 1]) {
          const day = addDays(expiresOn, -rung);
          const before = (await toldTo(owner.userId)).length;
          for (const at of [
            `${addDays(day, -1)}T09:00:00Z`,
            `${addDays(day, -1)}T18:30:00Z`,
            `${day}T00:30:00Z`,
            `${day}T12:00:00Z`,
            `${day}T23:59:00Z`,
            `${addDays(day, 1)}T00:01:00Z`,
          ]) {
            const told = (await toldTo(owner.userId)).length;
            await asSystem(() => remindOfLicenses(new Date(at)));
            const isMorning =
              dayAt(new Date(at), zone) >= day &&
              new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit' }) >= '08';
            if (told === before)
              expect((await toldTo(owner.userId)).length, `${at} ${zone}`).toBe(isMorning ? before + 1 : before);
          }
          expected.push(`Food permit expires in ${rung} ${rung === 1 ? 'day' : 'days'}`);
        }
      }
      expect(await toldTo(owner.userId)).toEqual(expected);
    },
  );

  it('wait for the morning of the workspace, and leave out what was given up or deleted', async () => {
    const { owner, workspaceId } = await license(100);
    await asSystem(() => query(`update workspaces set time_zone = 'Pacific/Auckland' where id = $1`, [workspaceId]));
    // 18:00 UTC is six or seven in the morning in Auckland, of the next day.
    await asSystem(() => remindOfLicenses(new Date(`${inDays(10)}T18:00:00Z`)));
    expect(await toldTo(owner.userId)).toEqual([]);
    const given = await license(100, { standing: 'surrendered' });
    const deleted = await license(100);
    await deleted.owner.call(businessLicenses.remove, { params: { id: deleted.made.id } });
    await noon(11);
    expect([await toldTo(owner.userId), await toldTo(given.owner.userId), await toldTo(deleted.owner.userId)]).toEqual([
      [],
      [],
      [],
    ]);
    await asSystem(() => remindOfLicenses(new Date(`${inDays(10)}T21:00:00Z`)));
    expect(await toldTo(owner.userId)).toEqual(['Food permit expires in 89 days']);
  });
});
