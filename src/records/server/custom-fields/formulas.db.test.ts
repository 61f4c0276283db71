import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayAt } from '../../../kernel/days.ts';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { contacts, leads, opportunities } from '../../../domains/crm/contract.ts';
import { customFields } from '../../contract.ts';
import { calculateNewDays } from './recalculate-all.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

async function workspace() {
  const workspaceId = await system.clientWorkspace();
  return system.signedIn({ workspaceId, role: 'admin' });
}

describe('calculated fields that know what day it is', () => {
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'follow the day of the workspace, in %s, everywhere',
    async (timeZone) => {
      const user = await workspace();
      await asSystem(() => execute('update workspaces set time_zone = $2 where id = $1', [user.workspaceId, timeZone]));
      const today = dayAt(new Date(), timeZone);
      await user.call(customFields.create, { body: { object: 'lead', label: 'Renewal', kind: 'day' } });
      await user.call(customFields.create, {
        body: { object: 'lead', label: 'Left', kind: 'formula', formula: 'days(today(), {renewal})' },
      });
      await user.call(customFields.create, {
        body: { object: 'lead', label: 'Over', kind: 'formula', formula: '{left} < 0' },
      });
      const [soon, late] = [
        await user.call(leads.create, { body: { firstName: 'Soon', custom: { renewal: addDays(today, 3) } } }),
        await user.call(leads.create, { body: { firstName: 'Late', custom: { renewal: addDays(today, -1) } } }),
      ];
      expect([soon.custom, late.custom]).toMatchObject([
        { left: 3, over: false },
        { left: -1, over: true },
      ]);

      // As a day begins: what is kept is of yesterday.
      await asSystem(() =>
        execute(
          `update leads set custom = custom || jsonb_build_object('left', (custom->>'left')::int + 1, 'over', false)
            where workspace_id = $1`,
          [user.workspaceId],
        ),
      );
      const filter = JSON.stringify({ match: 'all', conditions: [{ field: 'custom.over', op: 'true' }] });
      const over = async () =>
        (await user.call(leads.list, { query: { filter, sort: 'custom.left' } })).items.map(
          ({ firstName }) => firstName,
        );
      await calculateNewDays();
      expect(await over()).toEqual([]);
      await asSystem(() =>
        execute('update custom_fields set calculated_on = $2::date - 1 where workspace_id = $1', [
          user.workspaceId,
          today,
        ]),
      );
      await calculateNewDays();
      await expect.poll(over, { timeout: 20_000 }).toEqual(['Late']);
      const { items } = await user.call(leads.list, { query: { sort: 'custom.left' } });
      expect(items.map(({ firstName, version, custom }) => [firstName, version, custom['left']])).toEqual([
        ['Late', 1, -1],
        ['Soon', 1, 3],
      ]);
      expect((await user.send('GET', '/api/leads/export')).body).toContain(`,${addDays(today, -1)},`);
      expect(
        await asSystem(() =>
          query('select calculated_on::text as day from custom_fields where workspace_id = $1 and key = $2', [
            user.workspaceId,
            'left',
          ]),
        ),
      ).toEqual([{ day: today }]);
    },
  );
});

