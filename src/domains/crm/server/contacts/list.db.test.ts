import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Condition, type Filter, type FilterField, spanOf } from '../../../../kernel/filter.ts';
import { matchesFilter } from '../../../../kernel/filter-match.ts';
import { newId } from '../../../../kernel/ids.ts';
import { fold, straightened } from '../../../../kernel/text.ts';
import { inWorkspace } from '../../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { CONTACT_SORTS, type ContactRow, contacts, type ContactSort } from '../../contract.ts';
import { customFields } from '../../../../records/contract.ts';
import { customFilterField } from '../../../../records/contract/custom-filter.ts';
import type { CustomValue } from '../../../../records/contract/field-values.ts';
import { BLANK_CONTACT, type ContactData, fullName } from '../../engine/contacts/contact-data.ts';
import { eachPage, listRecords } from '../../../../records/server/list/list.ts';
import { recordMatches } from '../../../../records/server/record-service.ts';
import { sumsOf } from '../../../../records/server/list/column-totals.ts';
import { contactKind } from './kind.ts';
import { companyKey } from '../../engine/companies/company-data.ts';
import { companiesByName } from './references.ts';
import { insertContacts } from './write.ts';
import { runs } from '../../../../testing/runs.ts';

let system: TestSystem;
let workspace: string;
const people: { id: string; data: ContactData; company: string; createdAt: string; lastActivityAt: string | null }[] =
  [];

/** Few different values, so that ties and blanks are everywhere; some with accents, wild cards and quotes. */
const NAMES = ['', 'Ada', 'ada', 'Ädä', 'Bob', "O'Brien", 'O’Brien', 'Zoë', '100%', 'a_b'];
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

const OWN = [
  ['motto', 'text'],
  ['score', 'number'],
  ['since', 'day'],
  ['vip', 'boolean'],
  ['tier', 'select', ['Gold', 'gold']],
  ['kinds', 'multi', ['a', 'b', 'c, d']],
  ['twice', 'formula', [], '{score} * 2'],
] as const;

/** As odd as people leave them. */
function ownValues(n: number): Record<string, CustomValue> {
  const values = {
    motto: pick([null, 'Öl', 'öl X', '50%', 'a_b', 'A-B'], n),
    score: pick([null, 0, -1.5, 2, 0.1 + 0.2, 1e21], n >> 1),
    since: pick([null, '2026-02-28', '2026-03-01', '2024-02-29'], n),
    vip: pick([null, true, false], n),
    tier: pick([null, 'Gold', 'gold'], n >> 2),
    kinds: pick([null, ['a'], ['a', 'b'], ['c, d']], n >> 1),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

beforeAll(async () => {
  system = await startTestSystem();
  workspace = await system.clientWorkspace();
  const admin = await system.signedIn({ workspaceId: workspace, role: 'admin' });
  for (const [label, kind, options, formula] of OWN)
    await admin.call(customFields.create, {
      body: {
        object: 'contact',
        label,
        kind,
        ...(options?.length && { options: [...options] }),
        ...(formula && { formula }),
      },
    });
  await inWorkspace(workspace, null, async () => {
    const companies = ['', 'Acme', 'acme two', 'Zürich Re'];
    const ids = await companiesByName(companies);
    for (let n = 0; n < 120; n++) {
      const company = pick(companies, n * 7 + (n >> 3));
      people.push({
        id: newId(),
        company,
        createdAt: `2026-0${1 + (n % 3)}-0${1 + (n % 5)}T10:00:00.000Z`,
        lastActivityAt: n % 4 === 0 ? null : `2026-05-1${n % 4}T00:00:00.000Z`,
        data: {
          ...BLANK_CONTACT,
          firstName: pick(NAMES, n),
          lastName: pick(NAMES, n * 5 + 2),
          title: pick(['', 'CEO', 'cto'], n),
          city: pick(['', 'Berlin', 'Örebro'], n >> 2),
          custom: ownValues(n),
          source: pick(['', 'web', 'fair'], n >> 1),
          companyId: ids.get(companyKey(company))?.id ?? null,
          tags: n % 3 ? [pick(['x', 'y', 'z'], n), 'w'] : [],
          emails: n % 5 ? [{ value: `p${n % 11}@example.com`, label: 'work' }] : [],
          country: pick(['', 'DE'], n),
          phones: n % 7 ? [{ value: `+1415555${String(1000 + n)}`, label: 'work' }] : [],
        },
      });
    }
    await insertContacts(
      people.map(({ company, lastActivityAt, ...one }) => ({
        ...one,
        companyName: company,
        ...(lastActivityAt ? { lastActivityAt } : {}),
      })),
    );
  });
});
afterAll(() => system.destroy());

type Person = (typeof people)[number];
const VALUES: Record<ContactSort, (person: Person) => string> = {
  name: ({ data }) => fold(fullName(data)),
  lastName: ({ data }) => fold(data.lastName),
  company: ({ company }) => fold(company),
  email: ({ data }) => data.emails[0]?.value ?? '',
  title: ({ data }) => data.title.toLowerCase(),
  source: ({ data }) => data.source,
  city: ({ data }) => data.city.toLowerCase(),
  country: ({ data }) => data.country.toLowerCase(),
  lastActivityAt: ({ lastActivityAt }) => lastActivityAt ?? '',
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ createdAt }) => createdAt,
};

