import { describe, expect, it } from 'vitest';
import { SPEC_ROUTES } from '../router/spec-routes.ts';
import { matchScore } from './match-score.ts';

describe('matching in the command palette', () => {
  const titles = [...new Set(SPEC_ROUTES.map(({ title }) => title))];
  const best = (query: string) =>
    titles.filter((title) => matchScore(query, title) > 0).sort((a, b) => matchScore(query, b) - matchScore(query, a));

  it.each([
    ['contacts', 'Contacts'],
    ['opp', 'Opportunities'],
    ['soc gen', 'Social media generator'],
    ['smg', 'Social media generator'],
    ['FINANCE', 'Finance'],
    ['personal', 'Personal finance'],
    ['rói', 'ROI calculator'],
  ])('%s finds %s first', (query, title) => {
    expect(best(query)[0]).toBe(title);
  });

  it('finds nothing unrelated', () => {
    expect(best('zzz')).toEqual([]);
    expect(matchScore('gen soc', 'Social media generator')).toBe(60);
    expect(matchScore('x', 'Contacts')).toBe(0);
  });

  it('finds by keywords, after titles', () => {
    expect(matchScore('people', 'Contacts', ['people'])).toBe(50);
    expect(matchScore('', 'Contacts')).toBeGreaterThan(0);
  });
});
