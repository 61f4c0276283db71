/** The thread that merges a board's updates. */
import { answerWith } from '../../../server/threads/thread-entry.ts';
import { mergeToSnapshot } from '../engine/board-document.ts';

answerWith((updates: Uint8Array[]) => mergeToSnapshot(updates));
