import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkSessions } from './session-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('drops connections of an ended session, and none that arrived during the check', async () => {
  const open = new Set(['early', 'over']);
  const asked: string[][] = [];
  let answer: (alive: ReadonlyMap<string, string>) => void = () => undefined;
  const stop = checkSessions(
    (ids) => {
      asked.push(ids);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    { open, sessionOf: (name) => name, workspaceOf: () => 'here', drop: (name) => open.delete(name) },
  );
  await vi.advanceTimersByTimeAsync(500);
  open.add('late');
  answer(new Map([['early', 'here']]));
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([['early', 'over']]);
  expect([...open]).toEqual(['early', 'late']);
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(1);
});
