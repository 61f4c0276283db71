import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { companies } from '../../../domains/crm/contract.ts';
import { customFields, views } from '../../contract/views.ts';
import { createCustomField, keyFor, removeCustomField } from '../custom-fields/custom-fields.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

describe('saved views', () => {
  const config = {
    sort: 'company,-createdAt',
    filter: { match: 'all', conditions: [{ field: 'lastName', op: 'contains', value: 'x' }] },
  } as const;

  it('are private until shared; others see but do not change a shared one', async () => {
    const workspaceId = await system.clientWorkspace();
    const [owner, other, admin] = [
      await system.signedIn({ workspaceId }),
      await system.signedIn({ workspaceId }),
      await system.signedIn({ workspaceId, role: 'admin' }),
    ];
    const view = await owner.call(views.create, {
      body: {
        object: 'contact',
        name: 'Mine',
        config: { ...config, filter: { match: 'all', conditions: [...config.filter.conditions] } },
      },
    });
    expect((await other.call(views.list)).items).toEqual([]);
    expect(
      (await other.tryCall(views.update, { params: { id: view.id }, body: { name: 'Stolen', version: 1 } })).status,
    ).toBe(404);
    const shared = await owner.call(views.update, {
      params: { id: view.id },
      body: { shared: true, version: view.version },
    });
    expect((await other.call(views.list)).items).toMatchObject([{ name: 'Mine', editable: false, config }]);
    expect(
      (
        await other.tryCall(views.update, {
          params: { id: view.id },
          body: { name: 'Stolen', version: shared.version },
        })
      ).status,
    ).toBe(403);
    expect((await admin.call(views.list)).items).toMatchObject([{ editable: true }]);
    await admin.call(views.remove, { params: { id: view.id } });
    expect((await owner.call(views.list)).items).toEqual([]);
  });

  it('refuse a sort that does not exist and a stale change', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    expect(
      (await user.tryCall(views.create, { body: { object: 'contact', name: 'Bad', config: { sort: 'password' } } }))
        .status,
    ).toBe(400);
    const view = await user.call(views.create, { body: { object: 'contact', name: 'Good', config: {} } });
    await user.call(views.update, { params: { id: view.id }, body: { name: 'Better', version: 1 } });
    expect(
      (await user.tryCall(views.update, { params: { id: view.id }, body: { name: 'Best', version: 1 } })).status,
    ).toBe(409);
  });
});

describe('custom fields', () => {
  it('get a key of their label once, and keep it when renamed', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const field = await user.call(customFields.create, {
      body: { object: 'contact', label: 'Größe (cm)', kind: 'number' },
    });
    expect(field).toMatchObject({ key: 'grosse_cm', position: 0 });
    const renamed = await user.call(customFields.update, {
      params: { id: field.id },
      body: { label: 'Height', version: 1 },
    });
    expect(renamed).toMatchObject({ key: 'grosse_cm', label: 'Height', version: 2 });
    expect(
      (await user.tryCall(customFields.create, { body: { object: 'contact', label: 'HEIGHT', kind: 'text' } })).status,
    ).toBe(409);
  });

  it('made at the same time under one name become one field', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        user.tryCall(customFields.create, {
          body: { object: 'contact', label: 'Tier', kind: 'select', options: ['A', 'B'] },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it('need choices exactly where they are choices', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    expect(
      (await user.tryCall(customFields.create, { body: { object: 'contact', label: 'Tier', kind: 'select' } })).status,
    ).toBe(400);
    expect(
      (
        await user.tryCall(customFields.create, {
          body: { object: 'contact', label: 'Tier', kind: 'text', options: ['A'] },
        })
      ).status,
    ).toBe(400);
  });

  it('that many records have are removed at once, and their values in the background; nothing is called like them meanwhile', async () => {
    const workspaceId = await system.clientWorkspace();
    const admin = await system.signedIn({ workspaceId, role: 'admin' });
    const { id } = await admin.call(customFields.create, {
      body: { object: 'contact', label: 'Size', kind: 'number' },
    });
    await asSystem(() =>
      execute(
        `insert into contacts (id, workspace_id, last_name, name_key, last_name_key, company_key, email_key,
          search_text, custom)
       select gen_random_uuid(), $1, 'One', 'one', 'one', '', '', ' one', '{"size": 1, "other": 2}'
          from generate_series(1, 1001)`,
        [workspaceId],
      ),
    );
    await inWorkspace(workspaceId, admin.userId, () =>
      transaction(async () => {
        await removeCustomField(id);
        expect(await createCustomField({ object: 'contact', label: 'Size', kind: 'number' })).toMatchObject({
          key: 'size_2',
        });
      }),
    );
    const having = (key: string) =>
      asSystem(
        async () =>
          (await query(`select 1 from contacts where workspace_id = $1 and custom ? $2`, [workspaceId, key])).length,
      );
    await expect.poll(() => having('size'), { timeout: 20_000 }).toBe(0);
    expect(await having('other')).toBe(1001);
  });

  it('are removed with their values, by administrators only', async () => {
    const workspaceId = await system.clientWorkspace();
    const [user, admin] = [
      await system.signedIn({ workspaceId }),
      await system.signedIn({ workspaceId, role: 'admin' }),
    ];
    const field = await user.call(customFields.create, {
      body: { object: 'contact', label: 'Shoe size', kind: 'number' },
    });
    const contact = newId();
    await asSystem(() =>
      query(
        `insert into contacts (id, workspace_id, custom, name_key, last_name_key, company_key, email_key, search_text)
          values ($1, $2, '{"shoe_size": 43, "other": 1}', '', '', '', '', '')`,
        [contact, workspaceId],
      ),
    );
    expect((await user.tryCall(customFields.remove, { params: { id: field.id } })).status).toBe(403);
    await admin.call(customFields.remove, { params: { id: field.id } });
    const [row] = await asSystem(() =>
      query<{ custom: object }>('select custom from contacts where id = $1', [contact]),
    );
    expect(row!.custom).toEqual({ other: 1 });
    // Deleted fields keep their name in the history until another field uses the key.
    const removed = async (object: 'contact' | 'company', who = user) =>
      (await who.call(customFields.list, { query: { object } })).removed;
    expect([await removed('contact'), await removed('company')]).toEqual([
      [{ key: 'shoe_size', label: 'Shoe size' }],
      [],
    ]);
    expect(await removed('contact', await system.signedIn({ workspaceId: await system.clientWorkspace() }))).toEqual(
      [],
    );
    const again = await user.call(customFields.create, {
      body: { object: 'contact', label: 'Shoe-size', kind: 'number' },
    });
    expect([again.key, await removed('contact')]).toEqual(['shoe_size', []]);
    await admin.call(customFields.remove, { params: { id: again.id } });
    expect(await removed('contact')).toEqual([{ key: 'shoe_size', label: 'Shoe-size' }]);
  });

  it('have no key that every object knows: a record without a value would seem to have one', async () => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const { key } = await user.call(customFields.create, {
      body: { object: 'company', label: 'Constructor', kind: 'text' },
    });
    expect(key).toBe('constructor_2');
    await user.call(companies.create, { body: { name: 'Plain' } });
    const file = await user.send<string>('GET', `${companies.exportFile.path}?columns=name,custom.${key}`);
    expect(file.body.trim().split('\r\n')).toEqual([expect.stringContaining('Name,Constructor'), 'Plain,']);
  });

  it('make keys of any label', () => {
    expect(keyFor('***', new Set())).toBe('field');
    expect(keyFor('Tier', new Set(['tier', 'tier_2']))).toBe('tier_3');
  });
});
