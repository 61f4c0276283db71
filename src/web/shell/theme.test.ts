import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { appearanceClasses, DEFAULT_APPEARANCE, parseAppearance, type Appearance } from './theme.ts';

/** The script of index.html that runs before the first paint, run with a stored value and a system preference. */
function bootClasses(stored: string | null, systemIsDark: boolean): string[] {
  const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  const script = /<script nonce="__CSP_NONCE__">([\s\S]*?)<\/script>/.exec(html)?.[1];
  if (!script) throw new Error('index.html has lost its theme script');
  const classes: string[] = [];
  const document = {
    documentElement: { classList: { add: (...names: string[]) => classes.push(...names) }, style: {} },
  };
  // eslint-disable-next-line no-new-func -- runs our own file, as a browser would
  new Function('document', 'localStorage', 'matchMedia', script)(document, { getItem: () => stored }, () => ({
    matches: systemIsDark,
  }));
  return classes;
}

describe('appearance (specification, sections 4 and 9)', () => {
  it('is by default the system theme, blue, with animations, not dense [S9.14]', () => {
    expect(parseAppearance(null)).toEqual({
      theme: 'system',
      accent_color: 'blue',
      show_animations: true,
      dense_mode: false,
    });
    expect(appearanceClasses(DEFAULT_APPEARANCE, false)).toEqual(['light', 'accent-blue']);
    expect(appearanceClasses(DEFAULT_APPEARANCE, true)).toEqual(['dark', 'accent-blue']);
  });

  it('adds no-animations and dense-mode [S4.7]', () => {
    const quiet: Appearance = { theme: 'dark', accent_color: 'green', show_animations: false, dense_mode: true };
    expect(appearanceClasses(quiet, false)).toEqual(['dark', 'accent-green', 'no-animations', 'dense-mode']);
  });

  it.each([
    null,
    '{}',
    '"nonsense"',
    'not json',
    '{"theme":"neon","accent_color":"pink","show_animations":"x","dense_mode":1}',
    '{"theme":"dark"}',
    '{"theme":"light","accent_color":"red","dense_mode":true}',
    '{"theme":"system","accent_color":"orange","show_animations":false}',
  ])('is the same before the first paint: %s', (stored) => {
    let value: unknown = null;
    try {
      value = JSON.parse(stored ?? 'null');
    } catch {
      /* As local-store does. */
    }
    for (const dark of [true, false])
      expect(bootClasses(stored, dark)).toEqual(appearanceClasses(parseAppearance(value), dark));
  });
});
