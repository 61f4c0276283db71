/** Sites that a workspace never crawls. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, deleteRows, insertIfNew, selectRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { BlockedSite } from '../contract.ts';
import { normalizeUrl } from '../engine/urls.ts';
import { LEAD_SCRAPER } from '../paths.ts';

const MAX = 2_000;
const COLUMNS = ['id', 'host', 'note', 'createdAt'] as const;

export function listBlockedSites(): Promise<BlockedSite[]> {
  return selectRows(
    'crawl_blocked_sites',
    COLUMNS,
    { workspaceId: currentWorkspaceId() },
    { orderBy: ['host'], limit: MAX },
  );
}

/** A site and all its subdomains. @throws AppError `validation`; `conflict` when it is there already */
export async function addBlockedSite({ host, note }: { host: string; note: string }): Promise<BlockedSite> {
  const address = normalizeUrl(/^https?:\/\//i.test(host) ? host : `https://${host}`);
  const name = address ? new URL(address).hostname.replace(/^www\./, '') : '';
  if (!name.includes('.')) throw invalid('host', 'Enter a domain, such as example.com.');
  if ((await listBlockedSites()).length >= MAX)
    throw new AppError('conflict', 'There are 2,000 sites on the list. Remove one first.');
  const isAdded = await insertIfNew('crawl_blocked_sites', {
    id: newId(),
    workspaceId: currentWorkspaceId(),
    host: name,
    note,
    createdBy: currentUserId(),
  });
  if (!isAdded) throw new AppError('conflict', `${name} is on the list already.`, { field: 'host' });
  await publishPaths(currentWorkspaceId(), [LEAD_SCRAPER.blockedSites]);
  const [site] = await selectRows('crawl_blocked_sites', COLUMNS, { workspaceId: currentWorkspaceId(), host: name });
  return site!;
}

export async function removeBlockedSite(id: string): Promise<void> {
  if ((await deleteRows('crawl_blocked_sites', { id, workspaceId: currentWorkspaceId() })) === 0)
    throw notFound('The site');
  await publishPaths(currentWorkspaceId(), [LEAD_SCRAPER.blockedSites]);
}
