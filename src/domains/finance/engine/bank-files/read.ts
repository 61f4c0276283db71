/** One door for every kind of bank file: bytes in, statements out. */
import { AppError } from '../../../../kernel/errors.ts';
import { readCamt } from './camt.ts';
import { type CsvBankFile, type CsvOptions, readCsv } from './csv/read.ts';
import { decodeText } from './encoding.ts';
import { readMt940 } from './mt940.ts';
import { readOfx } from './ofx.ts';
import { readQif } from './qif.ts';
import type { BankFile, FileFormat } from './statement.ts';

export interface ReadOptions extends CsvOptions {
  /** An encoding that a person picked. */
  encoding?: string;
}

/** Records of a bank account without the line that says so. */
const BARE_QIF = /^D[ \d][^\n]*\n(?:[A-Z$][^\n]*\n)*\^/;

/** Detects the format from the content, because file names are unreliable. */
export function detectFormat(text: string): FileFormat | undefined {
  const head = text.slice(0, 20_000).trimStart();
  if (/<OFX[\s>]/i.test(head) || /^OFXHEADER/i.test(head)) return 'ofx';
  if (/<(?:\w+:)?BkToCstmr/.test(head) || /urn:iso:std:iso:20022:tech:xsd:camt\.05[234]/.test(head)) return 'camt';
  if (/^!(type|account|option|clear)\b/im.test(head) || BARE_QIF.test(head)) return 'qif';
  if (/^:20:/m.test(head) && /^:25:/m.test(head)) return 'mt940';
  return /[,;\t|]/.test(head.split(/[\r\n]/).find((line) => line.trim() !== '') ?? '') || /^[^<{%]+[,;\t|]/.test(head)
    ? 'csv'
    : undefined;
}

/**
 * Reads a bank's file of any supported kind.
 * @throws AppError `unsupported_media_type` when it is none of them
 */
export function readBankFile(
  bytes: Uint8Array,
  options: ReadOptions = {},
): BankFile | (CsvBankFile & { encoding: string }) {
  const { text, encoding } = decodeText(bytes, options.encoding);
  const format = detectFormat(text);
  switch (format) {
    case 'ofx':
      return { ...readOfx(text, options.currency), encoding };
    case 'camt':
      return { ...readCamt(text), encoding };
    case 'qif':
      return {
        ...readQif(text, {
          ...(options.layout?.dateOrder ? { dateOrder: options.layout.dateOrder } : {}),
          ...(options.likelyOrder ? { likelyOrder: options.likelyOrder } : {}),
          ...(options.currency ? { currency: options.currency } : {}),
        }),
        encoding,
      };
    case 'mt940':
      return { ...readMt940(text), encoding };
    case 'csv':
      return { ...readCsv(text, options), encoding };
    case undefined:
      throw new AppError(
        'unsupported_media_type',
        'This is none of the files that banks give out: OFX, QFX, QIF, CAMT.053, MT940 or CSV.',
      );
  }
}
