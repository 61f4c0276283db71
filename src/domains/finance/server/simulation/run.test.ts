import { afterAll, expect, it } from 'vitest';
import { turnsDuring } from '../../../../testing/event-loop-turns.ts';
import { runSimulation, stopSimulations } from './run.ts';

const PLAN = {
  startValue: 500_000,
  years: 40,
  expectedReturn: 0.06,
  volatility: 0.15,
  inflation: 0.02,
  fees: 0.002,
  flows: [{ fromMonth: 1, toMonth: 480, amount: -1500, growsWithInflation: true }],
  goal: 500_000,
};

afterAll(stopSimulations);

it('simulates beside the main thread, which goes on meanwhile', async () => {
  const { result, turns } = await turnsDuring(() => runSimulation(PLAN));
  expect(result.years.length).toBe(40);
  expect(turns).toBeGreaterThan(100);
});

it('answers each request with its own result, and refuses what the engine refuses', async () => {
  const small = { ...PLAN, paths: 50 };
  const [one, two] = await Promise.all([runSimulation({ ...small, seed: 1 }), runSimulation({ ...small, seed: 2 })]);
  expect(one.assumptions.seed).toBe(1);
  expect(two.assumptions.seed).toBe(2);
  await expect(runSimulation({ ...PLAN, years: 0 })).rejects.toMatchObject({ code: 'validation' });
});

it('forgets what is given up, in line or under way, and goes on with the rest', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const running = runSimulation({ ...PLAN, paths: 100_000 }, first.signal);
  const inLine = runSimulation(PLAN, second.signal);
  const last = runSimulation({ ...PLAN, paths: 50, seed: 9 });
  second.abort();
  await expect(inLine).rejects.toMatchObject({ code: 'unavailable' });
  first.abort();
  await expect(running).rejects.toMatchObject({ code: 'unavailable' });
  expect((await last).assumptions.seed).toBe(9);
});
