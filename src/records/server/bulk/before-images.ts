/** States of records before a bulk change, and how to restore them. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { presentPeople } from '../workspace.ts';
import type { BulkKind, Changed, Found } from './bulk-kind.ts';

/** Keeps images in the ambient transaction, for `restoreImages`. `version` is the one before the change. */
export async function keepImages(
  batchId: string,
  images: readonly { id: string; version: number; before: unknown }[],
): Promise<void> {
  if (images.length === 0) return;
  await query(
    `insert into record_images (workspace_id, batch_id, record_id, version_after, before)
     select $1, $2, i.id, i.version + 1, i.before
        from jsonb_to_recordset($3::jsonb) as i(id uuid, version integer, before jsonb)
     on conflict (batch_id, record_id) do update set version_after = excluded.version_after`,
    [currentWorkspaceId(), batchId, JSON.stringify(images.map(({ id, version, before }) => ({ id, version, before })))],
  );
}

/**
 * Puts up to `most` records of a batch back to what they were, except those that were changed since. Their images are
 * used up; those of the others stay.
 * @returns the restored records, as they were until now and as they are again; none when nothing is left to restore
 */
export async function restoreImages<Row extends { id: string }, Image>(
  kind: BulkKind<Row, Image>,
  batchId: string,
  most: number,
): Promise<Changed<Image>[]> {
  const rows = await query<{ id: string; version: number; before: Image }>(
    `select r.id, r.version, i.before from record_images i
     join ${kind.list.table} r on r.id = i.record_id and r.workspace_id = i.workspace_id and r.version = i.version_after
        and r.deleted_at is null
     where i.workspace_id = $1 and i.batch_id = $2 order by r.id limit $3`,
    [currentWorkspaceId(), batchId, most],
  );
  if (rows.length === 0) return [];
  const versions = new Map(rows.map((row) => [row.id, row.version]));
  // A change made before this lock is kept.
  const found = (await kind.lock(rows.map((row) => row.id))).filter(
    (record) => record.version === versions.get(record.id),
  );
  const before = new Map(rows.map((row) => [row.id, row.before]));
  const wanted = found.map((record) => before.get(record.id)!);
  const images = await keepPresentOwners(
    kind.revive ? await kind.revive(wanted) : wanted,
    found.map(({ image }) => image),
  );
  const restored = found.map((record: Found<Image>, i): Changed<Image> => ({
    ...record,
    before: record.image,
    image: images[i]!,
  }));
  await kind.write(restored);
  await query('delete from record_images where workspace_id = $1 and batch_id = $2 and record_id = any($3)', [
    currentWorkspaceId(),
    batchId,
    restored.map(({ id }) => id),
  ]);
  return restored;
}

interface Owned {
  ownerId?: string | null;
}

/** Where an image says whose the record is. */
const ownedPart = (image: object): Owned => ('data' in image ? (image.data as Owned) : image);

/**
 * Old images as they can be written today: what was owned by someone who has left since stays with whoever owns it
 * now.
 */
export async function keepPresentOwners<Image>(then: readonly Image[], now: readonly Image[]): Promise<Image[]> {
  const here = await presentPeople(then.map((image) => ownedPart(image as object).ownerId ?? null));
  return then.map((image, i) => {
    const { ownerId } = ownedPart(image as object);
    if (!ownerId || here.has(ownerId)) return image;
    const owner = { ownerId: ownedPart(now[i] as object).ownerId ?? null };
    return (
      typeof image === 'object' && image !== null && 'data' in image
        ? { ...image, data: { ...(image.data as object), ...owner } }
        : { ...image, ...owner }
    ) as Image;
  });
}
