/**
 * A plain text field that people write travels everywhere: it is kept, its change is noticed, and it is searched,
 * filtered, exported, imported and merged. Which fields there are is read from the contract, so a new one that was
 * forgotten somewhere fails here, and the failure says where to add it. See `docs/architecture.md`, “A new field on a
 * kind”.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod';
import type { TestClient } from '../../testing/client.ts';
import { startTestSystem, type TestSystem } from '../../testing/system.ts';
import { companies, contacts, type ImportKind, leads, opportunities } from '../../domains/crm/contract.ts';
import { type ImportOptions, imports, type RecordImport } from '../../domains/crm/contract.ts';
import { CompanyFields } from '../../domains/crm/contract/companies.ts';
import { ContactFields } from '../../domains/crm/contract/contacts.ts';
import { IMPORT_TARGETS } from '../../domains/crm/contract/import-targets.ts';
import { LeadFields } from '../../domains/crm/contract/leads.ts';
import { OpportunityFields } from '../../domains/crm/contract/opportunities.ts';
import { COMPANY_MERGE, CONTACT_MERGE, LEAD_MERGE } from '../../domains/crm/engine/merge/rules.ts';
import { kindOf } from './list/list-kind.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

interface Travelling {
  calls: typeof companies;
  shape: Readonly<Record<string, z.ZodType>>;
  merge?: readonly { name: string }[];
  /** Text that is no plain field: it names another record, or belongs to a state. */
  not: readonly string[];
  /** Fields without a filter of their own: another one asks for them. */
  unfiltered?: readonly string[];
  /** Columns of files that are named otherwise than the field. */
  targets?: Readonly<Record<string, string>>;
  /** Fields that match an imported row to a record, taken from the body or the row. */
  matchOn: ImportOptions['matchOn'][number];
  known: readonly string[];
  besides?: { body: object; row: Readonly<Record<string, string>> };
}

const KINDS = {
  contact: {
    calls: contacts as never,
    shape: ContactFields.shape,
    merge: CONTACT_MERGE.fields,
    not: ['companyName'],
    matchOn: 'email',
    known: [],
    besides: { body: { emails: [{ value: 'ada@mail.example' }] }, row: { email: 'ada@mail.example' } },
  },
  company: {
    calls: companies,
    shape: CompanyFields.shape,
    merge: COMPANY_MERGE.fields,
    not: [],
    matchOn: 'name',
    known: ['name'],
  },
  lead: {
    calls: leads as never,
    shape: LeadFields.shape,
    merge: LEAD_MERGE.fields,
    not: ['statusReason'],
    unfiltered: ['firstName', 'lastName'],
    targets: { companyName: 'company' },
    matchOn: 'email',
    known: ['email'],
  },
  opportunity: {
    calls: opportunities as never,
    shape: OpportunityFields.shape,
    not: ['companyName', 'closeNote'],
    matchOn: 'name',
    known: ['name'],
  },
} as const satisfies Record<ImportKind, Travelling>;

/** Two values of a field, that no other field has; undefined when it is no text. */
function samples(field: string, schema: z.ZodType, nth: number): [string, string] | undefined {
  const word = `Qu${String.fromCodePoint(97 + nth).repeat(4)}rtz`;
  const shaped: Record<string, (text: string) => string> = {
    website: (text) => `https://${text.toLowerCase()}.example/`,
    email: (text) => `${text.toLowerCase()}@mail.example`,
    phone: (text) => (text.endsWith('one') ? '+14155550123' : '+14155550188'),
  };
  const [one, two] = ['one', 'two'].map((end) => (shaped[field] ?? ((text: string) => text))(word + end)) as [
    string,
    string,
  ];
  return schema.safeParse(one).success ? [one, two] : undefined;
}

async function importRow(
  user: TestClient,
  kind: ImportKind,
  values: Readonly<Record<string, string>>,
  options: Partial<ImportOptions>,
): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([`${Object.keys(values).join(',')}\n${Object.values(values).join(',')}\n`]), `${kind}.csv`);
  const { body } = await user.send<RecordImport>('POST', `/api/imports?kind=${kind}`, { raw: form });
  const params = { id: body.id };
  await user.call(imports.setMapping, {
    params,
    body: {
      columns: Object.keys(values).map((target, index) => ({ index, target })) as RecordImport['mapping'],
      options,
    },
  });
  await user.call(imports.start, { params });
  await expect
    .poll(async () => (await user.call(imports.get, { params })).state, { timeout: 20_000, interval: 30 })
    .toBe('done');
}

