/** Writes what pages say into candidates, with the place behind each value. One transaction for many pages. */
import { fold } from '../../../kernel/text.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, execute, query } from '../../../server/db/index.ts';
import { type FoundEntity, type FoundValue, valueOf } from '../engine/found-values.ts';
import { isRoleAddress } from '../engine/candidate-score.ts';
import type { PageResult } from './page-result.ts';

const COLUMNS = ['name', 'title', 'email', 'phone', 'address', 'city', 'country', 'website'] as const;
type Column = (typeof COLUMNS)[number];
const MAX_LENGTH: Readonly<Record<Column, number>> = {
  name: 160,
  title: 160,
  email: 254,
  phone: 40,
  address: 500,
  city: 120,
  country: 80,
  website: 500,
};

interface Draft extends Record<Column, string> {
  id: string;
  siteId: string;
  key: string;
  kind: 'person' | 'company';
}

interface Place extends FoundValue {
  candidateId: string;
  url: string;
  at: Date;
}

/** A shared mailbox is the company's, any other address that stands alone is a person's. */
function splitCompany(entity: FoundEntity): FoundEntity[] {
  if (entity.kind === 'person') return [entity];
  const personal = entity.values.filter(({ field, value }) => field === 'email' && !isRoleAddress(value));
  return [
    { ...entity, values: entity.values.filter((value) => !personal.includes(value)) },
    ...personal.map((value): FoundEntity => ({ kind: 'person', values: [value] })),
  ];
}

const keyOf = (entity: FoundEntity): string => {
  if (entity.kind === 'company') return 'company';
  const email = valueOf(entity, 'email');
  return email ? `e:${email}` : `n:${fold(valueOf(entity, 'name')).slice(0, 150)}`;
};

const clean = (text: string, max: number): string => text.replaceAll('\0', '').slice(0, max);

/**
 * Adds what pages say, in the ambient transaction.
 * @returns how many candidates are new
 */
export async function storeFound(crawlId: string, results: readonly PageResult[]): Promise<number> {
  const found = results.flatMap((result) =>
    result.entities
      .flatMap(splitCompany)
      .flatMap((entity) => (entity.values.length > 0 && keyOf(entity) !== 'n:' ? [{ result, entity }] : [])),
  );
  if (found.length === 0) return 0;
  const known = await knownCandidates(
    crawlId,
    found.map(({ result, entity }) => ({
      siteId: result.page.siteId,
      key: keyOf(entity),
      name: fold(valueOf(entity, 'name')),
    })),
  );
  const drafts = new Map<string, Draft>();
  const places: Place[] = [];
  const fresh = new Set<string>();
  for (const { result, entity } of found) {
    const { siteId, url } = result.page;
    const draft = known.find(siteId, entity) ?? known.add(newDraft(siteId, entity), fresh);
    drafts.set(draft.id, draft);
    for (const column of COLUMNS) draft[column] ||= clean(valueOf(entity, column), MAX_LENGTH[column]);
    for (const value of entity.values) places.push({ ...value, candidateId: draft.id, url, at: result.fetchedAt });
  }
  await writeDrafts(crawlId, [...drafts.values()]);
  await writePlaces(places);
  return fresh.size;
}

function newDraft(siteId: string, entity: FoundEntity): Draft {
  return {
    id: newId(),
    siteId,
    key: keyOf(entity),
    kind: entity.kind,
    name: '',
    title: '',
    email: '',
    phone: '',
    address: '',
    city: '',
    country: '',
    website: '',
  };
}

class Known {
  readonly #byKey = new Map<string, Draft>();
  readonly #byName = new Map<string, Draft>();

  constructor(rows: readonly Draft[]) {
    for (const row of rows) this.#index(row);
  }

  /** By address, else by name where the addresses do not contradict. */
  find(siteId: string, entity: FoundEntity): Draft | undefined {
    const same = this.#byKey.get(`${siteId} ${keyOf(entity)}`);
    if (same || entity.kind === 'company') return same;
    const named = this.#byName.get(`${siteId} ${fold(valueOf(entity, 'name'))}`);
    const email = valueOf(entity, 'email');
    return named && (named.email === '' || email === '' || named.email === email) ? named : undefined;
  }

  add(draft: Draft, fresh: Set<string>): Draft {
    this.#index(draft);
    fresh.add(draft.id);
    return draft;
  }

  #index(draft: Draft): void {
    this.#byKey.set(`${draft.siteId} ${draft.key}`, draft);
    const name = draft.name === '' && draft.key.startsWith('n:') ? draft.key.slice(2) : fold(draft.name);
    if (draft.kind === 'person' && name !== '') this.#byName.set(`${draft.siteId} ${name}`, draft);
  }
}

async function knownCandidates(
  crawlId: string,
  wanted: readonly { siteId: string; key: string; name: string }[],
): Promise<Known> {
  const rows = await query<Draft>(
    `select id, site_id as "siteId", key, kind, name, title, email, phone, address, city, country, website
      from crawl_candidates where crawl_id = $1 and workspace_id = $2 and site_id = any($3::uuid[])
        and (key = any($4::text[]) or (kind = 'person' and lower(name) = any($5::text[])))`,
    [
      crawlId,
      currentWorkspaceId(),
      [...new Set(wanted.map(({ siteId }) => siteId))],
      wanted.map(({ key }) => key),
      wanted.map(({ name }) => name).filter(Boolean),
    ],
  );
  return new Known(rows);
}

async function writeDrafts(crawlId: string, drafts: readonly Draft[]): Promise<void> {
  await execute(
    `insert into crawl_candidates (id, workspace_id, crawl_id, site_id, key, kind, name, title, email, phone, address, city, country, website)
      select d.id, $1, $2, d."siteId", d.key, d.kind, d.name, d.title, d.email, d.phone, d.address, d.city, d.country, d.website
      from jsonb_to_recordset($3::jsonb) as d(id uuid, "siteId" uuid, key text, kind text, name text, title text, email text, phone text, address text, city text, country text, website text)
      on conflict (id) do update set name = excluded.name, title = excluded.title, email = excluded.email, phone = excluded.phone,
        address = excluded.address, city = excluded.city, country = excluded.country, website = excluded.website, is_judged = false
      where crawl_candidates.state = 'new'`,
    [currentWorkspaceId(), crawlId, JSON.stringify(drafts)],
  );
}

/** Pages on which one value is noted. */
const MAX_PLACES = 8;

async function writePlaces(places: readonly Place[]): Promise<void> {
  await execute(
    `insert into crawl_evidence (id, workspace_id, candidate_id, field, value, url, selector, found_by, found_at)
      select p.id, $1, p."candidateId", p.field, p.value, p.url, p.selector, p.by, p.at
      from jsonb_to_recordset($2::jsonb) as p(id uuid, "candidateId" uuid, field text, value text, url text, selector text, by text, at timestamptz)
      where (select count(*) from crawl_evidence e where e.candidate_id = p."candidateId" and e.field = p.field and e.value = p.value) < ${MAX_PLACES}
        and exists (select 1 from crawl_candidates c where c.id = p."candidateId" and c.state <> 'dismissed')
      on conflict do nothing`,
    [
      currentWorkspaceId(),
      JSON.stringify(places.map((place) => ({ ...place, id: newId(), value: clean(place.value, 500) }))),
    ],
  );
}
