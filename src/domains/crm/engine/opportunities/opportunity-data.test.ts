import { describe, expect, it } from 'vitest';
import {
  BLANK_OPPORTUNITY,
  deriveOpportunity,
  missingFields,
  NO_NAMES,
  opportunityChanges,
} from './opportunity-data.ts';

const deal = { ...BLANK_OPPORTUNITY, name: 'Acmé — renewal', amount: '100.0000' };

describe('what a stage demands', () => {
  it('is missing when it is blank, and nothing else', () => {
    const required = ['amount', 'expectedClose', 'ownerId', 'nextStep', 'lines', 'custom.size'];
    expect(missingFields(required, { ...deal, amount: '0.0000' })).toEqual(required);
    expect(
      missingFields(required, {
        ...deal,
        expectedClose: '2026-12-01',
        ownerId: 'x',
        nextStep: 'Call',
        hasLines: true,
        custom: { size: 0 },
      }),
    ).toEqual([]);
    expect(missingFields(['custom.agreed'], { ...deal, custom: { agreed: false } })).toEqual([]);
  });
});

describe('changes', () => {
  it('name what is referred to and take equal money for equal', () => {
    const before = { data: deal, names: { ...NO_NAMES, stage: 'Enquiry', company: 'Acme' } };
    const after = {
      data: { ...deal, amount: '100', companyId: 'c', custom: { size: 3 } },
      names: { ...NO_NAMES, stage: 'Proposal', company: 'Beta' },
    };
    expect(opportunityChanges(before, after)).toEqual([
      { field: 'stage', from: 'Enquiry', to: 'Proposal' },
      { field: 'company', from: 'Acme', to: 'Beta' },
      { field: 'custom.size', from: null, to: 3 },
    ]);
    expect(opportunityChanges(before, before)).toEqual([]);
  });
});

describe('search', () => {
  it('finds an opportunity by its own words and those of its company and contact', () => {
    expect(
      deriveOpportunity({
        data: { ...deal, tags: ['VIP'] },
        names: { ...NO_NAMES, company: 'Bäckerei', contact: 'Ada King' },
      }),
    ).toEqual({ nameKey: 'acme — renewal', searchText: ' acme — renewal backerei ada king vip' });
  });
});
