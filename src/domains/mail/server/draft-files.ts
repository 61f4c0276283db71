/** Files of letters that are written. */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  afterCommit,
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  selectRow,
  selectRows,
  transaction,
} from '../../../server/db/index.ts';
import { cleanFileName, files, SNIFF_BYTES, sniffType } from '../../../server/files/index.ts';
import { formatBytes } from '../../../server/files/port.ts';
import { dropContents } from '../../../records/server/files.ts';
import { MAX_ATTACHMENT, MAX_ATTACHMENTS_TOTAL, type MailAttachment } from '../contract.ts';
import { publishDrafts, requireOpen } from './drafts.ts';

const MAX_FILES = 50;

/** @throws AppError `validation`, `not_found`, `conflict`, `too_large` */
export async function attachFile(draftId: string, request: FastifyRequest): Promise<MailAttachment> {
  await requireOpen(draftId);
  const part = await request.file({ limits: { fileSize: MAX_ATTACHMENT + 1 } });
  if (!part) throw invalid('file', 'Choose a file.');
  const name = cleanFileName(part.filename.replaceAll('%22', '"'));
  const stored = await files().put(part.file, { prefix: `mail/${currentWorkspaceId()}`, limit: MAX_ATTACHMENT });
  try {
    if (stored.size === 0) throw invalid('file', 'The file is empty.');
    return await keep(draftId, {
      name,
      storageKey: stored.key,
      size: stored.size,
      type: sniffType(await head(stored.key), name),
    });
  } catch (error) {
    await files().delete(stored.key);
    throw error;
  }
}

async function head(key: string): Promise<Buffer> {
  const size = (await files().size(key)) ?? 0;
  const stream = await files().get(key, { start: 0, end: Math.min(size, SNIFF_BYTES) - 1 });
  return Buffer.concat((await Readable.from(stream).toArray()) as Buffer[]);
}

function keep(
  draftId: string,
  file: { name: string; type: string; size: number; storageKey: string },
): Promise<MailAttachment> {
  return transaction(async () => {
    const { accountId } = await requireOpen(draftId);
    const others = await selectRows('mail_attachments', ['size'], { draftId });
    if (others.length >= MAX_FILES) throw new AppError('conflict', `One email holds at most ${MAX_FILES} files.`);
    if (others.reduce((sum, { size }) => sum + size, file.size) > MAX_ATTACHMENTS_TOTAL)
      throw new AppError('too_large', `The files of one email hold at most ${formatBytes(MAX_ATTACHMENTS_TOTAL)}.`);
    const id = newId();
    await insertRow('mail_attachments', {
      id,
      workspaceId: currentWorkspaceId(),
      accountId,
      draftId,
      authorId: currentUserId(),
      ...file,
    });
    await publishDrafts();
    return { id, name: file.name, type: file.type, size: file.size, isInline: false };
  });
}

/** @throws AppError `not_found`, `conflict` */
export function detachFile(draftId: string, id: string): Promise<void> {
  return transaction(async () => {
    await requireOpen(draftId);
    const file = await selectRow('mail_attachments', ['storageKey'], { id, draftId });
    if (!file) throw notFound('The attachment');
    await deleteRows('mail_attachments', { id, draftId });
    await publishDrafts();
    afterCommit(() => void dropContents([file.storageKey]));
  });
}
