/** Images of funnel pages: the database holds their names, the file store the bytes. Everybody may see them. */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { dropContents } from '../../../records/server/files.ts';
import {
  afterCommit,
  asSystem,
  countRows,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  query,
  selectRow,
  transaction,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { cleanFileName, files, SNIFF_BYTES, sniffType } from '../../../server/files/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { definePublicFile } from '../../../server/public/define.ts';
import { type FunnelImage, type funnels, MAX_FUNNEL_IMAGE, MAX_FUNNEL_IMAGES } from '../contract.ts';
import { IMAGE_PATH } from '../engine/render/context.ts';
import { FUNNELS } from '../paths.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

const shown = (image: Omit<FunnelImage, 'key'>): FunnelImage => ({
  ...image,
  key: `${image.id}-${image.width}x${image.height}`,
});

const readImage = async (id: string): Promise<FunnelImage> => {
  const [row] = await query<Omit<FunnelImage, 'key'>>(
    'select id, name, size, width, height, created_at as at from funnel_images where id = $1 and workspace_id = $2',
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The image');
  return shown(row);
};

/** @throws AppError `bad_request` */
export async function listImages({
  cursor,
  limit,
}: QueryOf<typeof funnels.images>): Promise<ResponseOf<typeof funnels.images>> {
  const from = unpackCursor(cursor, UUID);
  const rows = await query<Omit<FunnelImage, 'key'>>(
    `select id, name, size, width, height, created_at as at from funnel_images
      where workspace_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [currentWorkspaceId(), from?.[0] ?? null, limit + 1],
  );
  const page = pageFrom(rows, limit, ({ id }) => packCursor(id));
  return { ...page, items: page.items.map(shown) };
}

/** @throws AppError `validation`, `conflict` at the limit, `too_large`, `unsupported_media_type` */
export async function uploadImage(
  size: QueryOf<typeof funnels.uploadImage>,
  request: FastifyRequest,
): Promise<FunnelImage> {
  const part = await request.file({ limits: { fileSize: MAX_FUNNEL_IMAGE + 1 } });
  if (!part) throw invalid('file', 'Choose an image.');
  const name = cleanFileName(part.filename.replaceAll('%22', '"'));
  const workspaceId = currentWorkspaceId();
  const stored = await files().put(part.file, { prefix: `funnels/${workspaceId}`, limit: MAX_FUNNEL_IMAGE });
  try {
    if (stored.size === 0) throw invalid('file', 'The file is empty.');
    const sniffed = sniffType(await readStart(stored.key, stored.size), name);
    const type = TYPES.find((one) => one === sniffed);
    if (!type) throw new AppError('unsupported_media_type', 'Choose a JPEG, PNG, or WebP image.');
    return await transaction(async () => {
      if ((await countRows('funnel_images', { workspaceId })) >= MAX_FUNNEL_IMAGES)
        throw new AppError('conflict', `You have reached the limit of ${MAX_FUNNEL_IMAGES} images. Delete some first.`);
      const id = newId();
      await insertRow('funnel_images', {
        id,
        workspaceId,
        name,
        type,
        size: stored.size,
        ...size,
        storageKey: stored.key,
        createdBy: currentUserId(),
      });
      await publishPaths(workspaceId, [FUNNELS.images]);
      return readImage(id);
    });
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

async function readStart(key: string, size: number): Promise<Buffer> {
  const stream = await files().get(key, { start: 0, end: Math.min(size, SNIFF_BYTES) - 1 });
  return Buffer.concat((await Readable.from(stream).toArray()) as Buffer[]);
}

/** @throws AppError `not_found`; `conflict` while a funnel, or a version that can be published again, shows it */
export async function removeImage(id: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await transaction(async () => {
    const image = await selectRow('funnel_images', ['storageKey'], { id, workspaceId });
    if (!image) throw notFound('The image');
    const [user] = await query<{ name: string }>(
      `select f.name from funnels f where f.workspace_id = $1 and (position($2 in f.document::text) > 0 or exists (
          select 1 from funnel_versions v where v.workspace_id = $1 and v.funnel_id = f.id
            and position($2 in v.document::text) > 0))
        order by f.updated_at desc limit 1`,
      [workspaceId, id],
    );
    if (user) throw new AppError('conflict', `“${user.name}” uses this image, now or in an earlier version.`);
    await deleteRows('funnel_images', { id, workspaceId });
    await publishPaths(workspaceId, [FUNNELS.images]);
    afterCommit(() => void dropContents([image.storageKey]));
  });
}

definePublicFile({
  path: `${IMAGE_PATH}:id`,
  async load({ params: { id = '' }, domainOf }) {
    if (!UUID.test(id)) return undefined;
    const row = await asSystem(() => selectRow('funnel_images', ['workspaceId', 'type', 'storageKey'], { id }));
    if (!row || (domainOf !== undefined && domainOf !== row.workspaceId)) return undefined;
    const stream = await files().get(row.storageKey);
    return { type: row.type, content: Buffer.concat((await Readable.from(stream).toArray()) as Buffer[]) };
  },
});
