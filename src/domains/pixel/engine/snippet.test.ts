import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ConsentMode } from '../contract/sites.ts';
import { snippetFor } from './snippet.ts';

it.each(ConsentMode.options)('of mode %s is at most 1.5 kB compressed', (mode) => {
  expect(gzipSync(snippetFor(mode), { level: 9 }).length).toBeLessThanOrEqual(1_500);
});

/** A browser as far as the script asks for one. */
function browser(mode: ConsentMode, navigator: object = {}, href = 'https://example.com/') {
  const sent: Record<string, unknown>[] = [];
  const stored = new Map<string, string>();
  const listeners = new Map<string, ((event: unknown) => void)[]>();
  const listen = (name: string, heard: (event: unknown) => void) =>
    listeners.set(name, [...(listeners.get(name) ?? []), heard]);
  const location = { href, pathname: '/', host: 'example.com' };
  const window = {
    addEventListener: listen,
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  } as Record<string, unknown>;
  const go = (path: string) => Object.assign(location, { href: `https://example.com${path}`, pathname: path });
  const history = {
    state: { kept: true },
    pushState: (_state: unknown, _title: string, path: string) => go(path),
    replaceState: (state: unknown, _title: string, url: string) => {
      expect(state).toEqual({ kept: true });
      location.href = url;
    },
  };
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

const TOKEN = 'AZHBk8sYdrWhqL4LLOwcVU4JUx3AbCdEf_-';

it('hands over the token of an email once, after consent only, and takes it out of the address', () => {
  const came = `https://example.com/?a=1&gx=${TOKEN}#top`;
  const { sent, gauntlet } = browser('after_consent', {}, came);
  expect(sent).toEqual([expect.objectContaining({ k: 'page', u: 'https://example.com/?a=1#top' })]);
  expect(sent[0]).not.toHaveProperty('t');
  gauntlet.consent(true);
  gauntlet('Signup');
  expect(sent.slice(1).map(({ k, t }) => [k, t])).toEqual([
    ['identify', TOKEN],
    ['event', undefined],
  ]);
  const required = browser('required', {}, `https://example.com/?gx=${TOKEN}`);
  expect(required.sent).toEqual([]);
  required.gauntlet.consent(true);
  expect(required.sent).toEqual([expect.objectContaining({ k: 'page', t: TOKEN, u: 'https://example.com/' })]);
  const never = browser('cookieless', {}, came);
  never.gauntlet('Signup');
  expect(never.sent.some((one) => 't' in one)).toBe(false);
});
