/** Bytes beyond ASCII that no parser expects: in a head, under no character set, or under one that does not exist. */
import { isUtf8 } from 'node:buffer';

const CHARSET = /(charset\s*=\s*["']?)([\w.:-]{1,40})/gi;
const HEAD = 64_000;

function isKnown(label: string): boolean {
  try {
    return Boolean(new TextDecoder(label));
  } catch {
    return false;
  }
}

/** windows-1252 as UTF-8: what mail of this kind is written in, nearly always. */
const fromWindows = (bytes: Uint8Array): Buffer => Buffer.from(new TextDecoder('windows-1252').decode(bytes), 'utf8');

/** The letter with a head in UTF-8, and a body whose character set a decoder knows. */
export function repairBytes(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const isWhole = isUtf8(bytes);
  const labels = [...bytes.subarray(0, HEAD).toString('latin1').matchAll(CHARSET)].map(([, , label]) => label!);
  const hasUnknown = labels.some((label) => !isKnown(label));
  if (isWhole && !hasUnknown) return raw;
  if (!isWhole && labels.length === 0) return fromWindows(bytes);
  const end = bytes.indexOf('\r\n\r\n');
  const cut = end === -1 ? bytes.length : end;
  const head = bytes.subarray(0, cut);
  const repaired = Buffer.concat([isUtf8(head) ? head : fromWindows(head), bytes.subarray(cut)]);
  if (!hasUnknown) return repaired;
  const charset = isWhole ? 'utf-8' : 'windows-1252';
  return Buffer.from(
    repaired
      .toString('latin1')
      .replace(CHARSET, (all, name: string, label: string) => (isKnown(label) ? all : `${name}${charset}`)),
    'latin1',
  );
}
