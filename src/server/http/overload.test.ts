import { expect, it } from 'vitest';
import { Gate } from './overload.ts';

/** A gate with a simulated clock and simulated calls. */
function setUp() {
  let now = 0;
  let wait = 0;
  const gate = new Gate(
    () => now,
    () => wait,
  );
  let inside = 0;
  return {
    gate,
    pass: (milliseconds: number) => void (now += milliseconds),
    waitFor: (milliseconds: number) => void (wait = milliseconds),
    come(count: number) {
      let letIn = 0;
      for (let n = 0; n < count; n++) {
        if (!gate.hasRoom()) continue;
        gate.begin();
        inside++;
        letIn++;
      }
      return letIn;
    },
    go(count: number) {
      for (let n = 0; n < count && inside > 0; n++, inside--) gate.end(true);
    },
  };
}

it('lets a burst in', () => {
  const { come } = setUp();
  expect(come(300)).toBe(300);
});

it('turns away what comes while a queue stays, and lets in again when it is gone', () => {
  const { come, pass, go } = setUp();
  come(300);
  pass(1_100);
  expect(come(10)).toBe(0);
  go(300);
  expect(come(10)).toBe(10);
});

it('takes as many for a queue as are not done in a quarter of a second', () => {
  const { come, pass, go } = setUp();
  for (let fifth = 0; fifth < 25; fifth++) {
    come(200);
    pass(200);
    go(200);
  }
  // A thousand a second: 150 in progress are less than a quarter of a second's work.
  come(150);
  pass(1_100);
  expect(come(50)).toBe(50);
});

it('turns away while many wait long for the database', () => {
  const { come, go, waitFor } = setUp();
  come(80);
  waitFor(1_500);
  expect(come(5)).toBe(0);
  waitFor(0);
  expect(come(5)).toBe(5);
  go(85);
});

it('lets a few wait for as long as it takes', () => {
  const { come, waitFor } = setUp();
  waitFor(20_000);
  expect(come(60)).toBe(60);
});

it('answers whoever it lets in soon, and as many as can be, while three times as many come for a minute', () => {
  const { pass, come, go } = setUp();
  const letIn: number[] = [];
  const waits: number[] = [];
  for (let millisecond = 0; millisecond < 60_000; millisecond++) {
    for (let n = come(3); n > 0; n--) letIn.push(millisecond);
    // One finishes per millisecond, oldest first.
    go(1);
    waits.push(millisecond - letIn.shift()!);
    pass(1);
  }
  expect(waits).toHaveLength(60_000);
  const sorted = waits.toSorted((a, b) => a - b);
  expect(sorted.at(-1)).toBeLessThan(1_100);
  expect(sorted[Math.trunc(sorted.length * 0.99)]).toBeLessThan(800);
  expect(sorted[sorted.length / 2]).toBeLessThan(300);
});
