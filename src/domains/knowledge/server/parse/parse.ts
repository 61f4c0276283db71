/** Reads a document of any kind that knowledge takes. Runs in a thread of its own; see read-document.ts. */
import { extractText, getDocumentProxy } from 'unpdf';
import PostalMime from 'postal-mime';
import { AppError } from '../../../../kernel/errors.ts';
import { parseHtml } from './html.ts';
import type { Parsed } from './parsed.ts';
import { parseDocx, parsePptx, parseXlsx } from './office.ts';
import { decodeText, parseCsv, parseMarkdown, parsePlain } from './text.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const MOST_PAGES = 5_000;

/** The media types that are read, by ending of the file's name. */
export const READABLE: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: `${OFFICE}wordprocessingml.document`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  pptx: `${OFFICE}presentationml.presentation`,
  html: 'text/html',
  htm: 'text/html',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  eml: 'message/rfc822',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Fewer letters than that are no text of a page's own: a scanner's stamp. */
const TEXT_LAYER = 20;

/** @throws AppError `validation` in words for the one who added the document */
export async function parseDocument(bytes: Uint8Array, type: string): Promise<Parsed> {
  switch (type) {
    case 'image/png':
    case 'image/jpeg':
    case 'image/webp':
      return { title: '', sections: [], pages: 1, unread: [1] };
    case 'application/pdf':
      return parsePdf(bytes);
    case READABLE.docx:
      return { title: '', sections: parseDocx(bytes), pages: null };
    case READABLE.xlsx:
      return { title: '', sections: parseXlsx(bytes), pages: null };
    case READABLE.pptx:
      return { title: '', ...parsePptx(bytes) };
    case 'text/html':
      return parseHtml(decodeText(bytes));
    case 'text/markdown':
      return { ...parseMarkdown(decodeText(bytes)), pages: null };
    case 'text/csv':
    case 'text/tab-separated-values':
      return { title: '', sections: parseCsv(decodeText(bytes)), pages: null };
    case 'message/rfc822':
      return parseMail(bytes);
    default:
      return { title: '', sections: parsePlain(decodeText(bytes)), pages: null };
  }
}

async function parsePdf(bytes: Uint8Array): Promise<Parsed> {
  let texts: string[];
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    if (pdf.numPages > MOST_PAGES)
      throw new AppError('validation', `This PDF has more than ${MOST_PAGES.toLocaleString('en')} pages.`);
    texts = (await extractText(pdf, { mergePages: false })).text;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new AppError(
      'validation',
      isLocked ? 'This PDF is protected by a password. Remove the password and add it again.' : 'This PDF is damaged.',
    );
  }
  const sections = texts.map((text, at) => ({ heading: '', place: `Page ${at + 1}`, page: at + 1, text }));
  const unread = sections.filter(({ text }) => text.replace(/\s/g, '').length < TEXT_LAYER).map(({ page }) => page);
  return { title: '', sections, pages: texts.length, unread };
}

async function parseMail(bytes: Uint8Array): Promise<Parsed> {
  const mail = await PostalMime.parse(bytes);
  const people = (list: readonly { name?: string; address?: string }[] = []) =>
    list.map(({ name, address }) => [name, address && `<${address}>`].filter(Boolean).join(' ')).join(', ');
  const head = [
    mail.from && `From: ${people([mail.from])}`,
    mail.to && `To: ${people(mail.to)}`,
    mail.date && `Date: ${mail.date}`,
  ];
  const title = mail.subject?.trim() ?? '';
  const body = mail.text?.trim() ? parsePlain(mail.text) : mail.html ? parseHtml(mail.html).sections : [];
  const names = mail.attachments.flatMap(({ filename }) => (filename ? [filename] : []));
  return {
    title,
    pages: null,
    sections: [
      { heading: '', place: '', page: null, text: head.filter(Boolean).join('\n') },
      ...body,
      ...(names.length > 0
        ? [{ heading: '', place: '', page: null, text: `Attachments, not read: ${names.join(', ')}` }]
        : []),
    ],
  };
}
