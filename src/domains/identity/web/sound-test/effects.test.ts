import { describe, expect, it } from 'vitest';
import { drawTones, EFFECTS } from './effects.ts';

describe('the list of sounds (specification, section 9)', () => {
  it('has all 20 by name, in order', () => {
    expect(EFFECTS.map(({ name }) => name)).toEqual([
      'click',
      'success',
      'error',
      'notification',
      'warning',
      'info',
      'complete',
      'hover',
      'switch',
      'openMenu',
      'closeMenu',
      'submit',
      'cancel',
      'drag',
      'drop',
      'typing',
      'popup',
      'achievement',
      'lock',
      'unlock',
    ]);
  });

  it('names and explains each differently', () => {
    expect(EFFECTS.find(({ name }) => name === 'openMenu')!.label).toBe('Open menu');
    expect(new Set(EFFECTS.map(({ label }) => label)).size).toBe(20);
    expect(new Set(EFFECTS.map(({ meaning }) => meaning)).size).toBe(20);
  });

  it('draws every tone inside its picture', () => {
    const longest = Math.max(...EFFECTS.map(({ length }) => length));
    for (const { tones } of EFFECTS) {
      for (const { x1, x2, y1, y2 } of drawTones(tones, { width: 100, height: 24 }, longest)) {
        expect(x1).toBeGreaterThanOrEqual(0);
        expect(x2).toBeLessThanOrEqual(100);
        expect(x2).toBeGreaterThan(x1);
        for (const y of [y1, y2]) expect(y).toBeGreaterThanOrEqual(0);
        for (const y of [y1, y2]) expect(y).toBeLessThanOrEqual(24);
      }
    }
  });

  it('draws a rising tone rising', () => {
    const [line] = drawTones(
      [{ wave: 'sine', from: 400, to: 800, at: 0, length: 100, peak: 1 }],
      { width: 100, height: 24 },
      100,
    );
    expect(line!.y2).toBeLessThan(line!.y1);
  });
});
