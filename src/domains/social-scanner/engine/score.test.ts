import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INTENT_FROM, scorePost, SENTIMENT_FROM } from './score.ts';

/** 300 invented posts; the rules were tuned on the odd lines only. */
const POSTS = readFileSync(join(import.meta.dirname, 'fixtures/labeled-posts.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [intent, sentiment, kind, text] = line.split('\t');
    return { wanted: intent === '1', sentiment: sentiment!, kind: kind!, text: text! };
  });
const TUNING = POSTS.filter((_post, i) => i % 2 === 0);
const HELD = POSTS.filter((_post, i) => i % 2 === 1);

const score = (text: string) => scorePost({ title: '', text });
const sentimentOf = (text: string): string => {
  const { sentiment } = score(text);
  return sentiment >= SENTIMENT_FROM ? '+' : sentiment <= -SENTIMENT_FROM ? '-' : '0';
};

/** F1 of one class. */
function f1<T>(items: readonly T[], is: (item: T) => boolean, says: (item: T) => boolean): number {
  const hits = items.filter((item) => is(item) && says(item)).length;
  return (2 * hits) / (items.filter(is).length + items.filter(says).length);
}
const intentF1 = (posts: typeof POSTS) =>
  f1(
    posts,
    ({ wanted }) => wanted,
    ({ text }) => score(text).intent >= INTENT_FROM,
  );
const sentimentF1 = (posts: typeof POSTS) =>
  ['+', '0', '-'].reduce(
    (sum, mood) =>
      sum +
      f1(
        posts,
        ({ sentiment }) => sentiment === mood,
        ({ text }) => sentimentOf(text) === mood,
      ) /
        3,
    0,
  );

describe('intent and sentiment', () => {
  it('knows 300 labeled posts with sarcasm, negation, job ads, and spam', () => {
    expect([POSTS.length, TUNING.length, HELD.length]).toEqual([300, 150, 150]);
    for (const kind of ['sarcasm', 'negation', 'jobad', 'spam'])
      expect(HELD.some((post) => post.kind === kind)).toBe(true);
  });

  // Held half, measured: intent 0.876, sentiment (macro) 0.740. The manual states both.
  it('reaches an F1 of 0.87 for intent on the half that it was not tuned on', () => {
    expect(intentF1(HELD)).toBeGreaterThanOrEqual(0.87);
    expect(intentF1(TUNING)).toBeGreaterThanOrEqual(0.98);
  });

  it('reaches a macro F1 of 0.73 for sentiment on the half that it was not tuned on', () => {
    expect(sentimentF1(HELD)).toBeGreaterThanOrEqual(0.73);
    expect(sentimentF1(TUNING)).toBeGreaterThanOrEqual(0.9);
  });

  it('marks the words that led to a score', () => {
    const post = { title: 'CRM', text: 'Can anyone recommend a CRM? Ours is terrible.' };
    const { marks, reasons, intent, sentiment } = scorePost(post);
    const marked = marks.map(({ field, start, end, kind }) => [kind, post[field].slice(start, end)]);
    expect(marked).toEqual([
      ['intent', 'Can anyone recommend'],
      ['negative', 'terrible'],
    ]);
    expect(marks.map((mark) => Object.keys(mark).toSorted().join())).toEqual(
      Array.from(marks, () => 'end,field,kind,start'),
    );
    expect(reasons.map(({ label }) => label)).toEqual(['Asks for recommendations', 'Asks a question']);
    expect([intent, sentiment < -SENTIMENT_FROM]).toEqual([60, true]);
  });

  it('says why a post that sounds like a request is none', () => {
    const { intent, reasons } = score('We need a new line cook, full-time position, $19/hr. Apply in person.');
    expect(intent).toBe(0);
    expect(reasons).toContainEqual({ label: 'Job ad', points: -80 });
  });
});
