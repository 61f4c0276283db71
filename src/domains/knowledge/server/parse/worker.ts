/** The thread that reads documents: a file made to harm stops this thread, not the server. */
import { answerWith } from '../../../../server/threads/thread-entry.ts';
import { parseDocument } from './parse.ts';

answerWith<{ bytes: Uint8Array; type: string }, Awaited<ReturnType<typeof parseDocument>>>(({ bytes, type }) =>
  parseDocument(bytes, type),
);
