/** Published funnels by address, cached in memory until they change. */
import { LRUCache } from 'lru-cache';
import { asSystem, query } from '../../../server/db/index.ts';
import { listenForChanges } from '../../../server/events/figure-cache.ts';
import type { PublicRequest } from '../../../server/public/define.ts';
import type { FunnelDocument, Step } from '../contract/document.ts';
import { FUNNELS } from '../paths.ts';
import { readDocument } from './document.ts';

export interface Published {
  workspaceId: string;
  funnelId: string;
  versionId: string;
  name: string;
  slug: string;
  /** Of the workspace: days of its figures. */
  timeZone: string;
  document: FunnelDocument;
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Milliseconds until a reload, in case a message about a change is lost. */
const LASTS = 30_000;
const kept = new LRUCache<string, Promise<Published | undefined>>({ max: 500, ttl: LASTS });

listenForChanges((_workspaceId, paths) => {
  if (paths.some((path) => path === '*' || path === FUNNELS.published)) kept.clear();
});

interface Row extends Omit<Published, 'document'> {
  document: unknown;
}

async function readPublished(slug: string): Promise<Published | undefined> {
  const [row] = await asSystem(() =>
    query<Row>(
      `select f.workspace_id as "workspaceId", f.id as "funnelId", v.id as "versionId", f.name, f.slug, v.document,
          w.time_zone as "timeZone"
        from funnels f join funnel_versions v on v.id = f.published_id join workspaces w on w.id = f.workspace_id
        where f.slug = $1 and w.archived_at is null and app_is_on(f.workspace_id, 'leads')`,
      [slug],
      'funnel_published',
    ),
  );
  return row && { ...row, document: readDocument(row.document) };
}

/** The published funnel under an address; undefined where there is none. */
export function publishedOf(slug: string): Promise<Published | undefined> {
  if (slug.length > 60 || !SLUG.test(slug)) return Promise.resolve(undefined);
  const known = kept.get(slug);
  if (known) return known;
  const read = readPublished(slug);
  kept.set(slug, read);
  read.catch(() => kept.delete(slug));
  return read;
}

/** The step that an address names; without a name it is the first. */
export function stepOf({ document: { steps } }: Published, path: string | undefined): Step | undefined {
  return path === undefined ? steps[0] : steps.find((step) => step.path === path);
}

/** Funnel and step of a request, unless the address belongs to another workspace's domain. */
export async function requested({
  params,
  domainOf,
}: PublicRequest): Promise<{ published: Published; step: Step } | undefined> {
  const published = await publishedOf(params['slug'] ?? '');
  if (!published || (domainOf !== undefined && domainOf !== published.workspaceId)) return undefined;
  const step = stepOf(published, params['step']);
  return step && { published, step };
}
