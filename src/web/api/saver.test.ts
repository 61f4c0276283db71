import { describe, expect, it } from 'vitest';
import { createSaver } from './saver.ts';

interface Value {
  n: number;
}

/** A saver whose saves end when the test says so. */
function setUp() {
  const shown: number[] = [];
  const sent: number[] = [];
  const told: string[] = [];
  const answers: { resolve: (value: Value) => void; reject: (error: Error) => void }[] = [];
  const change = createSaver<Value>({
    save: (value) => {
      sent.push(value.n);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    show: ({ n }) => shown.push(n),
    onSaved: () => told.push('saved'),
    onFailed: (error) => told.push((error as Error).message),
  });
  return { shown, sent, told, answers, change };
}

describe('instant settings', () => {
  it('show the change before the server answers, and report the save', async () => {
    const { shown, told, answers, change } = setUp();
    const done = change({ n: 1 }, { n: 0 });
    expect(shown).toEqual([1]);
    expect(told).toEqual([]);
    answers[0]!.resolve({ n: 1 });
    await done;
    expect(told).toEqual(['saved']);
  });

  it('show the old value again when the server refuses', async () => {
    const { shown, told, answers, change } = setUp();
    const done = change({ n: 1 }, { n: 0 });
    answers[0]!.reject(new Error('refused'));
    await done;
    expect(shown).toEqual([1, 0]);
    expect(told).toEqual(['refused']);
  });

  it('save one after another, and only the last of several waiting changes', async () => {
    const { shown, sent, told, answers, change } = setUp();
    const done = change({ n: 1 }, { n: 0 });
    void change({ n: 2 }, { n: 1 });
    void change({ n: 3 }, { n: 2 });
    expect(sent).toEqual([1]);
    answers[0]!.resolve({ n: 1 });
    await Promise.resolve();
    await Promise.resolve();
    expect(sent).toEqual([1, 3]);
    answers[1]!.resolve({ n: 3 });
    await done;
    expect(shown.at(-1)).toBe(3);
    expect(told).toEqual(['saved']);
  });

  it("return to the server's value after two refused changes in a row", async () => {
    const { shown, told, answers, change } = setUp();
    const done = change({ n: 1 }, { n: 0 });
    void change({ n: 2 }, { n: 1 });
    answers[0]!.reject(new Error('first'));
    await Promise.resolve();
    await Promise.resolve();
    answers[1]!.reject(new Error('second'));
    await done;
    expect(shown.at(-1)).toBe(0);
    expect(told).toEqual(['second']);
  });

  it('work again after a failure', async () => {
    const { told, answers, change } = setUp();
    const failing = change({ n: 1 }, { n: 0 });
    answers[0]!.reject(new Error('refused'));
    await failing;
    const working = change({ n: 2 }, { n: 0 });
    answers[1]!.resolve({ n: 2 });
    await working;
    expect(told).toEqual(['refused', 'saved']);
  });
});
