import { answerWith } from '../../../../../server/threads/thread-entry.ts';
import { readBankFile } from '../../../engine/bank-files/index.ts';
import { toPieces } from './transfer-chunks.ts';
import type { FileToRead } from './read.ts';

answerWith(({ bytes, options }: FileToRead) => toPieces(readBankFile(bytes, options)));
