/** One finished crawl of three invented sites, marked as sample data. Nothing was fetched for it. */
import { newId } from '../../../kernel/ids.ts';
import { insertRow, insertRows } from '../../../server/db/index.ts';
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { emailState, noticeDue, scoreCandidate } from '../engine/candidate-score.ts';

const SITES = [
  {
    host: 'northgate-dental.example',
    name: 'Northgate Dental',
    city: 'Portland',
    people: [
      ['Priya Raman', 'Owner', '+15035550142'],
      ['Tom Whitaker', 'Office Manager', ''],
    ],
  },
  {
    host: 'harborlegal.example',
    name: 'Harbor Legal Partners',
    city: 'Seattle',
    people: [
      ['Elena Ortiz', 'Managing Partner', '+12065550117'],
      ['Daniel Cho', 'Associate', ''],
    ],
  },
  {
    host: 'cedarbuild.example',
    name: 'Cedar Build Co.',
    city: 'Boise',
    people: [['Marcus Hale', 'Founder', '+12085550163']],
  },
] as const;

export async function loadWorkspace({ workspace, workspaceId, now }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  const at = new Date(now.getTime() - 26 * 3_600_000);
  const crawlId = newId();
  const people = SITES.reduce((sum, site) => sum + site.people.length, 0);
  await insertRow('crawls', {
    id: crawlId,
    workspaceId,
    name: 'Local services in the Northwest',
    state: 'done',
    isChecked: true,
    isSample: true,
    maxPages: 300,
    maxPagesPerSite: 100,
    maxDepth: 3,
    delayMs: 1_000,
    fetched: SITES.length * 3,
    skipped: 2,
    candidates: SITES.length + people,
    createdAt: at,
    startedAt: at,
    endedAt: new Date(at.getTime() + 95_000),
  });
  for (const site of SITES) await loadSite(workspaceId, crawlId, site, at);
}

async function loadSite(workspaceId: string, crawlId: string, site: (typeof SITES)[number], at: Date): Promise<void> {
  const origin = `https://${site.host}`;
  const siteId = newId();
  await insertRow('crawl_sites', {
    id: siteId,
    workspaceId,
    crawlId,
    origin,
    verdict: 'allowed',
    robotsAt: at,
    sitemapPages: 3,
    fetched: 3,
  });
  await insertRows(
    'crawl_pages',
    [
      ['/', site.name],
      ['/team', `Team | ${site.name}`],
      ['/contact', `Contact | ${site.name}`],
    ].map(([path, title], n) => ({
      id: newId(),
      workspaceId,
      crawlId,
      siteId,
      url: origin + path,
      depth: n === 0 ? 0 : 1,
      state: 'done',
      status: 200,
      bytes: 14_200 + 900 * n,
      title,
      found: n + 1,
      fetchedAt: at,
    })),
  );
  await loadCandidate(
    { workspaceId, crawlId, siteId, origin, at },
    {
      kind: 'company',
      name: site.name,
      title: '',
      email: `info@${site.host}`,
      phone: '',
      company: site.name,
      city: site.city,
      path: '/contact',
    },
  );
  for (const [name, title, phone] of site.people)
    await loadCandidate(
      { workspaceId, crawlId, siteId, origin, at },
      {
        kind: 'person',
        name,
        title,
        email: `${name.split(' ')[0]!.toLowerCase()}@${site.host}`,
        phone,
        company: site.name,
        city: site.city,
        path: '/team',
      },
    );
}

interface Place {
  workspaceId: string;
  crawlId: string;
  siteId: string;
  origin: string;
  at: Date;
}

async function loadCandidate(
  { workspaceId, origin, at, ...ids }: Place,
  one: {
    kind: 'person' | 'company';
    name: string;
    title: string;
    email: string;
    phone: string;
    company: string;
    city: string;
    path: string;
  },
): Promise<void> {
  const id = newId();
  const { path, ...values } = one;
  const state = emailState(one.email, true);
  const { score, reasons } = scoreCandidate({ ...one, emailState: state, address: '', social: [], pages: 1 });
  const isPerson = one.kind === 'person';
  await insertRow('crawl_candidates', {
    id,
    workspaceId,
    ...ids,
    key: isPerson ? `e:${one.email}` : 'company',
    ...values,
    country: 'US',
    website: origin,
    emailState: state,
    score,
    reasons,
    isJudged: true,
    notice: isPerson ? 'due' : 'none',
    noticeDueAt: isPerson ? noticeDue(at) : null,
    foundAt: at,
  });
  const evidence = (['name', 'title', 'email', 'phone'] as const).filter((field) => one[field] !== '');
  await insertRows(
    'crawl_evidence',
    evidence.map((field) => ({
      id: newId(),
      workspaceId,
      candidateId: id,
      field,
      value: one[field],
      url: origin + path,
      selector: isPerson ? '#team > div > h3' : 'address > a',
      foundBy: isPerson ? 'team' : 'link',
      foundAt: at,
    })),
  );
}
