/**
 * From bytes to text. Banks declare encodings that are not the ones they write, so evidence comes first: a byte order
 * mark, then text that is valid UTF-8, then what the file declares, then what the bytes look like.
 */
import { EncodingDetector } from '../../../../kernel/dialect.ts';

export interface DecodedText {
  text: string;
  /** Name of the encoding after the WHATWG standard, in lower case. */
  encoding: string;
}

/** @param chosen an encoding that a person picked; it wins over every guess */
export function decodeText(bytes: Uint8Array, chosen?: string): DecodedText {
  const encoding = chosen && isKnown(chosen) ? chosen.toLowerCase() : guessEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return { text: text.replaceAll('\0', ''), encoding };
}

function guessEncoding(bytes: Uint8Array): string {
  const detector = new EncodingDetector();
  detector.push(bytes);
  const { encoding } = detector.result();
  const declared = declaredEncoding(bytes);
  // A stateful encoding is written in seven bits and passes for UTF-8.
  if (declared?.startsWith('iso-2022')) return declared;
  if (encoding !== 'windows-1252') return encoding;
  return declared && declared !== 'utf-8' && declared !== 'windows-1252' ? declared : (eastAsian(bytes) ?? encoding);
}

/** The encoding declared in an OFX or XML header, under its WHATWG name. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024));
  const xml = /<\?xml[^>]*\bencoding=["']([\w.:-]+)["']/i.exec(head)?.[1];
  const charset = /^\s*CHARSET:\s*([\w-]+)/im.exec(head)?.[1];
  for (const label of [xml, charset && /^\d{3,4}$/.test(charset) ? `windows-${charset}` : charset]) {
    if (label && label.toUpperCase() !== 'NONE' && isKnown(label)) return new TextDecoder(label).encoding;
  }
  return undefined;
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

const MIN_PAIRS = 3;

/**
 * The two-byte encodings of East Asia, told apart by which lead bytes occur: kana have rows of their own in the
 * Japanese ones, Hangul fills the rows 0xB0 to 0xC8 of EUC-KR and nothing else, Chinese spreads over many more.
 */
function eastAsian(bytes: Uint8Array): string | undefined {
  const leads = doubleByteLeads(
    bytes,
    (lead) => lead >= 0xa1 && lead <= 0xfe,
    (trail) => trail >= 0xa1 && trail <= 0xfe,
  );
  if (leads) {
    if (share(leads, (lead) => lead === 0xa4 || lead === 0xa5) > 0.1) return fits(bytes, 'euc-jp');
    if (share(leads, (lead) => lead >= 0xb0 && lead <= 0xc8) > 0.95) return fits(bytes, 'euc-kr');
    return fits(bytes, 'gb18030');
  }
  const shifted = doubleByteLeads(
    bytes,
    (lead) => (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc),
    (trail) => trail >= 0x40 && trail !== 0x7f && trail <= 0xfc,
  );
  return shifted && share(shifted, (lead) => lead === 0x82 || lead === 0x83) > 0.2
    ? fits(bytes, 'shift_jis')
    : undefined;
}

/** The first bytes of all pairs, or undefined when some byte above ASCII is no part of one. */
function doubleByteLeads(
  bytes: Uint8Array,
  isLead: (byte: number) => boolean,
  isTrail: (byte: number) => boolean,
): number[] | undefined {
  const leads: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte < 0x80) continue;
    const trail = bytes[at + 1];
    if (!isLead(byte) || trail === undefined || !isTrail(trail)) return undefined;
    leads.push(byte);
    at++;
  }
  return leads.length >= MIN_PAIRS ? leads : undefined;
}

function share(values: readonly number[], counts: (value: number) => boolean): number {
  return values.filter(counts).length / values.length;
}

function fits(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return encoding;
  } catch {
    return undefined;
  }
}
