import { expect, it } from 'vitest';
import { captionsOf } from './captions.ts';
import { readTranscript } from './transcript.ts';

it('writes captions that can be read again', () => {
  const text = captionsOf([
    { name: 'Ada <b>', startMs: 0, endMs: null, text: 'A --> B & more.' },
    { name: '', startMs: 3_661_001, endMs: null, text: 'Later.' },
    { name: 'Leo', startMs: null, endMs: null, text: 'No time.' },
  ]);
  expect(text).toBe(
    'WEBVTT\n\n00:00:00.000 --> 01:01:01.001\nAda &lt;b&gt;: A --&gt; B &amp; more.\n\n01:01:01.001 --> 01:01:06.001\nLater.\n',
  );
  expect(readTranscript(text).segments.map(({ startMs }) => startMs)).toEqual([0, 3_661_001]);
});
