/** Scenarios: calls of the product as people make them, and the same work for the floor. */
import type { ContactFields } from '../src/domains/crm/contract.ts';
import { contactKind } from '../src/domains/crm/server/contacts/kind.ts';
import { listRecords } from '../src/records/server/list/list.ts';
import { createContact, getContact } from '../src/domains/crm/server/contacts/service.ts';
import type { Filter } from '../src/kernel/filter.ts';
import { inWorkspace } from '../src/server/db/index.ts';
import { capture, type CapturedStatement } from './capture.ts';
import { person, randomFrom, SOURCES, type Seeded } from './seed.ts';

/** `rows`: any result of the statements. */
export type Shape = 'list' | 'record' | 'create' | 'rows';

/** One request of a scenario, for both sides. */
export interface Request {
  path: string;
  body?: unknown;
  statements: CapturedStatement[];
}

export interface Scenario {
  name: string;
  shape: Shape;
  requests: Request[];
}

/** Different requests per scenario, in turn: a database that gets the same request repeatedly is no measure. */
const VARIETY = 24;
const PAGE = 50;

/** Captures the SQL of every request on the open, seeded database. */
export async function prepareScenarios(seeded: Seeded): Promise<Scenario[]> {
  const random = randomFrom(7);
  const within = <T>(fn: () => T) => inWorkspace(seeded.workspaceId, seeded.userId, fn);
  const many = async (make: (n: number) => Promise<Request>): Promise<Request[]> => {
    const requests: Request[] = [];
    for (let n = 0; n < VARIETY; n++) requests.push(await make(n));
    return requests;
  };
  const list = async (query: { sort?: string; filter?: Filter; search?: string }): Promise<Request> => {
    const search = new URLSearchParams({ limit: String(PAGE) });
    for (const [name, value] of Object.entries(query))
      search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    return {
      path: `/api/contacts?${search.toString()}`,
      statements: await capture(() => within(() => listRecords(contactKind, { ...query, limit: PAGE }))),
    };
  };
  const sources = SOURCES.filter(Boolean);
  const sorts = ['-createdAt', 'name', 'company', 'email'];
  return [
    {
      name: 'list of 50, sorted',
      shape: 'list',
      requests: await many((n) => list({ sort: sorts[n % sorts.length]! })),
    },
    {
      name: 'list of 50, filtered and sorted',
      shape: 'list',
      requests: await many((n) =>
        list({
          sort: sorts[n % sorts.length]!,
          filter: {
            match: 'all',
            conditions: [{ field: 'source', op: 'any_of', value: [sources[n % sources.length]!] }],
          },
        }),
      ),
    },
    {
      name: 'search',
      shape: 'list',
      requests: await many((n) => list({ search: seeded.searches[n % seeded.searches.length]! })),
    },
    {
      name: 'record',
      shape: 'record',
      requests: await many(async () => {
        const id = seeded.contactIds[Math.trunc(random() * seeded.contactIds.length)]!;
        return { path: `/api/contacts/${id}`, statements: await capture(() => within(() => getContact(id))) };
      }),
    },
    {
      name: 'create',
      shape: 'create',
      requests: await many(async (n) => {
        const { email, phone, city, country, ...rest } = person(n, random, 'created');
        const body: ContactFields = {
          ...rest,
          address: { city, country },
          emails: [{ value: email, label: 'work' }],
          phones: [{ value: phone, label: 'mobile' }],
        };
        return { path: '/api/contacts', body, statements: await capture(() => within(() => createContact(body))) };
      }),
    },
  ];
}
