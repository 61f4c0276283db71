import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query } from '../../../../server/db/index.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { runs } from '../../../../testing/runs.ts';
import {
  assignmentRules,
  companies,
  contacts,
  type ImportKind,
  leads,
  opportunities,
  pipelines,
} from '../../contract.ts';
import { customFields } from '../../../../records/contract.ts';
import { type ImportMapping, type ImportOptions, imports, type RecordImport } from '../../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

async function upload(user: TestClient, kind: ImportKind, content: string): Promise<RecordImport> {
  const form = new FormData();
  form.set('file', new Blob([content]), `${kind}.csv`);
  const { status, body } = await user.send<RecordImport>('POST', `/api/imports?kind=${kind}`, { raw: form });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

async function untilOver(user: TestClient, id: string): Promise<RecordImport> {
  const over = new Set(['done', 'failed', 'cancelled', 'reverted']);
  await expect
    .poll(async () => over.has((await user.call(imports.get, { params: { id } })).state), {
      timeout: 20_000,
      interval: 30,
    })
    .toBe(true);
  return user.call(imports.get, { params: { id } });
}

async function run(
  user: TestClient,
  kind: ImportKind,
  content: string,
  options?: Partial<ImportOptions>,
  columns?: ImportMapping['columns'],
): Promise<RecordImport> {
  const started = await upload(user, kind, content);
  const params = { id: started.id };
  if (options || columns)
    await user.call(imports.setMapping, {
      params,
      body: { columns: columns ?? started.mapping, ...(options ? { options } : {}) },
    });
  await user.call(imports.start, { params });
  return untilOver(user, started.id);
}

async function workspace() {
  const workspaceId = await system.clientWorkspace();
  return { user: await system.signedIn({ workspaceId }), workspaceId };
}

const issues = async (user: TestClient, id: string, outcome: 'reject' | 'skip' | 'warn') =>
  (await user.call(imports.rows, { params: { id }, query: { outcome, limit: 200 } })).items.map(
    (item) => [item.row, item.reason] as const,
  );

describe('leads from a file', () => {
  it('become leads with their status, and warn of who is a contact already', async () => {
    const { user } = await workspace();
    await user.call(contacts.create, {
      body: { firstName: 'Ada', lastName: 'King', emails: [{ value: 'ada@example.com' }] },
    });
    const done = await run(
      user,
      'lead',
      [
        'Name,Company,Email,Mobile,Lead Status,Owner',
        'Ada King,Engines,ADA@example.com,,Open,',
        'Bob Stone,Quarry,bob@example.com,(415) 555-0100,Contacted,',
        ',Only A Company,,,,',
        'Cy Young,,cy@example.com,,whatever,',
        'Di Ames,,di@example.com,,New,Nobody Here',
      ].join('\n'),
    );
    expect(done).toMatchObject({
      kind: 'lead',
      state: 'done',
      counts: { read: 5, created: 4, updated: 0, skipped: 0, rejected: 1, warned: 2 },
    });
    expect(await issues(user, done.id, 'warn')).toEqual([
      [1, 'Ada King is a contact already: the email address ada@example.com.'],
      [5, 'No teammate is called “Nobody Here”. Rows with this name were imported without an owner.'],
    ]);
    expect(await issues(user, done.id, 'reject')).toEqual([
      [4, '"whatever" is not a lead status. Use new, working, qualified, or unqualified.'],
    ]);
    const { items } = await user.call(leads.list, { query: { sort: 'name' } });
    expect(items.map((lead) => [lead.name, lead.status, lead.phone])).toEqual([
      ['Ada King', 'new', ''],
      ['Bob Stone', 'working', '+14155550100'],
      ['Di Ames', 'new', ''],
      ['Only A Company', 'new', ''],
    ]);
    const filter = JSON.stringify({ match: 'all', conditions: [{ field: 'import', op: 'any_of', value: [done.id] }] });
    expect((await user.call(leads.list, { query: { filter, total: '1' } })).items).toHaveLength(4);
  });

  it('get the owners that were chosen for unknown names, which are reported once otherwise', async () => {
    const { user } = await workspace();
    const file = 'Name,Owner\nAda,Old Rep\nBob,old rep\nCy,Gone Rep\nDi,constructor\nEd,constructor\n';
    const started = await upload(user, 'lead', file);
    const params = { id: started.id };
    expect(await user.call(imports.unknownOwners, { params })).toEqual({
      items: [
        { name: 'Old Rep', rows: 2, shared: false },
        { name: 'constructor', rows: 2, shared: false },
        { name: 'Gone Rep', rows: 1, shared: false },
      ],
      all: true,
    });
    const assign = (ownerNames: ImportOptions['ownerNames']) =>
      user.call(imports.setMapping, { params, body: { columns: started.mapping, options: { ownerNames } } });
    await expect(assign({ 'Old Rep': newId() })).rejects.toThrow('"field":"options.ownerNames"');
    await assign({ 'Old Rep': user.userId, 'Gone Rep': null });
    await user.call(imports.start, { params });
    const done = await untilOver(user, started.id);
    expect(await issues(user, done.id, 'warn')).toEqual([
      [4, 'No teammate is called “constructor”. Rows with this name were imported without an owner.'],
    ]);
    const { items } = await user.call(leads.list, { query: { sort: 'name' } });
    expect(items.map(({ ownerId }) => ownerId)).toEqual([user.userId, user.userId, null, null, null]);
  });

  it('skips, updates or doubles and warns of leads that are there already; a converted one stays as it is', async () => {
    const { user, workspaceId } = await workspace();
    await user.call(leads.create, { body: { firstName: 'Ada', email: 'ada@example.com', title: 'Countess' } });
    const gone = await user.call(leads.create, { body: { firstName: 'Cy', email: 'cy@example.com' } });
    await inWorkspace(workspaceId, null, () => query(`update leads set status = 'converted' where id = $1`, [gone.id]));
    const file = 'First name,Email,Title,City\nAda,Ada@Example.com,Boss,London\nCy,cy@example.com,Boss,\n';
    expect((await run(user, 'lead', file)).counts).toMatchObject({ created: 0, skipped: 2 });
    const updated = await run(user, 'lead', file, { onMatch: 'update' });
    expect(updated.counts).toMatchObject({ created: 0, updated: 1, skipped: 1 });
    expect((await user.call(leads.list, { query: { search: 'ada' } })).items).toEqual([
      expect.objectContaining({ title: 'Countess', city: 'London' }),
    ]);
    const warned = await run(user, 'lead', file, { onMatch: 'warn' });
    expect(warned.counts).toMatchObject({ created: 2, skipped: 0, warned: 2 });
    expect((await issues(user, warned.id, 'warn'))[0]).toEqual([
      1,
      'Ada already has the email address ada@example.com.',
    ]);
  });
});

it('companies come in once for each name, and are updated by it', async () => {
  const { user } = await workspace();
  await user.call(contacts.create, { body: { firstName: 'Ada', companyName: 'Acme' } });
  const file =
    'Company name,Website,Industry,Phone Number\nACME,acme.example,Mining,(415) 555-0100\nQuarry,,,\nquarry,,Stone,\n,,x,\n';
  const done = await run(user, 'company', file, { onMatch: 'update' });
  expect(done.counts).toMatchObject({ created: 1, updated: 2, rejected: 1 });
  const { items } = await user.call(companies.list, { query: { sort: 'name' } });
  expect(items.map((one) => [one.name, one.website, one.industry, one.phone])).toEqual([
    ['Acme', 'https://acme.example/', 'Mining', '+14155550100'],
    ['Quarry', '', 'Stone', ''],
  ]);
  const params = { id: (await upload(user, 'company', file)).id };
  expect(
    (
      await user.tryCall(imports.setMapping, {
        params,
        body: { columns: [{ index: 0, target: 'name' }], options: { onMatch: 'create' } },
      })
    ).status,
  ).toBe(400);
});

const PIPELINE = 'Sales';

describe('opportunities from a file', () => {
  it('find their stage, contact, company and reason by name, with exact amounts', async () => {
    const { user } = await workspace();
    const ada = await user.call(contacts.create, {
      body: { firstName: 'Ada', lastName: 'King', emails: [{ value: 'ada@example.com' }], companyName: 'Engines' },
    });
    for (const lastName of ['Stone', 'Stone'])
      await user.call(contacts.create, { body: { firstName: 'Bob', lastName } });
    const done = await run(
      user,
      'opportunity',
      [
        'Deal name;Amount;Currency;Pipeline;Stage;Contact email;Contact;Company;Close Date;Probability;Tags',
        'Analytics;"€ 1.234.567,89";;Sales;proposal sent;ADA@example.com;;;24.12.2031;60 %;big, fast',
        'Difference;12,500.5;USD;;Negotiation;;Ada King;"Difference & Sons";2031-11-30;0.8;',
        'Won one;100;;;Closed Won;;;;01.02.2024;;',
        'No stage;1;;;Nowhere;;;;;;',
        'No pipeline;1;;Elsewhere;;;;;;;',
        'No contact;1;;;;zoe@example.com;;;;;',
        'Two Bobs;1;;;;;Bob Stone;;;;',
        'Nothing to negotiate;;;;Negotiation;;;;;;',
        'No money;12k;;;;;;;;;',
        'No day;12;;;;;;;someday;;',
        ';12;;;;;;;;;',
      ].join('\r\n'),
      { dateOrder: 'dmy', currency: 'GBP' },
    );
    expect(done.mapping.map((column) => column.target)).toEqual([
      'name',
      'amount',
      'currency',
      'pipeline',
      'stage',
      'contactEmail',
      'contactName',
      'company',
      'expectedClose',
      'probability',
      'tags',
    ]);
    expect(await issues(user, done.id, 'reject')).toEqual([
      [4, `There is no stage called "Nowhere" in the pipeline "${PIPELINE}".`],
      [5, 'There is no pipeline called "Elsewhere".'],
      [6, 'No contact has the email address zoe@example.com. Import the contacts first.'],
      [7, '2 contacts are called "Bob Stone": use the email address.'],
      [8, '“Negotiation” needs an amount and an expected close date.'],
      [9, '"12k" is not an amount.'],
      [10, '"someday" is not a valid date for the expected closing day.'],
      [11, 'Name is missing.'],
    ]);
    expect(done.counts).toMatchObject({ created: 3, rejected: 8 });
    const { items } = await user.call(opportunities.list, { query: { sort: 'name' } });
    expect(
      items.map((one) => [
        one.name,
        one.amount,
        one.currency,
        one.stage.name,
        one.state,
        one.probability,
        one.contact?.id,
        one.company?.name,
        one.expectedClose,
      ]),
    ).toEqual([
      ['Analytics', '1234567.8900', 'EUR', 'Proposal sent', 'open', 60, ada.id, 'Engines', '2031-12-24'],
      ['Difference', '12500.5000', 'USD', 'Negotiation', 'open', 80, ada.id, 'Difference & Sons', '2031-11-30'],
      ['Won one', '100.0000', 'GBP', 'Won', 'won', 100, undefined, undefined, '2024-02-01'],
    ]);
    const won = items[2]!;
    expect(won.closedAt).toMatch(/^2024-0[12]-/);
    const history = await user.call(opportunities.history, { params: { id: won.id } });
    expect(history.stays).toEqual([
      expect.objectContaining({ stageName: 'Won', enteredAt: won.closedAt, leftAt: null }),
    ]);
  });

  it('match by name and company, move with “replace”, and stand in the order of the file', async () => {
    const { user } = await workspace();
    await run(user, 'opportunity', 'Name,Company,Amount\nOne,Acme,10\nTwo,Acme,20\nOne,Other,30\n');
    const file = 'Name,Company,Amount,Stage\none,ACME,11,Won\nThree,Acme,5,\n';
    const again = await run(user, 'opportunity', file, { onMatch: 'update', update: 'replace' });
    expect(again.counts).toMatchObject({ created: 1, updated: 1 });
    const { items } = await user.call(opportunities.list, { query: { sort: 'name' } });
    expect(items.map((one) => [one.name, one.company?.name, one.amount, one.state])).toEqual(
      [
        ['One', 'Acme', '11.0000', 'won'],
        ['One', 'Other', '30.0000', 'open'],
        ['Three', 'Acme', '5.0000', 'open'],
        ['Two', 'Acme', '20.0000', 'open'],
      ].toSorted((a, b) => (a[0]! < b[0]! ? -1 : a[0]! > b[0]! ? 1 : 0)),
    );
    const board = await user.call(opportunities.board, { query: { pipelineId: items[1]!.pipelineId } });
    expect(board.columns[0]!.cards.map((card) => card.name)).toEqual(['Two', 'One', 'Three']);
  });

  it('take custom fields, new ones included', async () => {
    const { user } = await workspace();
    const size = await user.call(customFields.create, {
      body: { object: 'opportunity', label: 'Seats', kind: 'number' },
    });
    const done = await run(user, 'opportunity', 'Name,Seats,Region\nOne,"1,200",North\n', undefined, [
      { index: 0, target: 'name' },
      { index: 1, target: `custom:${size.key}` },
      { index: 2, target: null, newField: { label: 'Region', kind: 'select' } },
    ]);
    expect(done.counts).toMatchObject({ created: 1, rejected: 0 });
    expect((await user.call(opportunities.list, {})).items[0]!.custom).toEqual({ seats: 1200, region: 'North' });
  });
});

/**
 * Everything of the workspace's records that a person could see, as it stands in the tables; stamps of the last change
 * aside.
 */
function snapshot(workspaceId: string): Promise<unknown> {
  const rows = (table: string, leave: string) =>
    query(
      `select to_jsonb(t) - array[${leave}]::text[] as row from ${table} t where workspace_id = $1
        order by to_jsonb(t)->>'id', to_jsonb(t)::text`,
      [workspaceId],
    );
  const stamps = `'version', 'updated_at', 'updated_by', 'import_version'`;
  return inWorkspace(workspaceId, null, async () => ({
    contacts: await rows('contacts', stamps),
    keys: await rows('contact_keys', `''`),
    companies: await rows('companies', stamps),
    leads: await rows('leads', stamps),
    opportunities: await rows('opportunities', stamps),
    stays: await rows('opportunity_stays', `''`),
    notes: await rows('record_notes', `''`),
  }));
}

describe('a file of one’s own', () => {
  const LISTS = { contact: 'contacts', company: 'companies', lead: 'leads', opportunity: 'opportunities' } as const;

  it.each(['contact', 'company', 'lead', 'opportunity'] as const)(
    'changes nothing of the %s records that it came from, and makes the same ones elsewhere',
    async (kind) => {
      const { user, workspaceId } = await workspace();
      await asSystem(() =>
        execute(`update workspaces set time_zone = 'America/New_York' where id = $1`, [workspaceId]),
      );
      const CHOICES = { select: ['-10 %', '@home'], multi: ['a, b', 'c; "d"', '+ 1'] };
      for (const field of [
        'text',
        'long_text',
        'number',
        'day',
        'boolean',
        'url',
        'email',
        'phone',
        'select',
        'multi',
      ] as const) {
        await user.call(customFields.create, {
          body: {
            object: kind,
            label: `My ${field}`,
            kind: field,
            ...(field in CHOICES && { options: CHOICES[field as keyof typeof CHOICES] }),
          },
        });
      }
      await user.call(customFields.create, {
        body: { object: kind, label: 'Twice', kind: 'formula', formula: '{my_number} * 2' },
      });
      const custom = (n: number) => ({
        my_text: ['=1+1', "'=1", '@ "x", y'][n]!,
        my_long_text: '- eins\n- zwei; "drei"\n\nÄÖ',
        my_number: [0.1234567890123, -1e-7, 1e21][n]!,
        my_day: '2026-02-28',
        my_boolean: n === 1,
        my_url: 'https://x.example/?a=1,2;3',
        my_email: 'a@x.example',
        my_phone: '+14155550100',
        my_select: CHOICES.select[n % 2]!,
        my_multi: [['a, b'], ['c; "d"', '+ 1'], ['+ 1']][n]!,
      });
      const tags = (n: number) => [['@vip', 'a;b'], ['one, two'], ['"x"']][n]!;
      const people = [
        ['Ada', 'King'],
        ['Bob', 'Stone'],
        ['-Cy', 'Ü'],
      ] as const;
      for (const [n, [firstName, lastName]] of people.entries()) {
        const [about, emails] = ['+ good\n- bad', [{ value: 'all@x.example' }]];
        if (kind === 'contact') {
          await user.call(contacts.create, {
            body: {
              firstName,
              lastName,
              about,
              emails,
              tags: tags(n),
              custom: custom(n),
              title: '',
              companyName: '@Work',
              ownerId: null,
              consent: { email: { state: 'granted', at: '2020-01-01T10:00:00.000Z', basis: 'By phone' } },
            },
          });
        } else if (kind === 'company')
          await user.call(companies.create, {
            body: { name: `+${lastName}`, about, tags: tags(n), custom: custom(n) },
          });
        else if (kind === 'lead')
          await user.call(leads.create, {
            body: {
              firstName,
              lastName,
              email: 'all@x.example',
              about,
              tags: tags(n),
              custom: custom(n),
              companyName: '=Co',
            },
          });
        else {
          const { id, version } = await user.call(opportunities.create, {
            body: {
              name: `=${lastName}`,
              amount: '1.234',
              currency: 'KWD',
              description: about,
              tags: tags(n),
              custom: custom(n),
              companyName: '@Work',
              probability: 33,
            },
          });
          const stageId = (await user.call(pipelines.list, {})).items[0]!.stages.find(
            ({ outcome }) => outcome === 'won',
          )!.id;
          if (n === 0) await user.call(opportunities.move, { params: { id }, body: { stageId, version } });
        }
      }
      // In the evening of a Saturday in New York.
      await inWorkspace(workspaceId, null, () =>
        execute(`update opportunities set closed_at = '2026-02-01T02:30:00.000Z' where closed_at is not null`),
      );
      const { body: file } = await user.send<string>('GET', `/api/${LISTS[kind]}/export?format=csv`);
      const before = await snapshot(workspaceId);
      const again = await run(user, kind, file, { onMatch: 'update', update: 'replace' });
      expect(await issues(user, again.id, 'reject')).toEqual([]);
      expect(again.counts).toMatchObject({ read: 3, created: 0, updated: 0, skipped: 3 });
      expect(await snapshot(workspaceId)).toEqual(before);
      if (kind === 'company') return;
      await run(user, kind, file, { onMatch: 'create' });
      const values = await inWorkspace(workspaceId, null, () =>
        query<{ count: number }>(
          `select count(*)::int as count from ${LISTS[kind]} t
            group by to_jsonb(t) - array['id', 'version', 'created_at', 'updated_at', 'created_by', 'updated_by',
            'import_id', 'import_version', 'rank', 'stage_entered_at', 'status_since', 'search_text', 'consent',
            'owner_id', 'last_activity_at']`,
        ),
      );
      expect(values.map(({ count }) => count)).toEqual([2, 2, 2]);
    },
  );
});

describe('reverting', () => {
  const word = fc.constantFrom('Ada', 'Bob', 'Cy', 'Dee');
  const person = fc.record({
    name: word,
    mail: fc.integer({ min: 0, max: 5 }),
    city: fc.constantFrom('', 'Rome', 'Oslo'),
    tag: fc.constantFrom('', 'x', 'y'),
    note: fc.constantFrom('', 'Hello'),
  });
  const deal = fc.record({
    name: word,
    company: fc.constantFrom('', 'Acme', 'New Co'),
    amount: fc.constantFrom('', '10', '20.5'),
    stage: fc.constantFrom('', 'Qualified', 'Won', 'Meeting held', 'Lost'),
    note: fc.constantFrom('', 'Hello'),
  });
  const how = fc.record({
    onMatch: fc.constantFrom('update' as const, 'skip' as const, 'warn' as const, 'create' as const),
    update: fc.constantFrom('fill' as const, 'replace' as const),
  });
  const people = (rows: readonly { name: string; mail: number; city: string; tag: string; note: string }[]) =>
    [
      'First name,Email,City,Tags,Note',
      ...rows.map((row) => `${row.name},p${row.mail}@example.com,${row.city},${row.tag},${row.note}`),
      '',
    ].join('\n');
  const deals = (rows: readonly { name: string; company: string; amount: string; stage: string; note: string }[]) =>
    [
      'Name,Company,Amount,Stage,Note',
      ...rows.map((row) => `${row.name},${row.company},${row.amount},${row.stage},${row.note}`),
      '',
    ].join('\n');

  it.each([
    ['contact', fc.array(person, { minLength: 1, maxLength: 6 }).map(people)],
    ['lead', fc.array(person, { minLength: 1, maxLength: 6 }).map(people)],
    [
      'company',
      fc
        .array(person, { minLength: 1, maxLength: 6 })
        .map((rows) =>
          [
            'Name,Website,City,Tags,Note',
            ...rows.map((row) => `${row.name} ${row.mail % 3},w${row.mail}.example,${row.city},${row.tag},${row.note}`),
            '',
          ].join('\n'),
        ),
    ],
    ['opportunity', fc.array(deal, { minLength: 1, maxLength: 6 }).map(deals)],
  ] as const)(
    'is the exact inverse of an import of %s records',
    async (kind, files) => {
      const { user, workspaceId } = await workspace();
      await run(user, kind, fc.sample(files, { numRuns: 1, seed: 7 })[0]!, {
        onMatch: kind === 'company' ? 'skip' : 'create',
      });
      await fc.assert(
        fc.asyncProperty(files, how, async (file, options) => {
          const before = await snapshot(workspaceId);
          const fitting =
            kind === 'company' && (options.onMatch === 'warn' || options.onMatch === 'create')
              ? { ...options, onMatch: 'update' as const }
              : options;
          const done = await run(user, kind, file, fitting);
          expect(done.error).toBeNull();
          await user.call(imports.revert, { params: { id: done.id } });
          const reverted = await untilOver(user, done.id);
          expect(reverted.revert).toMatchObject({ kept: 0 });
          expect(await snapshot(workspaceId)).toEqual(before);
        }),
        { numRuns: runs(8) },
      );
    },
    60_000,
  );

  it('leaves alone what someone worked with since', async () => {
    const { user } = await workspace();
    const done = await run(user, 'opportunity', 'Name,Amount\nOne,1\nTwo,2\n');
    const [one] = (await user.call(opportunities.list, { query: { sort: 'name' } })).items;
    await user.call(opportunities.update, { params: { id: one!.id }, body: { nextStep: 'Call', version: 1 } });
    await user.call(imports.revert, { params: { id: done.id } });
    expect((await untilOver(user, done.id)).revert).toEqual({
      deleted: 1,
      restored: 0,
      kept: 1,
      keptRecords: [{ id: one!.id, name: 'One' }],
    });
  });
});

it('is listed with its kind, takes the fields of its kind only, and is nothing to another workspace', async () => {
  const { user } = await workspace();
  const { id } = await upload(user, 'lead', 'Name\nAda\n');
  expect((await user.call(imports.list, { query: { kind: 'lead' } })).items.map((one) => one.id)).toEqual([id]);
  expect((await user.call(imports.list, {})).items).toEqual([]);
  const { user: other } = await workspace();
  expect((await other.tryCall(imports.get, { params: { id } })).status).toBe(404);
  const refused = await user.tryCall(imports.setMapping, {
    params: { id },
    body: { columns: [{ index: 0, target: 'consentEmail' }] },
  });
  expect(refused.status).toBe(400);
});

describe.each([
  {
    kind: 'lead',
    list: leads.list,
    file: 'Name,Email,Owner,Private\nOpen One,one@example.com,,no\nHidden Two,two@example.com,,yes\nHidden Three,three@example.com,OWNER,Private\nBlank Four,four@example.com,,\nNeither,five@example.com,,perhaps\nOpen One,one@example.com,,yes\n',
  },
  {
    kind: 'opportunity',
    list: opportunities.list,
    file: 'Name,Company,Owner,IsPrivate\nOpen One,Quarry,,false\nHidden Two,Quarry,,TRUE\nHidden Three,Mine,OWNER,confidential\nBlank Four,Mine,,\nNeither,Mine,,perhaps\nOpen One,Quarry,,true\n',
  },
] as const)('private $kind records from a file', ({ kind, list, file }) => {
  it('are seen by the importer and the owner only, as are the rows of the file, and go with the import', async () => {
    const { user, workspaceId } = await workspace();
    const [owner, other, chief] = [
      await system.signedIn({ workspaceId, name: `Olga ${kind}` }),
      await system.signedIn({ workspaceId }),
      await system.signedIn({ workspaceId, workspaceRole: 'owner' }),
    ];
    const names = async (who: TestClient) =>
      (await who.call(list, { query: { limit: 100 } })).items
        .map(({ name, private: isPrivate }) => `${name}${isPrivate ? ' (private)' : ''}`)
        .toSorted();
    // Matched against what is there already, its being seen is left alone.
    const before = await run(user, kind, file.split('\n').slice(0, 2).join('\n'));
    expect(before).toMatchObject({ hidden: false, counts: { created: 1 } });
    const text = file.replace('OWNER', `Olga ${kind}`);
    const tried = await upload(user, kind, text);
    const preview = await user.call(imports.preview, { params: { id: tried.id } });
    expect(preview.rows.map((row) => row.private)).toEqual([false, true, true, false, false, false]);
    expect((await other.tryCall(imports.preview, { params: { id: tried.id } })).status).toBe(403);
    const done = await run(user, kind, text, { onMatch: 'update' });
    expect(done).toMatchObject({
      state: 'done',
      hidden: false,
      counts: { read: 6, created: 3, updated: 0, skipped: 2, rejected: 1 },
    });
    expect(done.mapping.at(-1)).toEqual({ index: 3, target: 'private' });
    expect((await issues(user, done.id, 'reject'))[0]).toEqual([
      5,
      '"perhaps" is not yes or no. Use yes or no for private.',
    ]);
    expect((await issues(user, done.id, 'skip')).at(-1)![1]).toMatch(/Who sees it stays as it is\.$/);
    const all = ['Blank Four', 'Hidden Three (private)', 'Hidden Two (private)', 'Open One'];
    expect(await names(user)).toEqual(all);
    expect(await names(owner)).toEqual(all.filter((name) => !name.startsWith('Hidden Two')));
    for (const one of [other, chief]) expect(await names(one)).toEqual(['Blank Four', 'Open One']);
    // Other people can't see the file's content either.
    const params = { id: done.id };
    const seen = await other.call(imports.get, { params });
    expect([seen.hidden, seen.sampleRows, seen.columns.flatMap(({ samples }) => samples)]).toEqual([true, [], []]);
    // People who can't undo it are not offered the undo.
    expect([
      before.mayRevert,
      done.mayRevert,
      seen.mayRevert,
      (await chief.call(imports.get, { params })).mayRevert,
    ]).toEqual([true, true, false, true]);
    const plain = await upload(user, kind, 'Name\nPlain One\n');
    expect((await other.call(imports.get, { params: { id: plain.id } })).mayRevert).toBe(true);
    expect((await other.tryCall(imports.rows, { params, query: {} })).status).toBe(403);
    expect((await other.send('GET', `/api/imports/${done.id}/rejects.csv`)).status).toBe(403);
    expect((await other.tryCall(imports.revert, { params })).status).toBe(403);
    // An owner of the workspace reverts all of it without seeing it.
    await chief.call(imports.revert, { params });
    expect((await untilOver(user, done.id)).revert).toEqual({ deleted: 3, restored: 0, kept: 0, keptRecords: [] });
    for (const one of [user, chief]) expect(await names(one)).toEqual(['Open One']);
    expect(
      await inWorkspace(workspaceId, user.userId, () =>
        query(`select name from companies where deleted_at is null and name = 'Mine'`),
      ),
    ).toEqual([]);
  });

  it('that someone worked with stay when the import is undone, and are not named to everyone', async () => {
    const { user, workspaceId } = await workspace();
    const done = await run(user, kind, file.replace('OWNER', '').replace('Neither', 'Other'));
    const hidden = (await user.call(list, { query: { limit: 100 } })).items.find(({ name }) => name === 'Hidden Two')!;
    await user.send('POST', `/api/${kind === 'lead' ? 'leads' : 'opportunities'}/${hidden.id}/notes`, {
      body: { text: 'Called.' },
    });
    await user.call(imports.revert, { params: { id: done.id } });
    expect((await untilOver(user, done.id)).revert).toMatchObject({ kept: 1, keptRecords: [] });
    expect((await user.call(list, { query: {} })).items).toMatchObject([{ name: 'Hidden Two', private: true }]);
    const other = await system.signedIn({ workspaceId });
    expect((await other.call(list, { query: {} })).items).toEqual([]);
  });
});

it('a private lead from a file belongs to its importer, whatever the rules of assignment say', async () => {
  const { user, workspaceId } = await workspace();
  const seller = await system.signedIn({ workspaceId });
  const chief = await system.signedIn({ workspaceId, role: 'admin' });
  await chief.call(assignmentRules.create, {
    body: { label: 'All', filter: { match: 'all', conditions: [] }, ownerIds: [seller.userId] },
  });
  await run(user, 'lead', 'Name,Private\nOpen,no\nHidden,yes\n');
  expect(
    (await user.call(leads.list, { query: { sort: 'name' } })).items.map(({ name, ownerId }) => [name, ownerId]),
  ).toEqual([
    ['Hidden', user.userId],
    ['Open', seller.userId],
  ]);
});

it('a mapping that was kept says which of what it names is gone since: a field, a person, a pipeline', async () => {
  const workspaceId = await system.clientWorkspace();
  const admin = await system.signedIn({ workspaceId, role: 'admin' });
  // The first opportunity makes the first pipeline: the other one can go then.
  await admin.call(opportunities.create, { body: { name: 'There already' } });
  const [colleague, field, pipeline] = [
    await system.signedIn({ workspaceId }),
    await admin.call(customFields.create, { body: { object: 'opportunity', label: 'Room', kind: 'text' } }),
    await admin.call(pipelines.create, { body: { name: 'Short-lived' } }),
  ];
  const { id, mapping } = await upload(admin, 'opportunity', 'name,room\nDeal,12\n');
  const columns = [
    { index: 0, target: 'name' },
    { index: 1, target: `custom:${field.key}` },
  ];
  expect(mapping).toEqual(columns);
  await admin.call(imports.setMapping, {
    params: { id },
    body: { columns, options: { ownerId: colleague.userId, pipelineId: pipeline.id } },
  });
  await admin.call(customFields.remove, { params: { id: field.id } });
  await admin.call(pipelines.remove, { params: { id: pipeline.id }, query: {} });
  await asSystem(() =>
    execute('delete from memberships where user_id = $1 and workspace_id = $2', [colleague.userId, workspaceId]),
  );
  const { status, body } = await admin.tryCall(imports.start, { params: { id } });
  expect([status, body.fields?.map((one) => one.field)]).toEqual([
    400,
    ['options.ownerId', 'options.pipelineId', 'columns.1.target'],
  ]);
  await admin.call(imports.setMapping, {
    params: { id },
    body: { columns: [columns[0]!, { index: 1, target: null }], options: { ownerId: null, pipelineId: null } },
  });
  await admin.call(imports.start, { params: { id } });
  expect((await untilOver(admin, id)).counts).toMatchObject({ created: 1, rejected: 0 });
});
