import { describe, expect, it } from 'vitest';
import { judge, type Verdict } from './route-guard.tsx';

const visitors = {
  unknown: undefined,
  nobody: null,
  user: { role: 'user' },
  opus: { role: 'opus_team' },
  admin: { role: 'admin' },
} as const;

const expected: Record<string, Record<keyof typeof visitors, Verdict>> = {
  public: { unknown: 'show', nobody: 'show', user: 'show', opus: 'show', admin: 'show' },
  open: { unknown: 'wait', nobody: 'show', user: 'show', opus: 'show', admin: 'show' },
  user: { unknown: 'wait', nobody: 'sign-in', user: 'show', opus: 'show', admin: 'show' },
  admin: { unknown: 'wait', nobody: 'sign-in', user: 'deny', opus: 'deny', admin: 'show' },
};

describe('route guards (specification, sections 4 and 6)', () => {
  for (const [guard, row] of Object.entries(expected)) {
    it.each(Object.entries(row))(`${guard} page, %s: %s [S2.5 S4.4]`, (visitor, verdict) => {
      expect(judge(guard as 'public', visitors[visitor as keyof typeof visitors])).toBe(verdict);
    });
  }
});