describe('calculated fields', () => {
  it('follow what they read, filter and sort as numbers, and cannot be entered', async () => {
    const user = await workspace();
    for (const label of ['Seats', 'Price'])
      await user.call(customFields.create, { body: { object: 'contact', label, kind: 'number' } });
    const value = await user.call(customFields.create, {
      body: { object: 'contact', label: 'Value', kind: 'formula', formula: 'round({seats} * {price}, 2)' },
    });
    expect(value).toMatchObject({ key: 'value', result: 'number' });
    await user.call(customFields.create, {
      body: {
        object: 'contact',
        label: 'Size',
        kind: 'formula',
        formula: 'if({value} >= 100, "big in " & {city}, "small")',
      },
    });
    const made = await user.call(contacts.create, {
      body: { firstName: 'Ada', address: { city: 'London' }, custom: { seats: 10, price: 9.99 } },
    });
    expect(made.custom).toEqual({ seats: 10, price: 9.99, value: 99.9, size: 'small' });
    const changed = await user.call(contacts.update, {
      params: { id: made.id },
      body: { custom: { price: 100 }, version: 1 },
    });
    expect(changed.custom).toMatchObject({ value: 1000, size: 'big in London' });
    await user.call(contacts.create, { body: { firstName: 'Bob', custom: { seats: 1, price: 5 } } });
    await user.call(contacts.create, { body: { firstName: 'Cy' } });
    const { items } = await user.call(contacts.list, { query: { sort: '-custom.value' } });
    expect(items.map((contact) => contact.firstName)).toEqual(['Ada', 'Bob', 'Cy']);
    const big = JSON.stringify({ match: 'all', conditions: [{ field: 'custom.value', op: 'gt', value: 100 }] });
    expect(
      (await user.call(contacts.list, { query: { filter: big } })).items.map((contact) => contact.firstName),
    ).toEqual(['Ada']);
    expect(
      (await user.tryCall(contacts.update, { params: { id: made.id }, body: { custom: { value: 1 }, version: 2 } }))
        .status,
    ).toBe(400);
  });

  it('of every kind are made for all records when a formula comes or changes', async () => {
    const user = await workspace();
    const lead = await user.call(leads.create, { body: { firstName: 'Ada', companyName: 'Engines' } });
    const deal = await user.call(opportunities.create, { body: { name: 'Loom', amount: '1200', currency: 'USD' } });
    const field = await user.call(customFields.create, {
      body: {
        object: 'lead',
        label: 'Greeting',
        kind: 'formula',
        formula: '"Dear " & {firstName} & " of " & {company}',
      },
    });
    await user.call(customFields.create, {
      body: { object: 'opportunity', label: 'Monthly', kind: 'formula', formula: '{amount} / 12' },
    });
    const greeting = async () => (await user.call(leads.get, { params: { id: lead.id } })).custom[field.key];
    await expect.poll(greeting, { timeout: 20_000 }).toBe('Dear Ada of Engines');
    await expect
      .poll(async () => (await user.call(opportunities.get, { params: { id: deal.id } })).custom.monthly, {
        timeout: 20_000,
      })
      .toBe(100);
    await user.call(customFields.update, {
      params: { id: field.id },
      body: { formula: '"Hello " & {firstName}', version: 1 },
    });
    await expect.poll(greeting, { timeout: 20_000 }).toBe('Hello Ada');
    // How far it has come is said of how many.
    await expect
      .poll(
        () =>
          asSystem(() =>
            query(
              `select done, total from jobs where workspace_id = $1 and kind = 'crm.formulas' and state = 'succeeded'
                and payload->>'kind' = 'lead' limit 1`,
              [user.workspaceId],
            ),
          ),
        { timeout: 20_000 },
      )
      .toEqual([{ done: 1, total: 1 }]);
    expect((await user.call(leads.get, { params: { id: lead.id } })).version).toBe(1);
  });

  it('that are wrong, go in a circle or would break another are refused with the reason and the place', async () => {
    const user = await workspace();
    const create = (label: string, formula: string) =>
      user.tryCall(customFields.create, { body: { object: 'contact', label, kind: 'formula', formula } });
    expect(await create('X', '{gone} + 1')).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'formula' }], details: { at: 0 } },
    });
    const seats = await user.call(customFields.create, { body: { object: 'contact', label: 'Seats', kind: 'number' } });
    const one = await user.call(customFields.create, {
      body: { object: 'contact', label: 'One', kind: 'formula', formula: '{seats} + 1' },
    });
    await user.call(customFields.create, {
      body: { object: 'contact', label: 'Two', kind: 'formula', formula: '{one} * 2' },
    });
    const circle = await user.tryCall(customFields.update, {
      params: { id: one.id },
      body: { formula: '{two} + 1', version: 1 },
    });
    expect(circle).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('“One” → “Two” → “One”') as string },
    });
    const broken = await user.tryCall(customFields.update, {
      params: { id: one.id },
      body: { formula: '"text"', version: 1 },
    });
    expect(broken).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('“Two” could not be calculated') as string },
    });
    expect((await user.tryCall(customFields.remove, { params: { id: seats.id } })).status).toBe(409);
    // One removes a field while another makes a formula of it: one of them is told no, or no field could ever be added
    // again.
    for (let n = 0; n < 6; n++) {
      const { id } = await user.call(customFields.create, {
        body: { object: 'contact', label: `Rooms ${n}`, kind: 'number' },
      });
      const both = await Promise.all([
        create(`Beds ${n}`, `{rooms_${n}} * 2`),
        user.tryCall(customFields.remove, { params: { id } }),
      ]);
      expect(both.filter(({ status }) => status < 400)).toHaveLength(1);
    }
    expect((await create('Last', '{seats} + 2')).status).toBeLessThan(300);
  });
});
