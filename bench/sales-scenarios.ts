/**
 * Requests of people to a large workspace: every list with its usual filters and sorts, boards, calendars, the
 * dashboard, a record's page, reports, and search. Addresses only; `asked.ts` finds their SQL.
 */
import { KINDS, type RecordKind } from '../src/records/contract/kinds.ts';
import { REPORTS } from '../src/domains/crm/contract/reports.ts';
import type { Condition, Filter } from '../src/kernel/filter.ts';
import { asSystem, inWorkspace, query } from '../src/server/db/index.ts';
import type { Asked } from './requests-of-scenarios.ts';
import { OWNER } from './seed.ts';

/** Content of a filled database, read back from it. */
export interface SalesStage {
  workspaceId: string;
  ownerIds: string[];
  pipelineIds: string[];
  licenseIds: string[];
  contacts: { id: string; name: string; email: string; phone: string }[];
  /** Companies with the most people. */
  companyIds: string[];
  opportunityIds: string[];
}

/** Different requests per scenario: a database that gets the same request repeatedly is no measure. */
const VARIETY = 24;
const PAGE = 50;
/** Like the palette's requests. */
const PALETTE = 6;
/** A report that is read for minutes may take longer than a list. */
const REPORT_MS = 500;
const TOPICS = ['website', 'roof', 'kitchen', 'audit', 'migration', 'license', 'retainer', 'campaign'];
const DAY_MS = 86_400_000;

/** Reads the open database. */
export async function findSales(): Promise<SalesStage> {
  const [owner] = await asSystem(() =>
    query<{ id: string; workspace_id: string }>(
      'select u.id, m.workspace_id from users u join memberships m on m.user_id = u.id where u.email = $1',
      [OWNER.email],
    ),
  );
  const workspaceId = owner!.workspace_id;
  const ids = async (text: string) => (await query<{ id: string }>(text, [workspaceId])).map(({ id }) => id);
  return inWorkspace(workspaceId, owner!.id, async () => ({
    workspaceId,
    ownerIds: await ids(
      'select distinct owner_id as id from leads where workspace_id = $1 and owner_id is not null limit 20',
    ),
    pipelineIds: await ids('select id from pipelines where workspace_id = $1 order by position'),
    licenseIds: await ids(`select id from business_licenses where workspace_id = $1 order by id limit ${VARIETY}`),
    contacts: await query(
      `select id, first_name || ' ' || last_name as name, emails->0->>'value' as email, phones->0->>'value' as phone
        from contacts where workspace_id = $1 order by id limit ${VARIETY}`,
      [workspaceId],
    ),
    companyIds: await ids(
      `select company_id as id from
        (select company_id, count(*) from contacts where workspace_id = $1 group by 1 order by 2 desc, 1
        limit ${VARIETY}) most`,
    ),
    opportunityIds: await ids(`select id from opportunities where workspace_id = $1 order by id limit ${VARIETY}`),
  }));
}

type Query = Record<string, string | number | Filter | undefined>;

function address(path: string, values: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return `${path}?${search.toString()}`;
}

const turn = <T>(from: readonly T[], n: number): T => from[n % from.length]!;
const all = (...conditions: Condition[]): Filter => ({ match: 'all', conditions });
const is = (field: string, ...value: string[]): Condition => ({ field, op: 'any_of', value });
const typo = (text: string) => text.slice(0, -2) + text.slice(-1);

const asked = (name: string, path: (n: number) => string): Asked => ({
  name,
  paths: [...new Set(Array.from({ length: VARIETY }, (_, n) => path(n)))],
});

/** Pages of a kind, sorted by each of `sorts`, and named after it. */
const sorted = (kind: RecordKind, sorts: readonly string[]): Asked[] =>
  sorts.map((sort) => ({
    name: `${KINDS[kind].many} by ${sort.replace('-', '')}`,
    paths: [sort, sort.startsWith('-') ? sort.slice(1) : `-${sort}`].map((one) =>
      address(KINDS[kind].path, { sort: one, limit: PAGE }),
    ),
  }));

