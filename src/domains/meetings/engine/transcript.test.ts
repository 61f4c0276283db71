import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTranscript } from './transcript.ts';

const said = (source: string) =>
  readTranscript(source).segments.map(({ speaker, startMs, endMs, text }) => [speaker, startMs, endMs, text]);

describe('a transcript', () => {
  it('is read from WebVTT with voices, names, tags, and entities', () => {
    const vtt = `WEBVTT - Weekly

NOTE a comment

1
00:00:01.000 --> 00:00:03.500 align:start
<v Anna Berg>Good <i>morning</i> &amp; welcome.</v>

00:04.000 --> 00:06.000
Ben Cho: Hello, Anna.
How are you?
`;
    expect(readTranscript(vtt).format).toBe('vtt');
    expect(said(vtt)).toEqual([
      ['Anna Berg', 1_000, 3_500, 'Good morning & welcome.'],
      ['Ben Cho', 4_000, 6_000, 'Hello, Anna. How are you?'],
    ]);
  });

  it('is read from SubRip, and joins what one person says without a pause', () => {
    const srt = `1\r\n00:00:01,000 --> 00:00:02,000\r\nAnna: We need\r\n\r\n2\r\n00:00:02,500 --> 00:00:04,000\r\nAnna: a plan.\r\n\r\n3\r\n00:01:00,000 --> 00:01:01,000\r\nAnna: Later.\r\n`;
    expect(said(srt)).toEqual([
      ['Anna', 1_000, 4_000, 'We need a plan.'],
      ['Anna', 60_000, 61_000, 'Later.'],
    ]);
  });

  it('is read from Zoom, whose times are those of the day', () => {
    expect(said('[Anna Berg] 14:02:11\nGood morning.\n\n[Ben Cho] 14:02:19\nHello.\n')).toEqual([
      ['Anna Berg', 0, 8_000, 'Good morning.'],
      ['Ben Cho', 8_000, null, 'Hello.'],
    ]);
  });

  it('is read from Teams and Meet', () => {
    expect(said('Anna Berg   0:03\nGood morning.\n\nBen Cho   0:12\nHello.')).toEqual([
      ['Anna Berg', 3_000, 12_000, 'Good morning.'],
      ['Ben Cho', 12_000, null, 'Hello.'],
    ]);
    expect(
      said('00:00:00\n\nAnna Berg: Good morning.\nBen Cho: Hello.\n\n00:05:00\nAnna Berg: Next: the budget.'),
    ).toEqual([
      ['Anna Berg', 0, 0, 'Good morning.'],
      ['Ben Cho', 0, 300_000, 'Hello.'],
      ['Anna Berg', 300_000, null, 'Next: the budget.'],
    ]);
  });

  it('is read from the JSON of speech services', () => {
    const whisper = { segments: [{ start: 0.5, end: 2, text: ' Good morning.' }] };
    const assembly = { utterances: [{ speaker: 'A', start: 500, end: 2_000, text: 'Good morning.' }] };
    const deepgram = { results: { utterances: [{ speaker: 0, start: 0.5, end: 2, transcript: 'Good morning.' }] } };
    expect(said(JSON.stringify(whisper))).toEqual([['', 500, 2_000, 'Good morning.']]);
    expect(said(JSON.stringify(assembly))).toEqual([['Speaker A', 500, 2_000, 'Good morning.']]);
    expect(said(JSON.stringify(deepgram))).toEqual([['Speaker 1', 500, 2_000, 'Good morning.']]);
  });

  it('takes plain prose without speakers, and a colon within a sentence is no name', () => {
    expect(said('We talked about one thing. There is this to say: it works.')).toEqual([
      ['', null, null, 'We talked about one thing. There is this to say: it works.'],
    ]);
  });

  it.each(['', '   ', 'WEBVTT', '{', '{"segments":[]}', '[{"text":5}]'])('refuses %j', (source) => {
    expect(() => readTranscript(source)).toThrow(/speech|read/);
  });

  it('loses no word of a monologue, and keeps passages short and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}[.?]?$/), { minLength: 1, maxLength: 900 }), (words) => {
        const { segments } = readTranscript(`Anna: ${words.join(' ')}`);
        expect(segments.map(({ text }) => text).join(' ')).toBe(words.join(' '));
        for (const { text } of segments) expect(text.length).toBeLessThanOrEqual(1_300);
      }),
      { numRuns: 40 },
    );
  });

  it('reads a megabyte of hostile text in bounded time', () => {
    const began = performance.now();
    for (const piece of ['<v ', '[a', 'A: ', '0:0 ', '-->', '&amp', '\n\n1:00', 'x '])
      try {
        readTranscript(piece.repeat(60_000));
      } catch {
        // Refused is fine.
      }
    expect(performance.now() - began).toBeLessThan(8_000);
  });
});
