/** The agency's website with two months of modest traffic, written through the same code as real events. */
import { randomUUID } from 'node:crypto';
import { addDays, monthStart, startOfDay } from '../../../kernel/days.ts';
import { createRandom, type Random } from '../../../demo/generate/random.ts';
import { asSystem, query, updateRows } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import type { CountedEvent } from '../engine/assign.ts';
import { DIRECT, type Origin } from '../engine/channel.ts';
import { clientOf } from '../engine/user-agent.ts';
import type { EventKind } from '../engine/visits.ts';
import { createAudience } from '../server/audiences.ts';
import { saveCost } from '../server/costs.ts';
import { countMore } from '../server/count-funnels.ts';
import { insertFunnel } from '../server/funnel-reports.ts';
import { linkVisitors } from '../server/people.ts';
import { createGoal, createSite } from '../server/sites.ts';
import { type OpenSite, siteById } from '../server/site-cache.ts';
import { storeBatch } from '../server/store-batch.ts';

const DAYS = 60;
const DOMAIN = 'northgate-partners.example';
const AT_ONCE = 2_500;

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
] as const;

const origin = (channel: Origin['channel'], source: string, medium = '', campaign = ''): Origin => ({
  channel,
  source,
  medium,
  campaign,
});

/** Where visits come from; several times: more often. */
const ORIGINS: readonly Origin[] = [
  DIRECT,
  DIRECT,
  DIRECT,
  origin('Organic search', 'google'),
  origin('Organic search', 'google'),
  origin('Organic search', 'google'),
  origin('Organic search', 'bing'),
  origin('Paid search', 'google', 'cpc', 'Fall audit offer'),
  origin('Organic social', 'linkedin'),
  origin('Paid social', 'linkedin', 'paid_social', 'Fall audit offer'),
  origin('Email', 'newsletter', 'email', 'Monthly newsletter'),
  origin('AI assistants', 'chatgpt'),
  origin('Referral', 'harborchamber.example'),
];

const ENTRIES = [
  '/',
  '/',
  '/',
  '/services',
  '/pricing',
  '/blog/local-seo-checklist',
  '/blog/what-a-crm-costs',
] as const;
const NEXT = ['/', '/services', '/services/automation', '/pricing', '/pricing', '/about', '/contact'] as const;

