/**
 * Detects a file's type from its first bytes. The browser's claim is never trusted: it decides only between kinds of
 * text, which have no signature.
 */

/** Bytes from the start of a file that `sniffType` needs. */
export const SNIFF_BYTES = 4_100;

interface Signature {
  type: string;
  offset?: number;
  bytes: readonly number[];
  /** A second signature, for containers that share their first bytes. */
  and?: { offset: number; text: string };
}

const SIGNATURES: readonly Signature[] = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', bytes: [0x52, 0x49, 0x46, 0x46], and: { offset: 8, text: 'WEBP' } },
  { type: 'audio/wav', bytes: [0x52, 0x49, 0x46, 0x46], and: { offset: 8, text: 'WAVE' } },
  { type: 'image/bmp', bytes: [0x42, 0x4d], and: { offset: 6, text: '\0\0\0\0' } },
  { type: 'image/tiff', bytes: [0x49, 0x49, 0x2a, 0x00] },
  { type: 'image/tiff', bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'audio/mpeg', bytes: [0x49, 0x44, 0x33] },
  // Frames of MPEG 1 and 2, layer III, with and without a checksum.
  ...[0xfb, 0xfa, 0xf3, 0xf2].map((second) => ({ type: 'audio/mpeg', bytes: [0xff, second] })),
  { type: 'audio/ogg', bytes: [0x4f, 0x67, 0x67, 0x53] },
  { type: 'audio/flac', bytes: [0x66, 0x4c, 0x61, 0x43] },
  { type: 'video/webm', bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { type: 'application/gzip', bytes: [0x1f, 0x8b] },
  { type: 'application/x-7z-compressed', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { type: 'application/vnd.rar', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07] },
  { type: 'application/x-ole-storage', bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
  { type: 'application/x-executable', bytes: [0x7f, 0x45, 0x4c, 0x46] },
  { type: 'application/x-executable', bytes: [0x4d, 0x5a] },
];

/** Brands of the ISO base media container (bytes 8 to 12, after `ftyp`). */
const ISO_BRANDS: Record<string, string> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  mif1: 'image/heif',
  'M4A ': 'audio/mp4',
  'qt  ': 'video/quicktime',
};

const ZIP = [0x50, 0x4b, 0x03, 0x04] as const;
/** Office documents are ZIP archives; their first folder tells which kind. */
const OFFICE: readonly (readonly [string, string])[] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
];

/** Kinds of text, by file extension. */
const TEXT_ENDINGS: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  md: 'text/markdown',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
  xml: 'application/xml',
  eml: 'message/rfc822',
};

/**
 * Types that a browser may show from our origin. Everything else is sent as an attachment: HTML and SVG can carry
 * scripts, which would run as us.
 */
const INLINE = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'application/pdf',
  'text/plain',
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
  'audio/mp4',
  'audio/flac',
  'video/mp4',
  'video/webm',
  'video/quicktime',
]);

export function mayShowInline(type: string): boolean {
  return INLINE.has(type);
}

/**
 * The media type of a file.
 * @param head its first bytes, up to `SNIFF_BYTES`
 * @param fileName decides between kinds of text only
 */
export function sniffType(head: Uint8Array, fileName = ''): string {
  const match = SIGNATURES.find((signature) => matches(head, signature));
  if (match) return match.type;
  if (textAt(head, 4, 4) === 'ftyp') return ISO_BRANDS[textAt(head, 8, 4)] ?? 'video/mp4';
  if (startsWith(head, ZIP, 0)) return zipType(head);
  if (!isText(head)) return 'application/octet-stream';
  return TEXT_ENDINGS[fileName.toLowerCase().split('.').at(-1) ?? ''] ?? 'text/plain';
}

function matches(head: Uint8Array, { bytes, offset = 0, and }: Signature): boolean {
  return startsWith(head, bytes, offset) && (!and || textAt(head, and.offset, and.text.length) === and.text);
}

function startsWith(head: Uint8Array, bytes: readonly number[], offset: number): boolean {
  return bytes.every((byte, i) => head[offset + i] === byte);
}

function textAt(head: Uint8Array, offset: number, length: number): string {
  return Buffer.from(head.subarray(offset, offset + length)).toString('latin1');
}

function zipType(head: Uint8Array): string {
  const start = Buffer.from(head).toString('latin1');
  return OFFICE.find(([folder]) => start.includes(folder))?.[1] ?? 'application/zip';
}

/** Text has no NUL, unless it is UTF-16 with a byte order mark, and hardly any other control character. */
function isText(head: Uint8Array): boolean {
  if (startsWith(head, [0xff, 0xfe], 0) || startsWith(head, [0xfe, 0xff], 0)) return true;
  const controls = head.reduce(
    (count, byte) => count + (byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b) ? 1 : 0),
    0,
  );
  return !head.includes(0) && controls * 100 <= head.length;
}
