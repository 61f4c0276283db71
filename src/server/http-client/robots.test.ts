import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALLOW_ALL, DISALLOW_ALL, isAllowed, parseRobots, robotsVerdict, secondsBetween } from './robots.ts';

interface Vectors {
  matching: { id: string; robotsTxt: string; agent: string; url: string; allowed: boolean; note?: string }[];
}
const { matching } = JSON.parse(readFileSync(new URL('./robots-vectors.json', import.meta.url), 'utf8')) as Vectors;

describe('robots.txt', () => {
  it.each(matching)('decides case $id of the RFC: $url', ({ robotsTxt, agent, url, allowed }) =>
    expect(isAllowed(parseRobots(robotsTxt, agent), url)).toBe(allowed),
  );

  it('reads a byte order mark, all line ends, and comments', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const robots = parseRobots(`\uFEFFUser-agent: bot # us${end}${end}Disallow: /a # not this${end}`, 'bot');
      expect([isAllowed(robots, 'http://x.test/a'), isAllowed(robots, 'http://x.test/b')]).toEqual([false, true]);
    }
  });

  it('treats an empty Disallow as no rule', () =>
    expect(isAllowed(parseRobots('User-agent: *\nDisallow:', 'bot'), 'http://x.test/a')).toBe(true));

  it('always lets robots.txt itself be fetched', () =>
    expect(isAllowed(DISALLOW_ALL, 'http://x.test/robots.txt')).toBe(true));

  it('takes sitemaps from anywhere, and the delay of the own group', () => {
    const robots = parseRobots(
      'Sitemap: https://x.test/map.xml\nUser-agent: *\nCrawl-delay: 9\nUser-agent: bot\nCrawl-delay: 2.5\nDisallow: /x',
      'Bot',
    );
    expect([robots.sitemaps, robots.crawlDelay]).toEqual([['https://x.test/map.xml'], 2.5]);
    expect(secondsBetween(robots, 1)).toEqual({ seconds: 2.5, isClamped: false });
    expect(secondsBetween({ ...ALLOW_ALL, crawlDelay: 3_600 }, 1)).toEqual({ seconds: 60, isClamped: true });
    expect(secondsBetween(ALLOW_ALL, 1)).toEqual({ seconds: 1, isClamped: false });
  });

  it.each([
    [200, 'rules'],
    [404, 'none'],
    [403, 'none'],
    [429, 'unreachable'],
    [503, 'unreachable'],
    [undefined, 'unreachable'],
  ])('answered with %s means %s', (status, verdict) => expect(robotsVerdict(status)).toBe(verdict));

  it('answers within a moment for hostile patterns', () => {
    const stars = parseRobots(`User-agent: *\n${`Disallow: /${'a*'.repeat(2_000)}b$\n`.repeat(100)}`, 'bot');
    const began = performance.now();
    isAllowed(stars, `http://x.test/${'a'.repeat(2_000)}`);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