/** Pages of a filter, under the usual sorts in turn. */
function filtered(kind: RecordKind, sorts: readonly string[], filters: Record<string, (n: number) => Filter>): Asked[] {
  return Object.entries(filters).map(([name, filter]) =>
    asked(`${KINDS[kind].many}: ${name}`, (n) =>
      address(KINDS[kind].path, { sort: turn(sorts, n), filter: filter(n), limit: PAGE }),
    ),
  );
}

const search = (name: string, kind: RecordKind, words: (n: number) => string) =>
  asked(`search ${KINDS[kind].many}: ${name}`, (n) =>
    address(KINDS[kind].path, {
      search: words(n),
      sort: kind === 'contact' || kind === 'company' ? 'match' : undefined,
      limit: PALETTE,
    }),
  );

export function salesAsked(stage: SalesStage): Asked[] {
  return [
    ...contactLists(stage),
    ...otherLists(stage),
    ...opportunityPages(stage),
    ...activityPages(stage),
    ...desk(),
    ...recordPages(stage),
    ...searches(stage),
    ...reportPages(),
  ];
}

const CONTACT_SORTS = ['name', '-createdAt', '-lastActivityAt'];

const contactLists = ({ ownerIds, licenseIds, companyIds }: SalesStage): Asked[] => [
  ...sorted('contact', [
    'name',
    'lastName',
    'company',
    'email',
    'title',
    'source',
    'city',
    'country',
    '-lastActivityAt',
    '-createdAt',
    '-updatedAt',
    '-custom.seats',
    'custom.tier',
  ]),
  asked('contacts by company and newest', () =>
    address(KINDS.contact.path, { sort: 'company,-createdAt', limit: PAGE }),
  ),
  ...filtered('contact', CONTACT_SORTS, {
    'of an owner': (n) => all(is('owner', turn(ownerIds, n))),
    'of no owner': () => all({ field: 'owner', op: 'empty' }),
    'with a usual tag': (n) => all(is('tags', turn(['customer', 'vip', 'partner'], n))),
    'with a rare tag': () => all(is('tags', 'zebra')),
    'with a tag that nobody has': () => all(is('tags', 'unicorn')),
    'of a city': (n) => all({ field: 'city', op: 'is', value: turn(['Berlin', 'Oslo', 'Leeds'], n) }),
    'of a rare city': () => all({ field: 'city', op: 'is', value: 'Zwolle' }),
    'with a title': (n) => all({ field: 'title', op: 'contains', value: turn(['manager', 'owner'], n) }),
    'with a rare title': () => all({ field: 'title', op: 'contains', value: 'falcon' }),
    'of a source': (n) => all(is('source', turn(['Website', 'Referral'], n))),
    'of a rare source': () => all(is('source', 'Lighthouse')),
    'of a country and tag': (n) => all(is('country', turn(['DE', 'FR'], n)), is('tags', turn(['vip', 'partner'], n))),
    'not contacted for 30 days': () => all({ field: 'lastActivityAt', op: 'before', value: dayText(-30) }),
    'never contacted': () => all({ field: 'lastActivityAt', op: 'empty' }),
    'contacted in 7 days': () => all({ field: 'lastActivityAt', op: 'after', value: dayText(-7) }),
    'new this week': () => all({ field: 'createdAt', op: 'after', value: dayText(-7) }),
    'whose name begins': (n) => all({ field: 'lastName', op: 'starts_with', value: turn(['Ber', 'Mor', 'Tak'], n) }),
    'whose email contains': (n) => all({ field: 'email', op: 'contains', value: turn(['.77', 'novak.1234'], n) }),
    'of a company': (n) => all(is('company', turn(companyIds, n))),
    'of a license': (n) => all(is('businessLicense', turn(licenseIds, n))),
    'by an own choice': (n) => all(is('custom.tier', turn(['Gold', 'Silver'], n))),
    'by an own number': (n) => all({ field: 'custom.seats', op: 'eq', value: n * 7 }),
    'by an own number of many': (n) => all({ field: 'custom.seats', op: 'gte', value: 400 + n }),
    counted: (n) => all(is('owner', turn(ownerIds, n))),
  }).map((one) => (one.name.endsWith('counted') ? { ...one, paths: one.paths.map((path) => `${path}&total=1`) } : one)),
  asked('contacts in the trash', () => address(KINDS.contact.path, { trash: 1, limit: PAGE })),
  asked('contacts: facets', () => address('/api/contacts/facets')),
  asked('contacts of a license (context)', (n) =>
    address('/api/business-context/contacts', { businessLicenseId: turn(licenseIds, n), limit: PAGE }),
  ),
];

