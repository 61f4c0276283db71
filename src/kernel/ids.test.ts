import { afterEach, expect, it, vi } from 'vitest';
import { newId, UUID } from './ids.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('creates unique version 7 ids that sort by creation', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.every((id) => UUID.test(id) && id[14] === '7' && '89ab'.includes(id[19]!))).toBe(true);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids.map((id) => id.slice(-10))).size).toBe(ids.length);
});

it('reads the creation time from an id, and stays in order when the clock is set back', () => {
  const now = Date.now() + 60_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
  const before = newId();
  expect(Number.parseInt(before.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
  clock.mockReturnValue(now - 5_000);
  expect(newId() > before).toBe(true);
});

it('requests random bytes once for many ids', () => {
  const asked = vi.spyOn(crypto, 'getRandomValues');
  for (let n = 0; n < 512; n++) newId();
  expect(asked).toHaveBeenCalledTimes(2);
});