it.each(Object.entries(KINDS) as [ImportKind, Travelling][])(
  'each text field travels everywhere: %s',
  async (kind, { calls, shape, merge, not, unfiltered = [], targets = {}, matchOn, known, besides }) => {
    const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const fields = Object.entries(shape).flatMap(([field, schema], nth) => {
      const values = not.includes(field) ? undefined : samples(field, schema, nth);
      return values ? [{ field, values }] : [];
    });
    expect(fields.length).toBeGreaterThan(3);
    const set = (which: 0 | 1) =>
      Object.fromEntries(fields.map(({ field, values }) => [field, values[which]])) as { name: string };
    const forgotten: string[] = [];
    const miss = (field: string, where: string) => forgotten.push(`${kind}.${field} ${where}`);
    const kept = (record: object, which: 0 | 1, where: string) => {
      for (const { field, values } of fields)
        if ((record as Record<string, unknown>)[field] !== values[which]) miss(field, where);
    };

    const made = await user.call(calls.create, { body: set(0) });
    kept(
      await user.call(calls.get, { params: { id: made.id } }),
      0,
      'is not kept when a record is made (the fields that input is read by, COLUMNS in write.ts, rows.ts)',
    );
    await user.call(calls.update, { params: { id: made.id }, body: { ...set(1), version: made.version } });
    kept(await user.call(calls.get, { params: { id: made.id } }), 1, 'is not kept when a record is changed');
    const stale = await user.tryCall(calls.update, {
      params: { id: made.id },
      body: { ...set(0), version: made.version },
    });
    const changed = new Set(
      (stale.body as { details: { changed: { field: string }[] } }).details.changed.map(({ field }) => field),
    );
    const csv = (await user.send<string>('GET', `${calls.exportFile.path}?format=csv`)).body;

    const searched = async (search: string) => user.call(calls.list, { query: { search } });
    const filtered = async (field: string, value: string) =>
      user.tryCall(calls.list, {
        query: { filter: { match: 'all', conditions: [{ field, op: 'contains', value }] } as never },
      });
    for (const {
      field,
      values: [, value],
    } of fields) {
      if (!changed.has(field))
        miss(field, 'is missing where changes are listed: a change of it alone is not written (engine, …Changes)');
      // Companies are found by the host of their web address.
      const found = await searched(field === 'website' ? new URL(value).hostname : value);
      if (found.items.length !== 1 || found.fuzzy) miss(field, 'is not searched (searchText of the engine)');
      if (!csv.includes(value)) miss(field, 'is not exported (COLUMNS of the export)');
      if (!unfiltered.includes(field)) {
        const filter = kindOf(kind)!.filterFields.find((one) => one.field === field);
        const { status, body } =
          filter?.kind === 'text'
            ? await filtered(field, value)
            : { status: 200, body: { items: filter ? [made] : [] } };
        if (status !== 200 || (body as { items: unknown[] }).items.length !== 1)
          miss(field, 'is not filtered (…_FILTER_FIELDS of the contract and filters in kind.ts)');
      }
      if (merge && !merge.some(({ name }) => name === field)) miss(field, 'is lost in a merge (engine/merge/rules.ts)');
    }

    const targetOf = (field: string) => targets[field] ?? field;
    const columns = new Set<string>(IMPORT_TARGETS[kind]);
    for (const { field } of fields)
      if (!columns.has(targetOf(field))) miss(field, 'is not imported (contract/import-targets.ts)');
    const importable = fields.filter(({ field }) => columns.has(targetOf(field)));
    const row = (which: 0 | 1) =>
      Object.fromEntries(importable.map(({ field, values }) => [targetOf(field), values[which]]));
    const came = async (id: string | undefined, which: 0 | 1, where: string) => {
      const record = id === undefined ? undefined : await user.call(calls.get, { params: { id } });
      for (const { field, values } of importable)
        if ((record as Record<string, unknown> | undefined)?.[field] !== values[which]) miss(field, where);
    };
    await user.call(calls.remove, { params: { id: made.id } });
    await importRow(user, kind, row(0), {});
    await came((await searched(fields[0]!.values[0])).items[0]?.id, 0, 'is not read from a file (engine/imports)');
    const ofIt = Object.fromEntries(
      fields.filter(({ field }) => known.includes(field)).map(({ field, values }) => [field, values[1]]),
    );
    const bare = await user.call(calls.create, { body: { ...ofIt, ...besides?.body } as { name: string } });
    await importRow(user, kind, { ...row(1), ...besides?.row }, { onMatch: 'update', matchOn: [matchOn] });
    await came(bare.id, 1, 'is not filled in by a file where the record is there already (TEXTS in engine/imports)');
    expect(forgotten).toEqual([]);
  },
);