const otherLists = ({ ownerIds }: SalesStage): Asked[] => [
  ...sorted('company', ['name', 'industry', 'city', '-lastActivityAt', '-createdAt']),
  ...filtered('company', ['name', '-createdAt'], {
    'of an owner': (n) => all(is('owner', turn(ownerIds, n))),
    'of an industry': (n) => all(is('industry', turn(['Food', 'Legal'], n))),
    'with a rare tag': () => all(is('tags', 'zebra')),
    'of a city': (n) => all({ field: 'city', op: 'is', value: turn(['Berlin', 'Oslo'], n) }),
    'with open opportunities': () => all({ field: 'hasOpenOpportunities', op: 'true' }),
    'without contacts': () => all({ field: 'hasContacts', op: 'false' }),
  }),
  asked('companies: suggestions', (n) =>
    address('/api/companies/suggest', { search: turn(['ber', 'mor', 'tak', 'weiss cl'], n) }),
  ),
  ...sorted('lead', ['-createdAt', '-score', 'name', 'company', 'source', 'email']),
  ...filtered('lead', ['-score', '-createdAt'], {
    'of a status': (n) => all(is('status', turn(['new', 'working', 'qualified'], n))),
    'of an owner and status': (n) => all(is('owner', turn(ownerIds, n)), is('status', 'new')),
    'of a source': (n) => all(is('source', turn(['Website', 'Webinar'], n))),
    hot: () => all({ field: 'score', op: 'gte', value: 90 }),
    'by an own choice': (n) => all(is('custom.tier', turn(['Gold', 'Silver'], n))),
  }),
  asked('leads: facets', () => address('/api/leads/facets')),
  asked('approvals, waiting', (n) =>
    address('/api/approvals', { tab: turn(['incoming', 'outgoing'], n), limit: PAGE }),
  ),
  asked('approvals, decided', (n) =>
    address('/api/approvals', { tab: turn(['incoming', 'outgoing'], n), view: 'decided', limit: PAGE }),
  ),
  asked('approvals, searched', (n) => address('/api/approvals', { search: turn(TOPICS, n), limit: PAGE })),
  asked('approvals, counted', () => address('/api/approvals/count')),
  asked('licenses', () => address('/api/business-licenses')),
  asked('duplicates, the queue', (n) => address('/api/duplicates', { min: turn([50, 70, 90], n), limit: 30 })),
  asked('duplicates, status', () => address('/api/duplicates/status')),
  asked('notifications', (n) => address('/api/notifications', { unread: turn(['false', 'true'], n) })),
  asked('notifications, summary', () => address('/api/notifications/summary')),
];

