/** A browser's user agent, reduced to three words that identify no one. */
import { isbot } from 'isbot';

export interface Client {
  device: 'Desktop' | 'Phone' | 'Tablet';
  browser: string;
  os: string;
}

/** Order matters: most browsers also name those whose engine they share. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgi?A?O?S?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:CriOS|Chrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPad\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const found = (words: readonly (readonly [RegExp, string])[], text: string) =>
  words.find(([pattern]) => pattern.test(text))?.[1] ?? 'Other';

/** Programs and whatever does not say what it is. */
export const isProgram = (userAgent: string): boolean => userAgent.length < 12 || isbot(userAgent);

/** Kinds are few and asked for with every event. */
const known = new Map<string, Client>();
const MOST = 5_000;

export function clientOf(userAgent: string): Client {
  const before = known.get(userAgent);
  if (before) return before;
  const tablet =
    /\biPad\b|\bTablet\b/.test(userAgent) || (/\bAndroid\b/.test(userAgent) && !/\bMobile\b/.test(userAgent));
  const client: Client = {
    device: tablet ? 'Tablet' : /\bMobi/.test(userAgent) ? 'Phone' : 'Desktop',
    browser: found(BROWSERS, userAgent),
    os: found(SYSTEMS, userAgent),
  };
  if (known.size >= MOST) known.clear();
  known.set(userAgent, client);
  return client;
}
