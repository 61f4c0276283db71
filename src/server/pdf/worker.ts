import { answerWith } from '../threads/thread-entry.ts';
import { drawDocument, type PdfDocument } from './document.ts';

answerWith(({ options, blocks }: PdfDocument) => drawDocument(options, blocks));