const opportunityPages = ({ ownerIds, pipelineIds, licenseIds, contacts, companyIds }: SalesStage): Asked[] => [
  ...sorted('opportunity', [
    '-createdAt',
    'name',
    '-amount',
    'expectedClose',
    '-closedAt',
    '-updatedAt',
    '-probability',
    'stageEnteredAt',
    '-custom.seats',
    'custom.tier',
  ]),
  ...filtered('opportunity', ['-amount', '-createdAt', 'expectedClose'], {
    'open, of an owner': (n) => all(is('state', 'open'), is('owner', turn(ownerIds, n))),
    'open, of a pipeline': (n) => all(is('state', 'open'), is('pipeline', turn(pipelineIds, n))),
    'won in 90 days': () => all(is('state', 'won'), { field: 'closedAt', op: 'after', value: dayText(-90) }),
    large: () => all({ field: 'amount', op: 'gte', value: 36_000 }),
    'past their day': () => all({ field: 'overdue', op: 'true' }),
    stuck: () => all({ field: 'rotting', op: 'true' }),
    'of a source': (n) => all(is('source', turn(['Website', 'Referral'], n))),
    'by an own choice': (n) => all(is('custom.tier', turn(['Gold', 'Silver'], n))),
    'of a contact': (n) => all(is('contact', turn(contacts, n).id)),
    'of a company': (n) => all(is('company', turn(companyIds, n))),
    'of a license': (n) => all(is('businessLicense', turn(licenseIds, n))),
  }),
  asked('board', (n) => address('/api/opportunities/board', { pipelineId: turn(pipelineIds, n) })),
  asked('board of one owner', (n) =>
    address('/api/opportunities/board', { pipelineId: turn(pipelineIds, n), ownerId: turn(ownerIds, n) }),
  ),
  asked('forecast', (n) =>
    address('/api/opportunities/forecast', { months: 6, pipelineId: n % 2 ? turn(pipelineIds, n) : undefined }),
  ),
  asked('opportunities: facets', () => address('/api/opportunities/facets')),
];

const activityPages = ({ ownerIds, contacts, companyIds }: SalesStage): Asked[] => [
  ...sorted('activity', ['dueAt', '-createdAt', '-doneAt', '-updatedAt', 'subject', 'priority']),
  ...filtered('activity', ['dueAt', '-createdAt'], {
    open: () => all(is('status', 'open')),
    overdue: () => all({ field: 'overdue', op: 'true' }),
    'due today': () => all({ field: 'dueAt', op: 'on', value: dayText(0) }),
    'due today, of an owner': (n) =>
      all({ field: 'dueAt', op: 'on', value: dayText(0) }, is('owner', turn(ownerIds, n))),
    'open calls of an owner': (n) => all(is('status', 'open'), is('type', 'call'), is('owner', turn(ownerIds, n))),
    'of a type': (n) => all(is('type', turn(['call', 'meeting', 'note'], n))),
    'urgent and open': () => all(is('priority', 'high'), is('status', 'open')),
    'with a subject': (n) => all({ field: 'subject', op: 'contains', value: turn(['roof', 'offer'], n) }),
    'with a tag that nobody has': () => all(is('tags', 'unicorn')),
    'by an own number': (n) => all({ field: 'custom.seats', op: 'eq', value: n * 7 }),
  }),
  asked('activities of a contact', (n) =>
    address(KINDS.activity.path, { contactId: turn(contacts, n).id, limit: PAGE }),
  ),
  asked('activities of a company', (n) =>
    address(KINDS.activity.path, { companyId: turn(companyIds, n), limit: PAGE }),
  ),
  asked('activities, open, of one person', (n) =>
    address(KINDS.activity.path, { ownerId: turn(ownerIds, n), status: 'open', sort: 'dueAt', limit: PAGE }),
  ),
  asked('my day', () => address('/api/activities/my-day', { zone: 'UTC' })),
  asked('calendar of a week, one person', (n) =>
    address('/api/activities/calendar', {
      from: instant(n - 12),
      until: instant(n - 5),
      ownerId: turn(ownerIds, n),
      perDay: 40,
      zone: 'UTC',
    }),
  ),
  asked('calendar of a month, one person', (n) =>
    address('/api/activities/calendar', {
      from: instant(n - 30),
      until: instant(n),
      ownerId: turn(ownerIds, n),
      perDay: 4,
      zone: 'UTC',
    }),
  ),
  asked('activities: facets', () => address('/api/activities/facets')),
];

