/** Published versions: each is kept as it was, and can be published again. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentUserId,
  currentWorkspaceId,
  insertRow,
  NOW,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { packCursor, pageFrom, unpackCursor } from '../../../server/paging.ts';
import type { Funnel, FunnelDocument, funnels, FunnelVersion } from '../contract.ts';
import { problemsOf } from '../engine/check.ts';
import { FUNNELS } from '../paths.ts';
import { readDocument } from './document.ts';
import { findFunnel, type FunnelRecord, readFunnel, siteOf } from './funnels.ts';

const announce = (id: string, type: 'published' | 'unpublished', data: Record<string, unknown>) =>
  emit({ type: `funnel.${type}`, subject: { type: 'funnel', id }, data, paths: [FUNNELS.list, FUNNELS.published] });

/** @throws AppError `stale` */
function requireVersion(current: FunnelRecord, version: number): void {
  if (current.version !== version)
    throw new AppError('stale', 'Someone changed this funnel in the meantime.', {
      details: { version: current.version },
    });
}

/** Makes a version of the document and shows it to visitors. @throws AppError `validation` */
async function publishDocument(
  { id, name }: FunnelRecord,
  document: FunnelDocument,
  draft: number,
  note: string,
): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const blocking = problemsOf(document, await siteOf(workspaceId)).filter((problem) => problem.blocking);
  if (blocking.length > 0)
    throw new AppError(
      'validation',
      blocking.length === 1 ? blocking[0]!.message : `Fix ${blocking.length} problems before you publish.`,
      { details: { problems: blocking } },
    );
  const [last] = await query<{ number: number }>(
    'select coalesce(max(number), 0) as number from funnel_versions where funnel_id = $1 and workspace_id = $2',
    [id, workspaceId],
  );
  const number = last!.number + 1;
  const versionId = newId();
  await insertRow('funnel_versions', {
    id: versionId,
    workspaceId,
    funnelId: id,
    number,
    document,
    note,
    createdBy: currentUserId(),
  });
  await updateRows(
    'funnels',
    { document, version: draft, publishedId: versionId, publishedDraft: draft, updatedAt: NOW },
    { id, workspaceId },
  );
  await audit({ action: 'funnel.published', subject: { type: 'funnel', id }, details: { name, version: number } });
  await announce(id, 'published', { number });
}

/** @throws AppError `not_found`, `stale`; `validation` while something blocks publishing */
export function publishFunnel(id: string, { version, note }: { version: number; note: string }): Promise<Funnel> {
  return transaction(async () => {
    const current = await findFunnel(id, true);
    requireVersion(current, version);
    await publishDocument(current, current.document, version, note);
    return readFunnel(id);
  });
}

/** @throws AppError `not_found` */
export function unpublishFunnel(id: string): Promise<Funnel> {
  return transaction(async () => {
    const { name, publishedId } = await findFunnel(id, true);
    if (publishedId !== null) {
      await updateRows(
        'funnels',
        { publishedId: null, publishedDraft: null, updatedAt: NOW },
        { id, workspaceId: currentWorkspaceId() },
      );
      await audit({ action: 'funnel.unpublished', subject: { type: 'funnel', id }, details: { name } });
      await announce(id, 'unpublished', {});
    }
    return readFunnel(id);
  });
}

interface VersionRow extends Omit<FunnelVersion, 'by'> {
  byId: string | null;
  byName: string | null;
}

const COLUMNS = `v.id, v.number, v.note, v.created_at as at, v.created_by as "byId", f.published_id is not distinct from v.id as "isPublished",
  (select p.name from workspace_people p where p.id = v.created_by) as "byName"`;
const FROM = `from funnel_versions v join funnels f on f.id = v.funnel_id and f.workspace_id = v.workspace_id
  where v.funnel_id = $1 and v.workspace_id = $2`;

const shown = ({ byId, byName, ...row }: VersionRow): FunnelVersion => ({
  ...row,
  by: byId === null ? null : { id: byId, name: byName ?? 'Former member' },
});

/** @throws AppError `not_found`, `bad_request` */
export async function listVersions(
  id: string,
  { cursor, limit }: QueryOf<typeof funnels.versions>,
): Promise<ResponseOf<typeof funnels.versions>> {
  await findFunnel(id);
  const from = unpackCursor(cursor, /^\d{1,9}$/);
  const rows = await query<VersionRow>(
    `select ${COLUMNS} ${FROM} and ($3::int is null or v.number < $3) order by v.number desc limit $4`,
    [id, currentWorkspaceId(), from?.[0] ?? null, limit + 1],
  );
  const page = pageFrom(rows, limit, ({ number }) => packCursor(String(number)));
  return { ...page, items: page.items.map(shown) };
}

/** @throws AppError `not_found` */
export async function readVersion(
  id: string,
  versionId: string,
): Promise<FunnelVersion & { document: FunnelDocument }> {
  const [row] = await query<VersionRow & { document: unknown }>(`select ${COLUMNS}, v.document ${FROM} and v.id = $3`, [
    id,
    currentWorkspaceId(),
    versionId,
  ]);
  if (!row) throw notFound('The version');
  const { document, ...version } = row;
  return { ...shown(version), document: readDocument(document) };
}

/** @throws AppError `not_found`, `stale`, `validation` */
export function restoreVersion(id: string, versionId: string, version: number): Promise<Funnel> {
  return transaction(async () => {
    const current = await findFunnel(id, true);
    requireVersion(current, version);
    const { document, number } = await readVersion(id, versionId);
    await publishDocument(current, document, version + 1, `Version ${number} again`);
    return readFunnel(id);
  });
}
