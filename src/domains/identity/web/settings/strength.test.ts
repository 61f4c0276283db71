import { describe, expect, it } from 'vitest';
import { NewPassword } from '../../contract.ts';
import { checkStrength } from './strength-check.ts';
import { describeStrength, SHORTEST_PASSWORD } from './strength.ts';

const judge = (password: string, own: string[] = []) => describeStrength(password, checkStrength(password, own));

describe('password strength', () => {
  it('says nothing about nothing', () => {
    expect(describeStrength('')).toBeNull();
  });

  it('counts what is missing, and never calls a short one good', () => {
    expect(judge('Xk9#q2!vR')).toMatchObject({ label: 'Too short', level: 1, advice: '3 more characters are needed.' });
    expect(describeStrength('elevenchars')).toEqual({
      label: 'Too short',
      level: 0,
      advice: '1 more character is needed.',
    });
  });

  it('calls too short exactly what the server refuses as too short', () => {
    const password = 'x'.repeat(SHORTEST_PASSWORD);
    expect(NewPassword.safeParse(password).success).toBe(true);
    expect(NewPassword.safeParse(password.slice(1)).success).toBe(false);
  });

  it('knows the passwords that everyone tries first', () => {
    expect(judge('password1234')!.level).toBeLessThanOrEqual(1);
    expect(judge('qwertyuiop12')!.level).toBeLessThanOrEqual(1);
    expect(judge('aaaaaaaaaaaa')!.advice).not.toBe('');
  });

  it('knows the person', () => {
    const own = ['Ada Lovelace', 'ada.lovelace@example.com', 'ada'];
    expect(judge('adalovelace1', own)!.level).toBeLessThanOrEqual(1);
  });

  it('is content with a sentence', () => {
    expect(judge('nine otters juggle brass lanterns')).toEqual({ label: 'Strong', level: 4, advice: '' });
  });

  it('leaves judgement of a long one to the checker', () => {
    expect(describeStrength('long enough to be counted')).toBeNull();
  });
});
