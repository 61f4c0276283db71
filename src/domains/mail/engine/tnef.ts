/**
 * Reads Outlook's winmail.dat (MS-OXTNEF): the files in it, and the plain text where it is there. Only what is needed;
 * properties in MAPI's own format are left out.
 */
import type { ParsedAttachment } from './parsed-mail.ts';

const SIGNATURE = 0x223e9f78;
const ATTRIBUTE = { body: 0x0002_800c, title: 0x0001_8010, data: 0x0006_800f, rendering: 0x0006_9002 } as const;
const MAX_FILES = 100;

export interface Tnef {
  text: string;
  files: Pick<ParsedAttachment, 'name' | 'content'>[];
}

/** @returns undefined for what is no TNEF; what is cut short is read as far as it goes */
export function readTnef(bytes: Uint8Array): Tnef | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 6 || view.getUint32(0, true) !== SIGNATURE) return undefined;
  const found: Tnef = { text: '', files: [] };
  let file: { name: string; content: Uint8Array } | undefined;
  const keep = () => {
    if (file && file.content.length > 0 && found.files.length < MAX_FILES)
      found.files.push({ ...file, name: file.name || `File ${found.files.length + 1}` });
  };
  // Level, id, length, data, checksum.
  for (let at = 6; at + 11 <= bytes.length;) {
    const id = view.getUint32(at + 1, true);
    const length = view.getUint32(at + 5, true);
    const start = at + 9;
    if (start + length > bytes.length) break;
    const data = bytes.subarray(start, start + length);
    if (id === ATTRIBUTE.rendering) {
      keep();
      file = { name: '', content: new Uint8Array() };
    } else if (id === ATTRIBUTE.title) {
      file ??= { name: '', content: new Uint8Array() };
      file.name = zeroTerminated(data);
    } else if (id === ATTRIBUTE.data) {
      file ??= { name: '', content: new Uint8Array() };
      file.content = data;
    } else if (id === ATTRIBUTE.body) found.text = zeroTerminated(data);
    at = start + length + 2;
  }
  keep();
  return found;
}

function zeroTerminated(data: Uint8Array): string {
  const end = data.indexOf(0);
  return new TextDecoder('windows-1252').decode(end === -1 ? data : data.subarray(0, end));
}