function inOrder(list: readonly Person[], sort: string): string[] {
  const keys = sort
    .split(',')
    .map((key) => ({ value: VALUES[key.replace('-', '') as ContactSort], sign: key.startsWith('-') ? -1 : 1 }));
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return list
    .toSorted((a, b) => {
      for (const { value, sign } of keys) {
        const [x, y] = [value(a), value(b)];
        if (x === y) continue;
        if (x === '' || y === '') return x === '' ? 1 : -1;
        return sign * compare(x, y);
      }
      return keys[0]!.sign * compare(a.id, b.id);
    })
    .map((person) => person.id);
}

async function walk(sort: string, limit: number, direction: 'next' | 'prev', cursor?: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const page = await listRecords(contactKind, { sort, limit, ...(cursor ? { cursor } : {}) });
    if (direction === 'next') ids.push(...page.items.map((item) => item.id));
    else ids.unshift(...page.items.map((item) => item.id));
    const to = page[direction];
    if (to === null) return ids;
    cursor = to;
  }
}

const sorts = fc
  .uniqueArray(fc.constantFrom(...CONTACT_SORTS), { minLength: 1, maxLength: 3 })
  .chain((keys) =>
    fc
      .tuple(...keys.map((key) => fc.boolean().map((down) => (down ? `-${key}` : key))))
      .map((parts) => parts.join(',')),
  );

