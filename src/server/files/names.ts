/** File names: cleaned on input, encoded on output (RFC 6266). */

const MAX_NAME_BYTES = 200;
const FALLBACK = 'file';
// Control characters, and direction marks, a known way to disguise a file extension.
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A device's file name, safe to show and store: without folders, control characters, and surrounding dots or spaces, at
 * most 200 bytes with its extension kept. An empty result becomes `file`.
 */
export function cleanFileName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .split(/[\\/]/)
    .at(-1)!
    .replace(INVISIBLE, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (!name) return FALLBACK;
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const ending = /\.[^.\s]{1,12}$/u.exec(name)?.[0] ?? '';
  return cutToBytes(name.slice(0, name.length - ending.length), MAX_NAME_BYTES - Buffer.byteLength(ending)) + ending;
}

function cutToBytes(text: string, most: number): string {
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}

/**
 * The Content-Disposition header of RFC 6266. A name beyond ASCII is sent twice: exactly, by RFC 8187, in `filename*`,
 * and with question marks in `filename` for old clients.
 */
export function contentDisposition(type: 'attachment' | 'inline', fileName: string): string {
  const name = cleanFileName(fileName);
  const ascii = name.replace(/[^\x20-\x7e]/gu, '?').replace(/["\\%]/g, '_');
  const plain = `${type}; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeRfc8187(name)}`;
}

function encodeRfc8187(text: string): string {
  return encodeURIComponent(text).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
