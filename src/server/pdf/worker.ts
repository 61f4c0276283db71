import { answerWith } from '../threads/answer.ts';
import { drawDocument, type PdfDocument } from './document.ts';

answerWith(({ options, blocks }: PdfDocument) => drawDocument(options, blocks));