describe('pages of a sorted list', () => {
  it('put together are the whole list in exact order, forwards and backwards', () =>
    inWorkspace(workspace, null, () =>
      fc.assert(
        fc.asyncProperty(sorts, fc.integer({ min: 7, max: 60 }), async (sort, limit) => {
          const expected = inOrder(people, sort);
          expect(await walk(sort, limit, 'next')).toEqual(expected);
          const pages: string[] = [];
          let last: { cursor?: string; ids: string[] } = { ids: [] };
          for (let cursor: string | undefined; ;) {
            const page = await listRecords(contactKind, { sort, limit, ...(cursor ? { cursor } : {}) });
            pages.push(...page.items.map((item) => item.id));
            last = { ids: page.items.map((item) => item.id), ...(page.prev ? { cursor: page.prev } : {}) };
            if (!page.next) break;
            cursor = page.next;
          }
          expect([...(last.cursor ? await walk(sort, limit, 'prev', last.cursor) : []), ...last.ids]).toEqual(expected);
        }),
        { numRuns: runs(25) },
      ),
    ));

  it('refuse a cursor that was made with another sort, or tampered with', async () => {
    const user = await system.signedIn({ workspaceId: workspace });
    const { next } = await user.call(contacts.list, { query: { sort: 'name', limit: 10 } });
    for (const cursor of [
      next!,
      'nonsense',
      Buffer.from('["company","next","x",null]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ]) {
      expect((await user.tryCall(contacts.list, { query: { sort: 'company', cursor } })).status).toBe(400);
    }
  });
});

const text = (op: Condition['op'], have: string, want: string): boolean =>
  (
    {
      contains: have.includes(want),
      not_contains: !have.includes(want),
      is: have === want,
      is_not: have !== want,
      starts_with: have.startsWith(want),
      ends_with: have.endsWith(want),
      empty: have === '',
      not_empty: have !== '',
    } as Record<string, boolean>
  )[op]!;

/** The filter as the specification says it, over the rows in memory. */
function matches(person: Person, { field, op, value }: Condition): boolean {
  const { data } = person;
  const word = typeof value === 'string' ? value : '';
  switch (field) {
    case 'name':
      return text(op, straightened(fold(fullName(data))), straightened(fold(word)));
    case 'companyName':
      return text(op, fold(person.company), fold(word));
    case 'city':
      return text(op, data.city.toLowerCase(), word.toLowerCase());
    case 'hasEmail':
      return data.emails.length > 0 === (op === 'true');
    case 'source': {
      if (op === 'empty' || op === 'not_empty') return (data.source === '') === (op === 'empty');
      return (value as string[]).includes(data.source) === (op === 'any_of');
    }
    case 'tags': {
      const list = (value ?? []) as string[];
      if (op === 'empty' || op === 'not_empty') return (data.tags.length === 0) === (op === 'empty');
      if (op === 'all_of') return list.every((tag) => data.tags.includes(tag));
      return list.some((tag) => data.tags.includes(tag)) === (op === 'any_of');
    }
    case 'createdAt': {
      const day = person.createdAt.slice(0, 10);
      const span =
        op === 'within'
          ? spanOf({ range: 'older_than_days', days: 1 }, new Date().toISOString().slice(0, 10))
          : op === 'before'
            ? { until: value as string }
            : { from: value as string };
      return op === 'on' ? day === value : (!span.from || day > span.from) && (!span.until || day < span.until);
    }
    default:
      throw new Error(field);
  }
}

const textOps = ['contains', 'not_contains', 'is', 'is_not', 'starts_with', 'ends_with'] as const;
const words = fc.constantFrom('a', 'ada', 'ÄD', 'ör', 'b', '%', '_', "o'b", 'o’b', 'zo', 'acme', 'berlin', 'r');
const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: fc.constantFrom('name', 'companyName', 'city'), op: fc.constantFrom(...textOps), value: words }),
  fc.record({
    field: fc.constantFrom('name', 'companyName', 'city', 'tags', 'source'),
    op: fc.constantFrom('empty' as const, 'not_empty' as const),
  }),
  fc.record({ field: fc.constant('hasEmail'), op: fc.constantFrom('true' as const, 'false' as const) }),
  fc.record({
    field: fc.constant('source'),
    op: fc.constantFrom('any_of' as const, 'none_of' as const),
    value: fc.uniqueArray(fc.constantFrom('web', 'fair', 'nothing'), { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant('tags'),
    op: fc.constantFrom('any_of' as const, 'all_of' as const, 'none_of' as const),
    value: fc.uniqueArray(fc.constantFrom('w', 'x', 'y', 'q'), { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant('createdAt'),
    op: fc.constantFrom('on' as const, 'before' as const, 'after' as const),
    value: fc.constantFrom('2026-02-02', '2026-01-05'),
  }),
);
const match = fc.constantFrom('all' as const, 'any' as const);
const filters: fc.Arbitrary<Filter> = fc.record({
  match,
  conditions: fc.array(
    fc.oneof(conditions, fc.record({ match, conditions: fc.array(conditions, { minLength: 1, maxLength: 3 }) })),
    { maxLength: 4 },
  ),
});

describe('a filtered list', () => {
  it('holds what the filter says, in SQL as in memory', () =>
    inWorkspace(workspace, null, () =>
      fc.assert(
        fc.asyncProperty(filters, async (filter) => {
          const joined = (how: 'all' | 'any', parts: boolean[]) =>
            how === 'all' ? parts.every(Boolean) : parts.some(Boolean);
          const expected = people.filter(
            (person) =>
              filter.conditions.length === 0 ||
              joined(
                filter.match,
                filter.conditions.map((part) =>
                  'conditions' in part
                    ? joined(
                        part.match,
                        part.conditions.map((one) => matches(person, one)),
                      )
                    : matches(person, part),
                ),
              ),
          );
          const { items } = await listRecords(contactKind, { filter, sort: 'createdAt', limit: 200 });
          expect(items.map((item: ContactRow) => item.id)).toEqual(inOrder(expected, 'createdAt'));
        }),
        { numRuns: runs(150) },
      ),
    ));

  it('is refused with words when a condition does not fit its field', async () => {
    const user = await system.signedIn({ workspaceId: workspace });
    const filter = JSON.stringify({ match: 'all', conditions: [{ field: 'custom.gone', op: 'is', value: 'x' }] });
    const answer = await user.tryCall(contacts.list, { query: { filter } });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('custom.gone');
  });
});

const own = (of: Record<string, CustomValue>): Record<string, unknown> => ({
  ...of,
  twice: typeof of['score'] === 'number' ? of['score'] * 2 : undefined,
});
const FIELDS = new Map(
  OWN.map(([key, kind, options = []]): [string, FilterField] => [
    `custom.${key}`,
    customFilterField({ key, label: key, kind, options, result: kind === 'formula' ? 'number' : undefined }),
  ]),
);
const bare = fc.record({
  field: fc.constantFrom(...FIELDS.keys()).filter((field) => field !== 'custom.vip'),
  op: fc.constantFrom('empty' as const, 'not_empty' as const),
});
const asked = <Value>(fields: readonly string[], ops: readonly Condition['op'][], value: fc.Arbitrary<Value>) =>
  fc.record({ field: fc.constantFrom(...fields), op: fc.constantFrom(...ops), value }) as fc.Arbitrary<Condition>;
const numbers = fc.constantFrom(0, -1.5, 2, 4, 0.3, 0.1 + 0.2, 1e21);
const days = fc.constantFrom('2026-02-28', '2026-03-01', '2024-02-29');
const some = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
const ownCondition = fc.oneof(
  bare as fc.Arbitrary<Condition>,
  asked(['custom.motto'], textOps, fc.constantFrom('öl', 'ÖL', '%', '_', 'a', 'b', '-', ' x', '50%')),
  asked(['custom.score', 'custom.twice'], ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'], numbers),
  asked(['custom.score'], ['between'], fc.tuple(numbers, numbers)),
  asked(['custom.since'], ['on', 'before', 'after'], days),
  asked(['custom.since'], ['between'], fc.tuple(days, days)),
  asked(
    ['custom.since'],
    ['within'],
    fc.constantFrom({ range: 'older_than_days', days: 30 }, { range: 'this_year' }, { range: 'next_days', days: 3 }),
  ),
  fc.record({ field: fc.constant('custom.vip'), op: fc.constantFrom('true' as const, 'false' as const) }),
  asked(['custom.tier'], ['any_of', 'none_of'], some('Gold', 'gold', 'gone')),
  asked(['custom.kinds'], ['any_of', 'all_of', 'none_of'], some('a', 'b', 'c, d', 'gone')),
);
const ownFilter: fc.Arbitrary<Filter> = fc.record({
  match,
  conditions: fc.array(
    fc.oneof(ownCondition, fc.record({ match, conditions: fc.array(ownCondition, { minLength: 1, maxLength: 3 }) })),
    { minLength: 1, maxLength: 3 },
  ),
});

it(
  'a filter on fields of one’s own means the same in lists, counts, sums, files and workflows, and of what is in memory',
  () =>
    inWorkspace(workspace, null, () =>
      fc.assert(
        fc.asyncProperty(ownFilter, fc.nat(people.length - 1), async (filter, nth) => {
          const context = { now: new Date(), timeZone: 'UTC', userId: null };
          const expected = people.filter(({ data }) =>
            matchesFilter(filter, FIELDS, (field) => own(data.custom)[field.slice('custom.'.length)], context),
          );
          const page = await listRecords(contactKind, { filter, sort: 'createdAt', limit: 200, total: true });
          expect(page.items.map(({ id }) => id)).toEqual(inOrder(expected, 'createdAt'));
          expect(page.total).toEqual({ count: expected.length, capped: false });
          const filed: string[] = [];
          for await (const rows of eachPage(contactKind, { filter, sort: '-custom.score,custom.motto' }, 50))
            filed.push(...rows.map(({ id }) => id));
          expect(filed.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
          const { items } = await sumsOf(contactKind, { columns: 'custom.score', filter });
          expect(items[0]?.count ?? 0).toBe(expected.filter(({ data }) => data.custom['score'] !== undefined).length);
          expect(await recordMatches('contact', people[nth]!.id, filter)).toBe(expected.includes(people[nth]!));
        }),
        { numRuns: runs(60) },
      ),
    ),
  30_000,
);

describe('search', () => {
  const search = (words: string) =>
    inWorkspace(workspace, null, () => listRecords(contactKind, { search: words, limit: 200 }));

  it('finds by name without accents, by company, by part of an address or a phone number in any notation', async () => {
    expect(
      (await search('zoe')).items.every((item) => fold(`${item.firstName} ${item.lastName}`).includes('zoe')),
    ).toBe(true);
    expect((await search('zurich ada')).items.length).toBeGreaterThan(0);
    expect((await search('p3@exam')).items.length).toBe(
      people.filter((person) => person.data.emails[0]?.value === 'p3@example.com').length,
    );
    expect((await search('(415) 555-1044')).items.map((item) => item.phones[0]!.value)).toEqual(['+14155551044']);
    expect((await search('100%')).items.every((item) => `${item.firstName}${item.lastName}`.includes('100%'))).toBe(
      true,
    );
  });

  it('forgives a typo when nothing matches to the letter, and says so', async () => {
    const page = await search('zurihc');
    expect(page.fuzzy).toBe(true);
    expect(page.items[0]!.company?.name).toBe('Zürich Re');
    expect((await search('qqqqqq')).items).toEqual([]);
  });
});
