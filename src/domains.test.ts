import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVER_DOMAINS } from './domains.ts';
import { allPages, WEB_DOMAINS } from './pages.ts';
import { allCatalogEntries } from './server/catalog.ts';
import { allServices } from './server/status/services.ts';
import { subscriberNames } from './server/events/subscribers.ts';
import { jobDefinitions } from './server/jobs/define.ts';
import { recurringNames } from './server/jobs/recurring.ts';
import { allApps } from './kernel/apps.ts';
import { ownedKinds } from './server/ownership/ownership.ts';
import { kindsFor } from './domains/notifications/server/kinds.ts';
import { shownKinds } from './domains/approvals/server/kinds.ts';

const FOLDER = join(import.meta.dirname, 'domains');
const folders = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('every folder in src/domains', () => {
  it.each([
    ['domain.server.ts', 'SERVER_DOMAINS in src/domains.ts', SERVER_DOMAINS],
    ['domain.web.ts', 'WEB_DOMAINS in src/pages.ts', WEB_DOMAINS],
  ] as const)('is listed with its %s in %s', (file, list, listed) => {
    const names = new Set(listed.map(({ name }) => name));
    const problems = folders.flatMap((name) => {
      const exists = existsSync(join(FOLDER, name, file));
      if (file === 'domain.server.ts' && !exists)
        return [`src/domains/${name} has no ${file}: a domain is a folder with a manifest.`];
      return exists && !names.has(name) ? [`src/domains/${name}/${file} is not listed in ${list}.`] : [];
    });
    expect(problems).toEqual([]);
    expect(names.size).toBe(listed.length);
  });

  it('comes in the same order on the server and in the browser', () => {
    const web = WEB_DOMAINS.map(({ name }) => name);
    expect(SERVER_DOMAINS.map(({ name }) => name).filter((name) => web.includes(name))).toEqual(web);
  });
});

describe('a manifest', () => {
  const listed = (key: 'jobs' | 'recurring' | 'subscribers' | 'approvalKinds' | 'notificationKinds') =>
    SERVER_DOMAINS.flatMap((domain) => domain[key] ?? []).map(({ name }) => name);

  it.each([
    ['jobs', [...jobDefinitions().keys()]],
    ['recurring', recurringNames()],
    ['subscribers', subscriberNames()],
    ['approvalKinds', shownKinds().map(({ name }) => name)],
    [
      'notificationKinds',
      kindsFor('admin')
        .concat(kindsFor('user'))
        .map(({ name }) => name),
    ],
  ] as const)('lists everything that its domain registers as %s', (key, registered) => {
    expect(listed(key).toSorted()).toEqual([...new Set(registered)].toSorted());
  });

  it('lists its catalog entries, each with a page that exists and what it may do', () => {
    const entries = SERVER_DOMAINS.flatMap(({ catalog }) => catalog ?? []);
    expect(new Set(entries)).toEqual(new Set(allCatalogEntries()));
    const pages = new Set<string>(allPages.map(({ path }) => path));
    expect(entries.filter(({ page }) => !pages.has(page.split('?')[0]!)).map(({ id }) => id)).toEqual([]);
    expect(entries.filter(({ allows }) => allows.length === 0).map(({ id }) => id)).toEqual([]);
  });

  it('lists its apps, services, and owned kinds', () => {
    const all = <T>(pick: (domain: (typeof SERVER_DOMAINS)[number]) => readonly T[] | undefined) =>
      new Set(SERVER_DOMAINS.flatMap((domain) => pick(domain) ?? []));
    expect(all(({ apps }) => apps)).toEqual(new Set(allApps()));
    expect(all(({ services }) => services)).toEqual(new Set(allServices()));
    expect(all(({ ownedKinds: kinds }) => kinds)).toEqual(new Set(ownedKinds()));
  });
});
