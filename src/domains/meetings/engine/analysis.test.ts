import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationOf, findingsOf, talkOf, topicsOf } from './analysis.ts';
import type { Segment } from './transcript.ts';

const say = (speaker: string, text: string, startMs: number | null = null, endMs: number | null = null): Segment => ({
  speaker,
  text,
  startMs,
  endMs,
});

const MEETING = [
  say('Anna', 'Good morning. The budget for the new website is the main point today.'),
  say('Ben', 'The website budget is 12,000 dollars. How are you?'),
  say('Anna', 'We decided to launch the website in March.'),
  say('Ben', "I'll send the budget to Carla by Friday. What happens if the launch slips?"),
  say('Carla', 'Can you share the design files? The weather is nice here.'),
];

describe('findings', () => {
  const findings = findingsOf(MEETING);
  it('quote tasks, decisions, and questions with their passage', () => {
    expect(findings.tasks).toEqual([
      { position: 3, text: "I'll send the budget to Carla by Friday." },
      { position: 4, text: 'Can you share the design files?' },
    ]);
    expect(findings.decisions).toEqual([{ position: 2, text: 'We decided to launch the website in March.' }]);
    expect(findings.questions).toEqual([{ position: 3, text: 'What happens if the launch slips?' }]);
  });
  it('summarize with the sentences that say most, in their order', () => {
    expect(findings.summary[0]!.text).toContain('budget for the new website');
    const positions = findings.summary.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });
  it('only ever quote', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 200 }), { maxLength: 30 }), (texts) => {
        const segments = texts.map((text) => say('A', text));
        const found = findingsOf(segments);
        for (const { position, text } of [...found.summary, ...found.tasks, ...found.decisions, ...found.questions])
          expect(segments[position]!.text).toContain(text);
      }),
    );
  });
  it('take a long meeting in bounded time', () => {
    const began = performance.now();
    findingsOf(
      Array.from({ length: 5_000 }, (_, nth) => say('A', `We need to talk about word${nth % 700} again and again.`)),
    );
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});

describe('talk', () => {
  it('is shared by time, and counts interruptions', () => {
    const talks = talkOf([
      say('Anna', 'One two three?', 0, 6_000),
      say('Ben', 'Wait.', 4_000, 7_000),
      say('Anna', 'Four.', 7_000, 8_000),
      say('Ben', 'Yes.', 7_900, 9_000),
    ]);
    expect(
      talks.map(({ speaker, spokenMs, interruptions, questions }) => [speaker, spokenMs, interruptions, questions]),
    ).toEqual([
      ['Anna', 7_000, 0, 1],
      ['Ben', 4_100, 1, 0],
    ]);
    expect(talks[0]!.share + talks[1]!.share).toBeCloseTo(1, 12);
  });
  it('is shared by words where there are no times', () => {
    expect(
      talkOf([say('Anna', 'one two three'), say('Ben', 'four')]).map(({ share, spokenMs }) => [share, spokenMs]),
    ).toEqual([
      [0.75, null],
      [0.25, null],
    ]);
  });
});

it('topics are the words that come again', () => {
  expect(topicsOf(MEETING).slice(0, 2)).toEqual(['budget', 'website']);
});

it('lasts until its last word', () => {
  expect(durationOf([say('A', 'x', 0, 500), say('A', 'y', 700, null)])).toBe(700);
  expect(durationOf(MEETING)).toBeNull();
});
