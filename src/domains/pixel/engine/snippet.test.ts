import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ConsentMode } from '../contract/sites.ts';
import { snippetFor } from './snippet.ts';

it.each(ConsentMode.options)('of mode %s is at most 1.5 kB compressed', (mode) => {
  expect(gzipSync(snippetFor(mode), { level: 9 }).length).toBeLessThanOrEqual(1_500);
});

/** A browser as far as the script asks for one. */
function browser(mode: ConsentMode, navigator: object = {}) {
  const sent: Record<string, unknown>[] = [];
  const stored = new Map<string, string>();
  const listeners = new Map<string, ((event: unknown) => void)[]>();
  const listen = (name: string, heard: (event: unknown) => void) =>
    listeners.set(name, [...(listeners.get(name) ?? []), heard]);
  const location = { href: 'https://example.com/', pathname: '/', host: 'example.com' };
  const window = {
    addEventListener: listen,
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  } as Record<string, unknown>;
  const go = (path: string) => Object.assign(location, { href: `https://example.com${path}`, pathname: path });
  const history = { pushState: (_state: unknown, _title: string, path: string) => go(path) };
  runInNewContext(snippetFor(mode), {
    window,
    location,
    history,
    crypto,
    document: {
      currentScript: { src: 'https://track.example.com/p/px/KEY.js?v=1' },
      referrer: 'https://www.google.com/',
      addEventListener: listen,
    },
    navigator: {
      ...navigator,
      sendBeacon: (url: string, body: string) => {
        sent.push({ url, ...(JSON.parse(body) as object) });
        return true;
      },
    },
  });
  const gauntlet = window['gauntlet'] as {
    (name: string, props?: object): void;
    consent: (yes: boolean) => void;
    id: () => string | null;
  };
  return {
    sent,
    stored,
    history,
    gauntlet,
    fire: (name: string, event: unknown) => listeners.get(name)?.forEach((heard) => heard(event)),
  };
}

it('sends the page view, views inside a single-page application, and events', () => {
  const { sent, history, gauntlet, stored } = browser('cookieless');
  history.pushState(null, '', '/pricing');
  history.pushState(null, '', '/pricing');
  gauntlet('Signup', { plan: 'Pro' });
  expect(sent.map(({ url, k, u, r, n }) => [url, k, u, r, n])).toEqual([
    ['https://track.example.com/p/px/KEY', 'page', 'https://example.com/', 'https://www.google.com/', undefined],
    ['https://track.example.com/p/px/KEY', 'page', 'https://example.com/pricing', 'https://example.com/', undefined],
    [
      'https://track.example.com/p/px/KEY',
      'event',
      'https://example.com/pricing',
      'https://example.com/pricing',
      'Signup',
    ],
  ]);
  gauntlet.consent(true);
  expect(stored.size).toBe(0);
});

it('stores an identifier only after consent, and deletes it when consent is taken back', () => {
  const { sent, gauntlet, stored } = browser('after_consent');
  expect(sent[0]!['i']).toBeUndefined();
  gauntlet.consent(true);
  gauntlet('Signup');
  expect(sent.at(-1)!['i']).toBe(gauntlet.id());
  expect(gauntlet.id()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  gauntlet.consent(false);
  expect([stored.size, gauntlet.id()]).toEqual([0, null]);
});

it('sends nothing before consent where it is required', () => {
  const { sent, gauntlet } = browser('required');
  expect(sent).toEqual([]);
  gauntlet.consent(true);
  expect(sent.map(({ k }) => k)).toEqual(['page']);
});

it.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])('honors %j until the visitor agrees', (signal) => {
  const { sent, gauntlet } = browser('after_consent', signal);
  gauntlet('Signup');
  expect(sent).toEqual([]);
  gauntlet.consent(true);
  expect(sent.map(({ k }) => k)).toEqual(['page']);
  const without = browser('cookieless', signal);
  without.gauntlet.consent(true);
  expect(without.sent).toEqual([]);
});

it('names the form that was submitted, and the email address only of those who agreed', () => {
  const { sent, gauntlet, fire } = browser('after_consent');
  const form = {
    getAttribute: (name: string) => (name === 'id' ? 'contact' : null),
    querySelector: () => ({ value: 'ada@example.org' }),
  };
  fire('submit', { target: form });
  gauntlet.consent(true);
  fire('submit', { target: form });
  expect(sent.slice(1).map(({ k, n, m }) => [k, n, m])).toEqual([
    ['form', 'contact', undefined],
    ['form', 'contact', 'ada@example.org'],
  ]);
});
