import { expect, it } from 'vitest';
import { Gate } from './overload.ts';

/** A gate on a clock of its own, with people who come and go. */
function setUp() {
  let now = 0;
  let wait = 0;
  const gate = new Gate(() => now, () => wait);
  const inside: (() => void)[] = [];
  return {
    gate,
    pass: (milliseconds: number) => void (now += milliseconds),
    waitFor: (milliseconds: number) => void (wait = milliseconds),
    come(count: number) {
      let letIn = 0;
      for (let n = 0; n < count; n++) {
        if (!gate.hasRoom()) continue;
        inside.push(gate.begin());
        letIn++;
      }
      return letIn;
    },
    go(count: number) {
      for (const done of inside.splice(0, count)) done();
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
  pass(600);
  expect(come(10)).toBe(0);
  go(300);
  expect(come(10)).toBe(10);
});

it('takes as many for a queue as are not done in half a second', () => {
  const { come, pass, go } = setUp();
  for (let second = 0; second < 10; second++) {
    come(500);
    pass(500);
    go(500);
  }
  // A thousand a second: 400 at work are what is done in less than half of one.
  come(400);
  pass(600);
  expect(come(50)).toBe(50);
});

it('turns away while many wait long for the database', () => {
  const { come, go, waitFor } = setUp();
  come(40);
  waitFor(1_500);
  expect(come(5)).toBe(0);
  waitFor(0);
  expect(come(5)).toBe(5);
  go(45);
});

it('lets a few wait for as long as it takes', () => {
  const { come, waitFor } = setUp();
  waitFor(20_000);
  expect(come(10)).toBe(10);
});
