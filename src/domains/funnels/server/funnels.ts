/** Funnels: list, draft, and what belongs to a funnel as a whole. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  countRows,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  isUniqueViolation,
  NOW,
  query,
  savepoint,
  transaction,
  updateRows,
  withAllRecords,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { publicLink, sites } from '../../../server/public/site.ts';
import { randomToken } from '../../../server/secrets/secrets.ts';
import { useProvider } from '../../connections/index.ts';
import {
  type Funnel,
  type FunnelDocument,
  type FunnelProblem,
  type FunnelSite,
  type funnels,
  type FunnelTemplateRow,
  MAX_FUNNELS,
} from '../contract.ts';
import { problemsOf } from '../engine/check.ts';
import { FUNNEL_TEMPLATES } from '../engine/templates/index.ts';
import { FUNNELS } from '../paths.ts';
import { readDocument } from './document.ts';
import { HAS_LIVE_PAYMENT } from './order-row.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface ListRow {
  id: string;
  name: string;
  slug: string;
  color: string;
  steps: number;
  isPublished: boolean;
  hasChanges: boolean;
  visitors: number;
  leads: number;
  updatedAt: string;
}

/** Visitors of the funnel are those of its first step; leads are submissions that were accepted. */
const LIST = `select f.id, f.name, f.slug, coalesce(f.document #>> '{theme,color}', '') as color,
    jsonb_array_length(f.document -> 'steps') as steps, f.published_id is not null as "isPublished",
    f.published_id is not null and f.version <> f.published_draft as "hasChanges", f.updated_at as "updatedAt",
    (select coalesce(sum(d.visitors), 0)::int from funnel_days d where d.funnel_id = f.id and d.workspace_id = $1
      and d.step_id = f.document #>> '{steps,0,id}' and d.day > current_date - 31) as visitors,
    (select count(*)::int from funnel_submissions s where s.funnel_id = f.id and s.workspace_id = $1
      and s.state = 'accepted' and s.created_at > now() - interval '30 days') as leads
  from funnels f where f.workspace_id = $1 and ($2::text is null or position(lower($2) in lower(f.name)) > 0)
    and ($3::timestamptz is null or (f.updated_at, f.id) < ($3::timestamptz, $4::uuid))
  order by f.updated_at desc, f.id desc limit $5`;

export async function listFunnels({
  cursor,
  limit,
  search,
}: QueryOf<typeof funnels.list>): Promise<ResponseOf<typeof funnels.list>> {
  const from = unpackCursor(cursor, INSTANT, UUID);
  const rows = await query<ListRow>(LIST, [
    currentWorkspaceId(),
    search || null,
    from?.[0] ?? null,
    from?.[1] ?? null,
    limit + 1,
  ]);
  const page = pageFrom(rows, limit, ({ updatedAt, id }) => packCursor(updatedAt, id));
  return {
    ...page,
    items: page.items.map((row) => ({
      ...row,
      rate: row.visitors === 0 ? null : Math.min(1, row.leads / row.visitors),
    })),
  };
}

export const listTemplates = (): FunnelTemplateRow[] =>
  FUNNEL_TEMPLATES.map(({ id, name, description, document }) => {
    const { theme, steps } = readDocument(document);
    return { id, name, description, theme, steps: steps.map((step) => step.name) };
  });

export interface FunnelRecord {
  id: string;
  name: string;
  slug: string;
  document: FunnelDocument;
  version: number;
  publishedId: string | null;
  publishedDraft: number | null;
  publishedNumber: number | null;
  publishedAt: string | null;
  publishedById: string | null;
  publishedBy: string | null;
  publishedNote: string | null;
  updatedAt: string;
}

/** @throws AppError `not_found` */
export async function findFunnel(id: string, lock = false): Promise<FunnelRecord> {
  const [row] = await query<FunnelRecord>(
    `select f.id, f.name, f.slug, f.document, f.version, f.published_id as "publishedId",
        f.published_draft as "publishedDraft", f.updated_at as "updatedAt", v.number as "publishedNumber",
        v.created_at as "publishedAt", v.created_by as "publishedById", v.note as "publishedNote",
        (select p.name from workspace_people p where p.id = v.created_by) as "publishedBy"
      from funnels f left join funnel_versions v on v.id = f.published_id and v.workspace_id = f.workspace_id
      where f.id = $1 and f.workspace_id = $2${lock ? ' for update of f' : ''}`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The funnel');
  return { ...row, document: readDocument(row.document) };
}

/** How a workspace shows itself on its pages. */
export async function siteOf(workspaceId: string): Promise<FunnelSite> {
  const {
    name = '',
    logo = '',
    color = '',
    language = 'en',
    imprint = '',
    privacyUrl = '',
  } = (await sites().siteOf(workspaceId)) ?? {};
  return { name, logo, color, language, imprint, privacyUrl };
}

const personOf = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? 'Former member' };

async function shown(row: FunnelRecord): Promise<Funnel> {
  const workspaceId = currentWorkspaceId();
  const { id, name, slug, document, version, updatedAt, publishedId, publishedNumber, publishedAt } = row;
  return {
    id,
    name,
    slug,
    document,
    version,
    updatedAt,
    published:
      publishedId === null || publishedNumber === null || publishedAt === null
        ? null
        : {
            id: publishedId,
            number: publishedNumber,
            at: publishedAt,
            by: personOf(row.publishedById, row.publishedBy),
            note: row.publishedNote ?? '',
          },
    hasChanges: publishedId !== null && row.publishedDraft !== version,
    address: await publicLink(workspaceId, `/p/f/${slug}`),
    site: await siteOf(workspaceId),
  };
}

