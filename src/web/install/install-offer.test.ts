import { expect, it } from 'vitest';
import { installOffer } from './install-offer.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const CHROME = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const at = (userAgent: string, more: object = {}) =>
  installOffer({ userAgent, touchPoints: 0, standalone: false, prompted: false, ...more });

it('offers installation where the browser asks, or where the person can do it by hand', () => {
  expect(at(CHROME)).toBe('none');
  expect(at(CHROME, { prompted: true })).toBe('prompt');
  expect(at(IPHONE, { touchPoints: 5 })).toBe('by-hand');
  // An iPad calls itself a Mac; Macs have no touch screen.
  expect(at(MAC, { touchPoints: 5 })).toBe('by-hand');
  expect(at(MAC)).toBe('none');
});

it('offers nothing inside the installed app', () => {
  for (const agent of [IPHONE, CHROME])
    expect(at(agent, { standalone: true, prompted: true, touchPoints: 5 })).toBe('none');
});