const desk = (): Asked[] => [
  asked('dashboard', () => address('/api/dashboard')),
  asked('dashboard: recent activities', () => address('/api/recent-activities')),
  asked('dashboard: system status', () => address('/api/system-status')),
];

const recordPages = ({ contacts, companyIds, opportunityIds }: SalesStage): Asked[] => [
  asked('a contact', (n) => `/api/contacts/${turn(contacts, n).id}`),
  asked('a contact: timeline', (n) => `/api/contacts/${turn(contacts, n).id}/timeline`),
  asked('a contact: notes', (n) => `/api/contacts/${turn(contacts, n).id}/notes`),
  asked('a contact: neighbours', (n) =>
    address(`/api/contacts/${turn(contacts, n).id}/neighbours`, { sort: turn(CONTACT_SORTS, n) }),
  ),
  asked('a company', (n) => `/api/companies/${turn(companyIds, n)}`),
  asked('a company: summary', (n) => `/api/companies/${turn(companyIds, n)}/summary`),
  asked('a company: timeline', (n) => `/api/companies/${turn(companyIds, n)}/timeline`),
  asked('an opportunity', (n) => `/api/opportunities/${turn(opportunityIds, n)}`),
  asked('an opportunity: stages', (n) => `/api/opportunities/${turn(opportunityIds, n)}/stages`),
  asked('an opportunity: timeline', (n) => `/api/opportunities/${turn(opportunityIds, n)}/timeline`),
];

const searches = ({ contacts }: SalesStage): Asked[] => [
  search('a name', 'contact', (n) => turn(contacts, n).name),
  search('a frequent first name', 'contact', (n) => turn(contacts, n).name.split(' ')[0]!),
  search('as it is typed', 'contact', (n) => turn(contacts, n).name.slice(0, 3 + (n % 4))),
  search('a name with a typo', 'contact', (n) => typo(turn(contacts, n).name)),
  search('a name without its accents', 'contact', (n) =>
    turn(['zoe horvath', 'zoe lindqvist', 'ada horvath', 'pedro vasquez'], n),
  ),
  search('an email address', 'contact', (n) => turn(contacts, n).email),
  search('a phone number', 'contact', (n) => turn(contacts, n).phone),
  search('the end of a phone number', 'contact', (n) => turn(contacts, n).phone.slice(-6)),
  search('a rare word', 'contact', (n) => turn(['zwolle', 'falconer', 'lighthouse'], n)),
  search('a word that most have', 'contact', (n) => turn(['seed', 'example', 'seed example'], n)),
  search('nothing alike', 'contact', (n) => turn(['qqxzzy', 'xylophone wombat', '00000000000'], n)),
  search('a name', 'company', (n) => turn(contacts, n).name.split(' ')[1]!),
  search('a topic and a name', 'opportunity', (n) => `${turn(TOPICS, n)} ${turn(contacts, n).name.split(' ')[0]}`),
  search('a name', 'lead', (n) => turn(contacts, n).name),
  search('two words', 'activity', (n) => `${turn(['call', 'offer', 'visit'], n)} ${turn(TOPICS, n)}`),
  search('a word with a typo', 'activity', (n) => typo(turn(TOPICS, n))),
  search('nothing alike', 'activity', (n) => turn(['qqxzzy', 'xylophone wombat'], n)),
];

const reportPages = (): Asked[] =>
  REPORTS.map((report) => ({
    name: `report: ${report}`,
    barMs: REPORT_MS,
    paths: ['last_12_months', 'this_quarter'].map((period) => address(`/api/reports/${report}`, { period })),
  }));

function dayText(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

function instant(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
