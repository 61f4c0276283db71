/** Deletes documents from everywhere: their passages, their vectors, the index, quotations, and files. */
import { afterCommit, deleteRows } from '../../../server/db/index.ts';
import { files } from '../../../server/files/index.ts';
import { log } from '../../../server/observability/log.ts';
import { forgetQuotations } from './forget.ts';
import { removeDocumentFromIndex } from './index/write.ts';

export interface RemovedDocument {
  id: string;
  indexedTitle: string;
  /** Of its file. */
  key: string | null;
}

/** Runs in a transaction. */
export async function removeDocuments(documents: readonly RemovedDocument[]): Promise<void> {
  if (documents.length === 0) return;
  for (const document of documents) await removeDocumentFromIndex(document);
  const ids = documents.map(({ id }) => id);
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
