import { describe, expect, it } from 'vitest';
import { decimal, type Decimal } from '../../../../kernel/money/index.ts';
import { discountedCashFlow, simulateDcf, type SimulatedDcf } from './index.ts';

const d = (value: number): Decimal => decimal(String(value));
const PLAN: SimulatedDcf = {
  flows: [100, 110, 121],
  rate: 0.12,
  terminal: { type: 'growth', rate: 0.02 },
  midYear: false,
  netDebt: 0,
  uncertainty: 0.1,
};

describe('how far a value may lie from its middle', () => {
  it('is the same for the same inputs, and another for another seed', () => {
    expect(simulateDcf(PLAN)).toEqual(simulateDcf(PLAN));
    expect(simulateDcf(PLAN)).not.toEqual(simulateDcf({ ...PLAN, seed: 2 }));
    expect(simulateDcf(PLAN).draws).toBe(4000);
  });

  it.each([false, true])(
    'lies around the value that is worked out, in the middle of the year or at its end: %s',
    (midYear) => {
      for (const terminal of [
        { type: 'growth', rate: 0.02 },
        { type: 'value', value: 900 },
      ] as const) {
        const exact = discountedCashFlow({
          flows: PLAN.flows.map(d),
          discountRate: d(PLAN.rate),
          timing: midYear ? 'midYear' : 'endOfYear',
          netDebt: d(0),
          terminal:
            terminal.type === 'growth'
              ? { type: 'growth', rate: d(terminal.rate) }
              : { type: 'multiple', multiple: d(1), figure: d(terminal.value) },
        }).equityValue.toNumber();
        const { p10, p50, p90 } = simulateDcf({ ...PLAN, midYear, terminal });
        expect(p50 / exact).toBeGreaterThan(0.97);
        expect(p50 / exact).toBeLessThan(1.03);
        expect([p10 < exact, p90 > exact]).toEqual([true, true]);
      }
    },
  );

  it('takes debts off, and grows with what is uncertain', () => {
    expect(simulateDcf({ ...PLAN, netDebt: 200 }).p50).toBeCloseTo(simulateDcf(PLAN).p50 - 200, 9);
    const width = (plan: SimulatedDcf) => simulateDcf(plan).p90 - simulateDcf(plan).p10;
    expect(width({ ...PLAN, uncertainty: 0.4 })).toBeGreaterThan(width(PLAN) * 1.5);
  });

  it('stays bounded where the rate comes near growth', () => {
    const { p90 } = simulateDcf({ ...PLAN, rate: 0.035 });
    expect(p90).toBeLessThanOrEqual((121 * 1.4 * 1.05) / 0.01);
  });
});