/** @throws AppError `not_found` */
export async function readFunnel(id: string): Promise<Funnel> {
  return shown(await findFunnel(id));
}

const announce = () => publishPaths(currentWorkspaceId(), [FUNNELS.list]);

/** A name as the first part of an address, with something that nobody else has. */
const slugOf = (name: string): string => {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  const own = randomToken()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 6);
  return `${words || 'funnel'}-${own}`;
};

/** @throws AppError `conflict` at the limit */
async function insertFunnel(name: string, document: FunnelDocument): Promise<Funnel> {
  const workspaceId = currentWorkspaceId();
  const by = currentUserId();
  return transaction(async () => {
    if ((await countRows('funnels', { workspaceId })) >= MAX_FUNNELS)
      throw new AppError('conflict', `You have reached the limit of ${MAX_FUNNELS} funnels.`);
    const id = newId();
    await insertRow('funnels', { id, workspaceId, name, slug: slugOf(name), document, createdBy: by, updatedBy: by });
    await announce();
    return readFunnel(id);
  });
}

/** @throws AppError `validation` for a template that does not exist; `conflict` at the limit */
export async function createFunnel({ name, template }: { name: string; template: string }): Promise<Funnel> {
  const found = FUNNEL_TEMPLATES.find(({ id }) => id === template);
  if (!found) throw invalid('template', 'Choose a template.');
  return insertFunnel(name, readDocument(found.document));
}

/** @throws AppError `not_found`; `conflict` at the limit */
export async function copyFunnel(id: string): Promise<Funnel> {
  const { name, document } = await findFunnel(id);
  return insertFunnel(`${name.slice(0, 113)} (copy)`, document);
}

/** @throws AppError `not_found`; `stale` when somebody changed the draft in the meantime; `validation` for a taken slug */
export async function updateFunnel(
  id: string,
  { version, name, slug, document }: { version: number; name: string; slug: string; document: FunnelDocument },
): Promise<Funnel> {
  return transaction(async () => {
    const current = await findFunnel(id, true);
    if (current.version !== version)
      throw new AppError('stale', 'Someone changed this funnel in the meantime.', {
        details: { version: current.version },
      });
    await savepoint(() =>
      updateRows(
        'funnels',
        { name, slug, document, version: version + 1, updatedAt: NOW, updatedBy: currentUserId() },
        { id, workspaceId: currentWorkspaceId() },
      ),
    ).catch((error: unknown) => {
      if (isUniqueViolation(error)) throw invalid('slug', 'This address is taken. Choose another one.');
      throw error;
    });
    await publishPaths(
      currentWorkspaceId(),
      current.slug !== slug || current.name !== name ? [FUNNELS.list, FUNNELS.published] : [FUNNELS.list],
    );
    return readFunnel(id);
  });
}

/** @throws AppError `not_found`; `conflict` for one with orders that are paid or may still be */
export async function removeFunnel(id: string): Promise<void> {
  await transaction(async () => {
    await findFunnel(id, true);
    // Orders of private leads count, too.
    await withAllRecords(() => deleteWithUnpaidOrders(id));
  });
}

async function deleteWithUnpaidOrders(id: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const [orders] = await query<{ isPaid: boolean | null; isLive: boolean | null }>(
    `select bool_or(o.state <> 'open') as "isPaid", bool_or(${HAS_LIVE_PAYMENT}) as "isLive" from funnel_orders o
      where o.workspace_id = $1 and o.funnel_id = $2`,
    [workspaceId, id],
  );
  if (orders?.isPaid)
    throw new AppError('conflict', 'This funnel has orders. Take it offline instead, so that its orders stay.');
  if (orders?.isLive)
    throw new AppError(
      'conflict',
      'This funnel has orders that may still be paid. Take it offline, and delete it in 3 days.',
    );
  await deleteRows('funnel_orders', { workspaceId, funnelId: id });
  await deleteRows('funnels', { id, workspaceId });
  await publishPaths(workspaceId, [FUNNELS.list, FUNNELS.published]);
}

/** Whether the workspace's payments are real. */
export const movesMoney = async (): Promise<boolean> =>
  (await useProvider('payment', currentWorkspaceId(), { purpose: 'funnel_order' })).movesMoney;

/** @throws AppError `not_found` */
export async function checkFunnel(id: string): Promise<FunnelProblem[]> {
  const { document } = await findFunnel(id);
  const problems = problemsOf(document, await siteOf(currentWorkspaceId()));
  const sells = document.steps.find(({ blocks, split }) =>
    [...blocks, ...(split?.blocks ?? [])].some(({ type }) => type === 'order'),
  );
  if (sells && !(await movesMoney()))
    problems.push({
      blocking: false,
      message:
        'No payment service is connected. Orders go to the embedded test gateway, and no money moves. Connect a service under Settings → Connections.',
      stepId: sells.id,
      blockId: '',
    });
  return problems;
}
