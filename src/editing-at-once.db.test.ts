/** Two people who edit one record at once lose nothing: the second writer is told, and both changes can be kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workflows } from './domains/automation/contract.ts';
import { activities, businessLicenses, companies, contacts, leads, opportunities } from './domains/crm/contract.ts';
import { templates } from './domains/templates/contract.ts';
import type { TestClient } from './testing/client.ts';
import { startTestSystem, type TestSystem } from './testing/system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

interface Thing {
  id: string;
  version: number;
}
type Values = Record<string, unknown>;

interface Edited {
  make: (user: TestClient) => Promise<Thing>;
  read: (user: TestClient, id: string) => Promise<Thing>;
  write: (
    user: TestClient,
    id: string,
    body: Values & { version?: number },
  ) => Promise<{ status: number; body: unknown }>;
  /** Two fields that people change. */
  fields: readonly [string, string];
  admin?: boolean;
}

const crm = <Calls extends { get: typeof contacts.get; update: typeof contacts.update }>(
  calls: unknown,
  make: Edited['make'],
  fields: Edited['fields'],
): Edited => ({
  make,
  fields,
  read: (user, id) => user.call((calls as Calls).get, { params: { id } }),
  write: (user, id, body) => user.tryCall((calls as Calls).update, { params: { id }, body: body }),
});

const KINDS: Record<string, Edited> = {
  contact: crm(contacts, (user) => user.call(contacts.create, { body: { firstName: 'Ada' } }), ['title', 'about']),
  company: crm(companies, (user) => user.call(companies.create, { body: { name: 'Engines' } }), ['industry', 'about']),
  lead: crm(leads, (user) => user.call(leads.create, { body: { firstName: 'Ada' } }), ['title', 'about']),
  opportunity: crm(
    opportunities,
    (user) => user.call(opportunities.create, { body: { name: 'Loom', currency: 'USD' } }),
    ['nextStep', 'description'],
  ),
  activity: crm(activities, (user) => user.call(activities.create, { body: { type: 'task', subject: 'Call' } }), [
    'place',
    'body',
  ]),
  license: crm(businessLicenses, (user) => user.call(businessLicenses.create, { body: { name: 'Trading' } }), [
    'number',
    'about',
  ]),
  workflow: crm(workflows, (user) => user.call(workflows.create, { body: { name: 'Greet' } }), ['name', 'description']),
  template: {
    admin: true,
    fields: ['name', 'summary'],
    async make(user) {
      const { ref, version } = await user.call(templates.duplicate, { params: { ref: 'dental-practice' } });
      return { id: ref, version: version! };
    },
    async read(user, id) {
      const template = await user.call(templates.get, { params: { ref: id } });
      return { ...template, id, version: template.version! };
    },
    write: (user, id, body) => user.tryCall(templates.update, { params: { id }, body: body }),
  },
};

/** Writes on the current version, however often others are faster. */
async function insist(kind: Edited, user: TestClient, id: string, change: (now: Values) => Values): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const now = await kind.read(user, id);
    const { status, body } = await kind.write(user, id, { ...change(now as unknown as Values), version: now.version });
    if (status === 200) return attempt;
    expect(body).toMatchObject({ code: 'stale' });
  }
}

describe.each(Object.entries(KINDS))('two people who edit one %s', (_, kind) => {
  async function two() {
    const home = kind.admin ? {} : { workspaceId: await system.clientWorkspace() };
    const [ada, bob] = [
      await system.signedIn({ ...home, role: 'admin' }),
      await system.signedIn({ ...home, role: 'admin' }),
    ];
    return { ada, bob, thing: await kind.make(ada) };
  }

  it('keep one change, learn of the other, and lose neither', async () => {
    const {
      ada,
      bob,
      thing: { id, version },
    } = await two();
    const [one, other] = kind.fields;
    const answers = await Promise.all([
      kind.write(ada, id, { [one]: 'of Ada', version }),
      kind.write(bob, id, { [other]: 'of Bob', version }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const late = answers.find(({ status }) => status !== 200)!;
    expect(late.body).toMatchObject({ code: 'stale' });
    const [loser, change] =
      answers[0]!.status === 200 ? ([bob, { [other]: 'of Bob' }] as const) : ([ada, { [one]: 'of Ada' }] as const);
    expect(await insist(kind, loser, id, () => change)).toBe(1);
    expect(await kind.read(ada, id)).toMatchObject({ [one]: 'of Ada', [other]: 'of Bob', version: version + 2 });
    // The last writer names one field and leaves the other alone.
    expect((await kind.write(ada, id, { [one]: 'of Ada, later', version: version + 2 })).status).toBe(200);
    expect(await kind.read(ada, id)).toMatchObject({ [one]: 'of Ada, later', [other]: 'of Bob' });
  });

  it('must name the version they read, or nothing changes', async () => {
    const {
      ada,
      thing: { id, version },
    } = await two();
    expect((await kind.write(ada, id, { [kind.fields[0]]: 'blind' })).status).toBe(400);
    expect((await kind.read(ada, id)).version).toBe(version);
  });

  it('find every addition of many concurrent writers', async () => {
    const {
      ada,
      bob,
      thing: { id },
    } = await two();
    const field = kind.fields[1];
    const add = (user: TestClient, mark: string) =>
      insist(kind, user, id, (now) => ({ [field]: `${(now[field] ?? '') as string} ${mark}` }));
    await Promise.all(['a', 'b', 'c', 'd'].map((mark, i) => add(i % 2 ? ada : bob, mark)));
    const text = String(((await kind.read(ada, id)) as unknown as Values)[field]);
    expect(
      text
        .trim()
        .split(' ')
        .filter((word) => word.length === 1 && 'abcd'.includes(word))
        .sort()
        .join(''),
    ).toBe('abcd');
  });
});
