/** Deletes documents from everywhere: their passages, their vectors, the index, quotations, and files. */
import { afterCommit, deleteRows } from '../../../server/db/index.ts';
import { files } from '../../../server/files/index.ts';
import { log } from '../../../server/observability/log.ts';
import { forgetQuotations } from './forget.ts';
import { removeDocumentsFromIndex } from './index/write.ts';

export interface RemovedDocument {
  id: string;
  /** Of its file. */
  key: string | null;
}

/** Documents whose passages are in memory at a time. */
const BATCH = 100;

/** Runs in a transaction. */
export async function removeDocuments(documents: readonly RemovedDocument[]): Promise<void> {
  if (documents.length === 0) return;
  const ids = documents.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += BATCH) await removeDocumentsFromIndex(ids.slice(from, from + BATCH));
  await forgetQuotations(ids);
  await deleteRows('knowledge_documents', { id: ids });
  deleteFilesLater(documents.flatMap(({ key }) => (key === null ? [] : [key])));
}

/** Deletes stored files once the transaction has committed. */
export function deleteFilesLater(keys: readonly string[]): void {
  afterCommit(() => {
    for (const key of keys)
      files()
        .delete(key)
        .catch((error: unknown) => log().error({ err: error }, 'the file of a deleted document stayed'));
  });
}
