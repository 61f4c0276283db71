import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitRecording } from './split-recording.ts';
import type { Piece, Source } from './split/piece.ts';

const sourceOf = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
});
const cut = async (type: Parameters<typeof splitRecording>[0], bytes: Uint8Array, max: number): Promise<Piece[]> =>
  Array.fromAsync(splitRecording(type, sourceOf(bytes), max));

/** Sixteen bits, mono, 1,000 moments a second; each moment is its number. */
function wav(moments: number, dataLength = moments * 2): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + dataLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(1_000, 24);
  head.writeUInt32LE(2_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(dataLength, 40);
  const data = Buffer.alloc(moments * 2);
  for (let n = 0; n < moments; n += 1) data.writeUInt16LE(n % 65_536, n * 2);
  return Buffer.concat([head, data]);
}

describe('a WAV recording', () => {
  it('is cut between moments; the pieces are whole files and together hold every moment once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 80, max: 2_000 }),
        async (moments, max) => {
          const bytes = wav(moments);
          const pieces = await cut('audio/wav', bytes, max);
          for (const { content } of pieces) {
            expect(content.length).toBeLessThanOrEqual(max);
            const piece = Buffer.from(content);
            expect([piece.readUInt32LE(4), piece.readUInt32LE(40)]).toEqual([piece.length - 8, piece.length - 44]);
          }
          expect(Buffer.concat(pieces.map(({ content }) => Buffer.from(content).subarray(44)))).toEqual(
            bytes.subarray(44),
          );
          for (const { startMs, content } of pieces) expect(Buffer.from(content).readUInt16LE(44)).toBe(startMs);
        },
      ),
    );
  });

  it('whose recorder was cut off is read to its end', async () => {
    const pieces = await cut('audio/wav', wav(100, 0xffffffff - 36), 144);
    expect(pieces.map(({ startMs }) => startMs)).toEqual([0, 50]);
  });

  it('that is none is refused', async () => {
    await expect(cut('audio/wav', Buffer.from('RIFF....WAVEjunk'), 100)).rejects.toThrow('cannot be read');
  });
});

/** MPEG 1, 128 kbit/s, 44.1 kHz: 417 bytes, and 418 with padding. */
function frame(padding: boolean, fill: number): Buffer {
  const bytes = Buffer.alloc(padding ? 418 : 417, fill);
  bytes.set([0xff, 0xfb, padding ? 0x92 : 0x90, 0x00]);
  return bytes;
}

it('cuts an MP3 recording between frames, by the time that the frames last', async () => {
  const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 20, ...Buffer.alloc(20, 0xff)]);
  const frames = Array.from({ length: 50 }, (_, n) => frame(n % 3 === 0, n));
  const pieces = await cut('audio/mpeg', Buffer.concat([tag, ...frames]), 4_200);
  expect(Buffer.concat(pieces.map(({ content }) => Buffer.from(content)))).toEqual(Buffer.concat(frames));
  // Ten frames each, of 1,152 samples.
  expect(pieces.map(({ startMs }) => startMs)).toEqual(
    [0, 10, 20, 30, 40].map((n) => Math.round((n * 1_152_000) / 44_100)),
  );
  for (const { content } of pieces) expect([content[0], content[1]]).toEqual([0xff, 0xfb]);
  await expect(cut('audio/mpeg', Buffer.alloc(9_000, 7), 4_200)).rejects.toThrow('cannot be read');
});

const unknown = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const element = (id: number[], content: Buffer | number[], size?: number[]) =>
  Buffer.concat([
    Buffer.from(id),
    Buffer.from(size ?? [0x40 | (content.length >> 8), content.length & 255]),
    Buffer.from(content),
  ]);
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];
/** @param isOpen of unknown length, as browsers record */
function webm(times: readonly number[], isOpen: boolean): { head: Buffer; bytes: Buffer } {
  const head = Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x86, 0x81, 1]),
    Buffer.from([0x18, 0x53, 0x80, 0x67, ...(isOpen ? unknown : [0x08, 0, 0, 0x10, 0])].slice(0, isOpen ? 12 : 9)),
    element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], [0x0f, 0x42, 0x40])),
    element([0x16, 0x54, 0xae, 0x6b], Buffer.alloc(30, 1)),
  ]);
  const clusters = times.map((time) => {
    const content = Buffer.concat([
      element([0xe7], [time >> 16, (time >> 8) & 255, time & 255]),
      element([0xa3], Buffer.alloc(200, time & 255)),
    ]);
    return element(CLUSTER, content, isOpen ? unknown : undefined);
  });
  const cues = element([0x1c, 0x53, 0xbb, 0x6b], Buffer.alloc(40, 9));
  return { head, bytes: Buffer.concat([head, ...clusters, ...(isOpen ? [] : [cues])]) };
}

describe.each([true, false])('a WebM recording (of unknown length: %s)', (isOpen) => {
  const times = Array.from({ length: 12 }, (_, n) => 700 + n * 5_000);
  const { head, bytes } = webm(times, isOpen);

  it('is cut between clusters, whose times then count from the piece’s own beginning', async () => {
    const pieces = await cut('video/webm', bytes, head.length + 700);
    expect(pieces.map(({ startMs }) => startMs)).toEqual([0, 15_000, 30_000, 45_000]);
    for (const { content } of pieces) {
      expect(content.length).toBeLessThanOrEqual(head.length + 700);
      const piece = Buffer.from(content);
      const found: number[] = [];
      for (let at = piece.indexOf(Buffer.from(CLUSTER)); at >= 0; at = piece.indexOf(Buffer.from(CLUSTER), at + 1)) {
        const time = piece.indexOf(0xe7, at + 4) + 3;
        found.push(piece.readUIntBE(time, 3));
      }
      expect(found).toEqual([0, 5_000, 10_000]);
      // The segment does not say how long it is.
      const segment = piece.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67]));
      expect(piece[segment + 5]).toBe(0xff);
    }
  });

  it('is refused when one cluster is larger than the service accepts', async () => {
    await expect(cut('video/webm', bytes, head.length + 150)).rejects.toThrow('larger than the speech service accepts');
  });
});

it('refuses formats that have no place to cut', () => {
  expect(() => splitRecording('audio/mp4', sourceOf(Buffer.alloc(9)), 5)).toThrow('cannot be split');
});
