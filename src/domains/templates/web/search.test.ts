import { describe, expect, it } from 'vitest';
import { parseGallery, parseIndustry, parseOnboarding, parseWizard, tidy } from './search.ts';

describe('addresses of the templates’ pages', () => {
  it('take whatever stands there', () => {
    expect(parseGallery({ tab: 'nonsense', search: 5, template: { a: 1 } })).toEqual({
      tab: 'all',
      search: '5',
      template: '',
    });
    expect(parseWizard({ step: 'parts', client: 'x' })).toEqual({
      step: 'parts',
      client: 'x',
      install: '',
      parts: '',
      checklist: '',
    });
    expect(parseOnboarding({ tab: 'stuck', mine: '1' })).toEqual({ tab: 'stuck', mine: true, search: '', client: '' });
    expect(parseIndustry({ industry: ['a'] })).toEqual({ industry: '', search: '' });
  });

  it('leave out what is standard', () => {
    expect(tidy({ tab: 'all', search: '', template: 'x', mine: false }, { tab: 'all' })).toEqual({
      tab: undefined,
      search: undefined,
      template: 'x',
      mine: undefined,
    });
  });
});
