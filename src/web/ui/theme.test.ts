import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// Print has no dark theme; on screens everything counts.
const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8').replace(/@media not print \{\s*/, '');
// Only unconditional rules: those in media queries override single tokens for people who ask for it.
const unconditional = css.slice(0, css.indexOf('@media')).replace(/^ +/gm, '');

/** The hex tokens of a selector. */
function tokens(selector: string): Record<string, string> {
  const start = unconditional.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`theme.css has no rule ${selector}`);
  const body = unconditional.slice(start, unconditional.indexOf('}', start));
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1]!, match[2]!]));
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (hi + 0.05) / (lo + 0.05);
}

const SURFACES = ['canvas', 'sunken', 'raised', 'hover'];
const text: [string, string][] = [
  ...['ink', 'muted', 'faint', 'accent-ink', 'danger-ink', 'success-ink', 'warning-ink', 'info-ink'].flatMap((ink) =>
    SURFACES.map((surface): [string, string] => [ink, surface]),
  ),
  ...['accent', 'danger', 'success', 'warning', 'info'].flatMap((tone): [string, string][] => [
    ['on-solid', tone],
    [`${tone}-ink`, `${tone}-soft`],
    ['ink', `${tone}-soft`],
    ['muted', `${tone}-soft`],
    ['faint', `${tone}-soft`],
  ]),
  ['on-solid', 'accent-hover'],
  ['on-solid', 'danger-hover'],
  ['danger-ink', 'accent-soft'],
];
const parts: [string, string][] = [
  ...['control', 'accent-ink', 'accent', 'danger'].flatMap((part) =>
    SURFACES.map((surface): [string, string] => [part, surface]),
  ),
  ['accent-ink', 'accent-soft'],
];

describe.each(['light', 'dark'])('%s theme', (theme) => {
  describe.each(['blue', 'purple', 'green', 'red', 'orange'])('accent %s', (accent) => {
    const palette = {
      ...tokens(':root'),
      ...(theme === 'dark' ? tokens('.dark') : {}),
      ...(accent === 'blue' ? {} : tokens(theme === 'dark' ? `.dark.accent-${accent}` : `.accent-${accent}`)),
    };
    it.each(text)('text %s on %s has 4.5:1', (ink, surface) => {
      expect(contrast(palette[ink]!, palette[surface]!)).toBeGreaterThanOrEqual(4.5);
    });
    it.each(parts)('part %s on %s has 3:1', (part, surface) => {
      expect(contrast(palette[part]!, palette[surface]!)).toBeGreaterThanOrEqual(3);
    });
  });
});
