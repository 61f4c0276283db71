import { describe, expect, it } from 'vitest';
import { isLeft } from './unsaved.ts';

const at = (pathname: string, search: Record<string, unknown> = {}) => ({ pathname, search });

describe('leaving typed text', () => {
  it('means another page or part, not another filter', () => {
    expect(isLeft(at('/contacts/1'), at('/contacts'), [])).toBe(true);
    expect(isLeft(at('/contacts/1'), at('/contacts/1', { show: 'notes' }), ['tab'])).toBe(false);
    expect(isLeft(at('/contacts/1'), at('/contacts/1', { tab: 'notes' }), ['tab'])).toBe(true);
    expect(isLeft(at('/contacts/1', { tab: 'lines' }), at('/contacts/1', { tab: 'notes' }), [])).toBe(false);
    expect(
      isLeft(at('/personal-finance', { open: 'a', q: 'x' }), at('/personal-finance', { open: 'a' }), ['open']),
    ).toBe(false);
    expect(isLeft(at('/personal-finance', { open: 'a' }), at('/personal-finance', {}), ['open'])).toBe(true);
  });
});
