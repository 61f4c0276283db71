import { describe, expect, it } from 'vitest';
import { daysOf, parseReportsSearch, questionOf, searchOfSaved, writeReportsSearch } from './search.ts';

const ID = '01900000-0000-7000-8000-000000000000';

describe('address of a report', () => {
  it('is readable whatever stands in it', () => {
    expect(parseReportsSearch({ report: 'evil', period: 7, from: '2026-02-30', owner: 'me', source: 5 })).toMatchObject(
      { report: 'outcomes', period: 'last_12_months', from: '', owner: '', source: '5' },
    );
  });
  it('leaves out what is standard', () => {
    expect(writeReportsSearch({ report: 'outcomes', compare: 'year', owner: '' })).toEqual({
      report: undefined,
      compare: 'year',
      owner: undefined,
    });
  });
  it("asks for days only in a period of one's own", () => {
    const search = parseReportsSearch({ period: 'this_year', from: '2026-01-01', to: '2026-02-01', owner: ID });
    expect(questionOf(search)).toEqual({
      period: 'this_year',
      compare: 'none',
      pipelineId: undefined,
      ownerId: ID,
      source: undefined,
    });
    expect(questionOf({ ...search, period: 'custom' })).toMatchObject({ from: '2026-01-01', to: '2026-02-01' });
  });
  it('of some months beside each other names their days, within those of the report', () => {
    const period = { from: '2026-01-10', to: '2026-04-20' };
    const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'];
    expect(daysOf(months, 0, 1, period)).toEqual({ from: '2026-01-10', to: '2026-02-28' });
    expect(daysOf(months, 1, 2, period)).toEqual({ from: '2026-02-01', to: '2026-03-31' });
    expect(daysOf(months, 2, 3, period)).toEqual({ from: '2026-03-01', to: '2026-04-20' });
  });
  it('of a kept report asks its question again', () => {
    const question = {
      period: 'custom',
      compare: 'year',
      from: '2026-01-01',
      to: '2026-01-31',
      source: 'Fair',
    } as const;
    const search = searchOfSaved({ id: ID, report: 'sources', question });
    expect(parseReportsSearch(writeReportsSearch(search))).toEqual(search);
    expect(questionOf(search)).toMatchObject(question);
  });
});
