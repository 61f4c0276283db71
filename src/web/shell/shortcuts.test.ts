import { describe, expect, it } from 'vitest';
import { createMatcher, keyName, type Shortcut } from './shortcuts.ts';

const shortcut = (keys: string): Shortcut => ({ keys, label: keys, group: 'Test', run: () => undefined });
const all = [shortcut('g c'), shortcut('g l'), shortcut('c'), shortcut('?'), shortcut('Mod+K')];

describe('shortcuts', () => {
  it('are single keys, chords, and sequences', () => {
    const match = createMatcher(() => 0);
    expect(match('?', all)).toBe(all[3]);
    expect(match('Mod+K', all)).toBe(all[4]);
    expect(match('g', all)).toBe('pending');
    expect(match('c', all)).toBe(all[0]);
    expect(match('c', all)).toBe(all[2]);
    expect(match('x', all)).toBeUndefined();
  });

  it('forget the first key of a sequence after a second', () => {
    let now = 0;
    const match = createMatcher(() => now);
    match('g', all);
    now = 1_000;
    expect(match('l', all)).toBeUndefined();
  });

  it('name keys alike on every keyboard', () => {
    const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
      keyName({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });
    expect([
      press('k', { ctrlKey: true }),
      press('K', { metaKey: true }),
      press('G'),
      press('?'),
      press('Enter'),
    ]).toEqual(['Mod+K', 'Mod+K', 'g', '?', 'Enter']);
  });
});