export async function loadWorkspace({ workspace, today, now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  const { timeZone, currency } = workspace;
  const { id: siteId } = await createSite({
    name: 'Company website',
    domains: [DOMAIN],
    consentMode: 'after_consent',
    timeZone,
    currency,
    retentionDays: 395,
  });
  await createGoal(siteId, { name: 'Contact request', kind: 'form', matches: 'contact', worth: '120' });
  await createGoal(siteId, { name: 'Pricing viewed', kind: 'page', matches: '/pricing', worth: null });
  await asSystem(async () => {
    const site = (await siteById(siteId))!;
    const events = trafficOf(site, today, timeZone, now);
    for (let start = 0; start < events.length; start += AT_ONCE) await storeBatch(events.slice(start, start + AT_ONCE));
    await updateRows('pixel_sites', { lastEventAt: new Date(events.at(-1)!.at) }, { id: siteId });
    await linkToContacts(site, events);
  });
  await addFunnel(siteId);
  await addCosts(siteId, today);
  await createAudience(siteId, {
    name: 'Looked at prices',
    conditions: [{ kind: 'did', what: 'page', matches: '/pricing', times: 1, days: 60 }],
  });
}

const PEOPLE = 14;
const CUSTOMERS = 8;

interface Found {
  email: string;
  /** When their deal was won; null without one. */
  wonAt: string | null;
}

/** Some visitors who sent the contact form are contacts, and some of those became customers later. */
async function linkToContacts({ id: siteId, workspaceId }: OpenSite, events: readonly CountedEvent[]): Promise<void> {
  const contacts = await query<Found>(
    `(select distinct on (c.id) lower(c.emails -> 0 ->> 'value') as email, o.closed_at as "wonAt"
        from contacts c join opportunities o on o.contact_id = c.id and o.workspace_id = c.workspace_id
        where c.workspace_id = $1 and c.emails <> '[]' and c.deleted_at is null and o.deleted_at is null
          and o.state = 'won' and o.closed_at > now() - interval '45 days'
        order by c.id limit ${CUSTOMERS})
      union all
      (select lower(emails -> 0 ->> 'value'), null from contacts
        where workspace_id = $1 and emails <> '[]' and deleted_at is null order by id limit ${PEOPLE})`,
    [workspaceId],
  );
  const forms = events.filter(({ kind }) => kind === 'form').toReversed();
  const paid = new Set(
    events.flatMap(({ origin: from, visitorId }) => (from?.channel.startsWith('Paid') ? visitorId : [])),
  );
  const links = new Map<string, string>();
  for (const { email, wonAt } of contacts) {
    const before = wonAt === null ? Infinity : Date.parse(wonAt);
    const free = forms.filter(({ at, visitorId }) => at < before && !links.has(visitorId));
    const form = (wonAt !== null && free.find(({ visitorId }) => paid.has(visitorId))) || free[0];
    if (form && ![...links.values()].includes(email)) links.set(form.visitorId, email);
  }
  await linkVisitors(
    [...links].map(([visitorId, email]) => ({ workspaceId, siteId, visitorId, email, source: 'form' })),
  );
}

/** A funnel from the home page to the contact form, counted up to now. */
async function addFunnel(siteId: string): Promise<void> {
  const id = await insertFunnel(siteId, {
    name: 'Home page to contact request',
    steps: [
      { kind: 'page', matches: '/' },
      { kind: 'page', matches: '/pricing' },
      { kind: 'page', matches: '/contact' },
      { kind: 'form', matches: 'contact' },
    ],
    windowHours: 168,
  });
  while (!(await countMore(id)));
}

/** Costs of paid channels in the months that have visits. */
async function addCosts(siteId: string, today: string): Promise<void> {
  const amounts = [
    ['Paid search', 'Fall audit offer', '1850'],
    ['Paid social', 'Fall audit offer', '920.5'],
    ['Email', '', '140'],
  ] as const;
  for (let back = 0; back < 3; back++) {
    const month = monthStart(today, -back).slice(0, 7);
    for (const [channel, campaign, amount] of amounts) await saveCost(siteId, { month, channel, campaign, amount });
  }
}

/** More on weekdays, a little more each week, and the last minutes have somebody on the site. */
function trafficOf(site: OpenSite, today: string, timeZone: string, now: Date): CountedEvent[] {
  const random = createRandom('website');
  const returning = new ReturningVisitors();
  const events: CountedEvent[] = [];
  for (let ago = DAYS; ago >= 0; ago--) {
    const day = addDays(today, -ago);
    const start = Date.parse(startOfDay(day, timeZone));
    const isWeekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
    const visits = Math.round((isWeekend ? 14 : 30) * (1 + (DAYS - ago) / 90) * (0.8 + random.next() * 0.4));
    for (let n = 0; n < visits; n++) {
      const at = start + Math.floor((7 + random.next() * 15) * 3_600_000);
      events.push(...returning.recognize(visitOf(site, at, random)).filter((event) => event.at < now.getTime()));
    }
  }
  for (let n = 0; n < 3; n++) events.push(...visitOf(site, now.getTime() - (n + 1) * 70_000, random).slice(0, 1));
  return events.toSorted((one, other) => one.at - other.at);
}

/** A fifth of the visitors agree to an identifier, and some of those come back. */
class ReturningVisitors {
  readonly #random = createRandom('returning visitors');
  readonly #known: string[] = [];

  recognize(events: CountedEvent[]): CountedEvent[] {
    if (!this.#random.chance(0.2)) return events;
    const back = this.#known.length > 10 && this.#random.chance(0.55);
    // The latest come back more often.
    const ago = Math.floor(this.#known.length * this.#random.next() ** 2);
    const visitorId = back ? this.#known.at(-1 - ago)! : events[0]!.visitorId;
    if (!back) this.#known.push(visitorId);
    return events.map((event) => ({ ...event, known: true, visitorId }));
  }
}

function visitOf(site: OpenSite, start: number, random: Random): CountedEvent[] {
  const client = clientOf(random.pick(BROWSERS));
  const came = random.pick(ORIGINS);
  const visitorId = randomUUID();
  let at = start;
  const event = (kind: EventKind, path: string, name = ''): CountedEvent => ({
    id: randomUUID(),
    site,
    at,
    kind,
    name,
    path,
    client,
    props: undefined,
    revenue: undefined,
    known: false,
    visitorId,
    formerId: undefined,
    origin: at === start ? came : undefined,
  });
  const events = [event('page', random.pick(ENTRIES))];
  const pages = random.chance(0.4) ? 0 : random.int(1, 4);
  for (let n = 0; n < pages; n++) {
    at += random.int(12, 160) * 1_000;
    events.push(event('page', random.pick(NEXT)));
  }
  const last = events.at(-1)!.path;
  if (last === '/contact' && random.chance(0.4)) {
    at += random.int(30, 120) * 1_000;
    events.push(event('form', last, 'contact'));
  } else if (last.startsWith('/blog') && random.chance(0.2)) {
    at += random.int(20, 90) * 1_000;
    events.push(event('outbound', last, 'harborchamber.example'));
  }
  return events;
}
