import { describe, expect, it } from 'vitest';
import { termsTold, type ToldDebt } from './terms-from-bank.ts';

const told: ToldDebt = {
  kind: 'mortgage',
  rate: '3.990',
  rateType: 'fixed',
  minimumPayment: '3141.54',
  nextPayment: '3141.54',
  nextDueDay: '2026-12-15',
  originalAmount: '425000',
  originDay: '2015-08-01',
  maturityDay: '2045-07-31',
};

describe('terms that a bank tells', () => {
  it('of a mortgage are what it borrowed, since when, and for how many months', () => {
    expect(termsTold({ ...told, maturityDay: '2045-08-01' }, null)).toEqual({
      kind: 'mortgage',
      ratePercent: '3.99',
      principal: '425000',
      startedOn: '2015-08-01',
      payments: 360,
      creditLimit: null,
      minimumAmount: null,
      dueDay: null,
      missing: [],
      remarks: ['payment'],
    });
  });

  it('name what is missing, and that a rate may change', () => {
    expect(
      termsTold(
        {
          ...told,
          kind: 'student',
          rate: null,
          rateType: 'variable',
          originalAmount: null,
          maturityDay: null,
          nextPayment: null,
        },
        null,
      ),
    ).toMatchObject({
      kind: 'student',
      ratePercent: null,
      missing: ['rate', 'amount', 'payments'],
      remarks: ['variable'],
    });
    expect(termsTold({ ...told, originDay: null }, null)).toMatchObject({
      payments: null,
      missing: ['start', 'payments'],
    });
    expect(termsTold({ ...told, maturityDay: '2015-08-01' }, null)).toMatchObject({ payments: null });
  });

  it('of a card are its limit, its day and the minimum that was last asked for', () => {
    expect(termsTold({ ...told, kind: 'credit', minimumPayment: '35.00' }, '5000.00')).toEqual({
      kind: 'card',
      ratePercent: '3.99',
      principal: null,
      startedOn: null,
      payments: null,
      creditLimit: '5000',
      minimumAmount: '35',
      dueDay: 15,
      missing: [],
      remarks: ['minimum'],
    });
    expect(termsTold({ ...told, kind: 'credit', minimumPayment: '0.00' }, null)).toMatchObject({
      minimumAmount: null,
      creditLimit: null,
      missing: ['minimum'],
      remarks: [],
    });
  });
});
