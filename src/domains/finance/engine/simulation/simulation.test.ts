import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../kernel/money/index.ts';
import { mixOf, seeded, simulate, type SimulationInput, studentT } from './index.ts';

const PLAN: SimulationInput = {
  startValue: 100_000,
  years: 10,
  expectedReturn: 0.06,
  volatility: 0.15,
  inflation: 0.02,
  fees: 0.002,
  flows: [],
  paths: 4000,
};

describe('random numbers', () => {
  it('are the same for the same seed and others for another', () => {
    const of = (seed: number): number[] => Array.from({ length: 5 }, seeded(seed));
    expect(of(7)).toEqual(of(7));
    expect(of(7)).not.toEqual(of(8));
  });

  it('have variance one and fat tails', () => {
    const draw = studentT(seeded(42), 5);
    const values = Array.from({ length: 400_000 }, draw);
    const moment = (power: number): number =>
      values.reduce((total, value) => total + value ** power, 0) / values.length;
    expect(Math.abs(moment(1))).toBeLessThan(0.01);
    expect(moment(2)).toBeCloseTo(1, 1);
    // P(|T₅| > 4 deviations) is 0.00357 against 0.00006 of the normal distribution.
    const beyond = values.filter((value) => Math.abs(value) > 4).length / values.length;
    expect(beyond).toBeGreaterThan(0.0025);
    expect(beyond).toBeLessThan(0.0048);
    expect(() => studentT(seeded(1), 2)).toThrow(/variance/);
  });
});

describe('the simulation', () => {
  it('repeats itself, and orders its bands', () => {
    const result = simulate(PLAN);
    expect(result).toEqual(simulate(PLAN));
    for (const { bands } of result.years) expect([...bands].sort((a, b) => a - b)).toEqual(bands);
    expect(simulate({ ...PLAN, seed: 2 }).years[9]).not.toEqual(result.years[9]);
  });

  it('is arithmetic where nothing is uncertain', () => {
    const { years, goal } = simulate({ ...PLAN, volatility: 0, fees: 0, inflation: 0, goal: 179_000, paths: 10 });
    expect(years[9]!.bands[3]).toBeCloseTo(100_000 * 1.06 ** 10, 4);
    expect(goal!.value).toBe(1);
    expect(
      simulate({ ...PLAN, volatility: 0, fees: 0.01, inflation: 0.05, expectedReturn: 0.06, paths: 10 }).years[9]!.mean,
    ).toBeCloseTo(100_000, 4);
  });

  it('has the mean that was asked for', () => {
    const { years } = simulate({ ...PLAN, inflation: 0, fees: 0, paths: 20_000 });
    expect(Math.abs(years[9]!.mean / (100_000 * 1.06 ** 10) - 1)).toBeLessThan(0.015);
  });

  it('counts what is put in and taken out, and when the money runs out', () => {
    const spending = simulate({
      ...PLAN,
      volatility: 0,
      expectedReturn: 0,
      fees: 0,
      inflation: 0,
      flows: [{ fromMonth: 1, toMonth: 120, amount: -2000, growsWithInflation: false }],
      paths: 10,
    });
    expect(spending.lasting.value).toBe(0);
    expect(spending.years.map((one) => one.ruined)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    const saving = simulate({
      ...PLAN,
      startValue: 0,
      volatility: 0,
      expectedReturn: 0,
      fees: 0,
      inflation: 0.1,
      flows: [{ fromMonth: 1, toMonth: 12, amount: 100, growsWithInflation: true }],
      paths: 10,
      years: 1,
    });
    expect(saving.years[0]!.mean).toBeGreaterThan(1100);
    expect(saving.lasting.value).toBe(1);
  });

  it('says how sure its shares are', () => {
    const { goal } = simulate({ ...PLAN, goal: 120_000 });
    expect(goal!.low).toBeLessThan(goal!.value);
    expect(goal!.high).toBeGreaterThan(goal!.value);
    expect(goal!.high - goal!.low).toBeLessThan(0.04);
  });

  it('widens with fatter tails and refuses what is too much', () => {
    expect(() => simulate({ ...PLAN, paths: 1e6 })).toThrow(/paths/);
    expect(() => simulate({ ...PLAN, years: 0 })).toThrow(/years/);
  });

  it('mixes classes by their correlation', () => {
    const assets = [
      { key: 'a', expectedReturn: 0.08, volatility: 0.2 },
      { key: 'b', expectedReturn: 0.02, volatility: 0.1 },
    ];
    const values = [decimal('50'), decimal('50')];
    expect(mixOf(assets, values, () => 1)).toEqual({ expectedReturn: 0.05, volatility: expect.closeTo(0.15, 12) });
    expect(mixOf(assets, values, () => -1).volatility).toBeCloseTo(0.05, 12);
    expect(mixOf(assets, [decimal('0'), decimal('0')], () => 0)).toEqual({ expectedReturn: 0, volatility: 0 });
  });
});
