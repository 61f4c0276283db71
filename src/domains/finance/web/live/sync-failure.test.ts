import { describe, expect, it } from 'vitest';
import { syncFailure } from './use-finance-live.ts';

describe('a sync that failed', () => {
  it('says so in the words of the catalogue [S8.9]', () => {
    expect(syncFailure('investments')).toEqual({
      title: 'Sync Failed',
      description: 'Unable to update investment data. Please try again.',
    });
    expect(syncFailure('all')).toEqual({
      title: 'Sync Failed',
      description: 'Unable to update financial data. Please try again.',
    });
    expect(syncFailure('all', 'The bank is away.').description).toBe(
      'Unable to update financial data. Please try again. The bank is away.',
    );
  });
});
