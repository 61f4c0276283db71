import { describe, expect, it } from 'vitest';
import { extractPage, headerDirectives, looksLikeName } from './extract.ts';
import type { FoundEntity } from './found-values.ts';
import { emailState, noticeDue, scoreCandidate } from './candidate-score.ts';
import { parseSitemap } from './sitemap.ts';
import { isSamePage, linkProblem, normalizeUrl, readStartList, retryAfterMs } from './urls.ts';

const page = (html: string) => extractPage(html, { country: 'US', agent: 'GauntletBot' });
const values = (entities: readonly FoundEntity[], field: string, kind?: string) =>
  entities
    .filter((entity) => !kind || entity.kind === kind)
    .flatMap((entity) => entity.values.filter((value) => value.field === field).map(({ value }) => value));

describe('a page', () => {
  it('gives what links, text, and obfuscated addresses say, each once', () => {
    const { entities } =
      page(`<body><p>Write to <a href="mailto:Info@Acme.test?subject=Hi">us</a> or sales [at] acme [dot] test,
      jobs AT acme DOT test, press&#64;acme.test. <img src=logo@2x.png> logo@2x.png you@example.com
      <a href="tel:+1-415-555-0132">Call</a> or (415) 555-0199 <span class=fax>Fax: (415) 555-0100</span></p>`);
    expect(values(entities, 'email')).toEqual(
      ['info@acme.test', 'press@acme.test', 'sales@acme.test', 'jobs@acme.test'].toSorted(
        (a, b) => values(entities, 'email').indexOf(a) - values(entities, 'email').indexOf(b),
      ),
    );
    expect(values(entities, 'phone')).toEqual(['+14155550132', '+14155550199']);
  });

  it('reads addresses that Cloudflare hides', () => {
    const key = 0x42;
    const code = Buffer.from([key, ...Buffer.from('ann@acme.test').map((octet) => octet ^ key)]).toString('hex');
    const { entities } = page(`<a class="__cf_email__" data-cfemail="${code}">[email protected]</a>`);
    expect(values(entities, 'email')).toEqual(['ann@acme.test']);
    expect(entities[0]!.values[0]!.by).toBe('obfuscated');
  });

  it('reads JSON-LD, microdata, and hCard', () => {
    const { entities } = page(`<script type="application/ld+json">{"@graph":[{"@type":"Dentist","name":"Tan Dental",
      "telephone":"(415) 555-0132","address":{"streetAddress":"1 Main St","addressLocality":"Reno"},"sameAs":["https://www.linkedin.com/company/tan"]},
      {"@type":"Person","name":"Ada King","jobTitle":"Owner","email":"mailto:ada@tan.test"}]}</script>
      <div itemscope itemtype="https://schema.org/Person"><b itemprop="name">Bo Lind</b><a itemprop="email" href="mailto:bo@tan.test">x</a></div>
      <div class="vcard"><span class="fn">Cy Moss</span><span class="title">Partner</span><a class="email" href="mailto:cy@tan.test">x</a></div>`);
    expect(values(entities, 'name', 'company')).toEqual(['Tan Dental']);
    expect(values(entities, 'city', 'company')).toEqual(['Reno']);
    expect(values(entities, 'social', 'company')).toEqual(['https://linkedin.com/company/tan']);
    expect(values(entities, 'email', 'person')).toEqual(
      expect.arrayContaining(['ada@tan.test', 'bo@tan.test', 'cy@tan.test']),
    );
    expect(values(entities, 'email', 'company')).toEqual([]);
  });

  it('reads the cards of a team page', () => {
    const card = (name: string, title: string, email: string) =>
      `<div class="card"><img><h3>${name}</h3><p>${title}</p><a href="mailto:${email}">Email</a></div>`;
    const { entities } =
      page(`<main><h1>Our team</h1><div>${card('Ann Lee', 'Sales Director', 'ann@a.test')}${card('José de la Cruz', 'Engineer', 'jose@a.test')}</div></main>
      <footer><a href="mailto:info@a.test">info@a.test</a></footer>`);
    const people = entities
      .filter(({ kind }) => kind === 'person')
      .map(({ values: all }) => all.map(({ value }) => value));
    expect(people).toEqual([
      ['Ann Lee', 'ann@a.test', 'Sales Director'],
      ['José de la Cruz', 'jose@a.test', 'Engineer'],
    ]);
    expect(values(entities, 'email', 'company')).toEqual(['info@a.test']);
  });

  it('tells its directives, links, and login forms', () => {
    const facts =
      page(`<head><title> A  b </title><meta name=robots content="NOINDEX, nofollow"><link rel=canonical href="/a"></head>
      <a href="/x" rel="nofollow">x</a><a href="/y">y</a><input type=password>`);
    expect(facts).toMatchObject({ title: 'A b', isNoindex: true, isNofollow: true, canonical: '/a', isLogin: true });
    expect(facts.links).toEqual([
      { href: '/x', isNofollow: true },
      { href: '/y', isNofollow: false },
    ]);
    expect([...headerDirectives('otherbot: noindex, gauntletbot: noarchive', 'GauntletBot')]).toEqual(['noarchive']);
    expect([...headerDirectives('noindex', 'GauntletBot')]).toEqual(['noindex']);
  });

  it.each([
    ['nested elements', '<div>'.repeat(1_000_000)],
    ['stray end tags', '<a>'.repeat(300) + '</b>'.repeat(1_200_000)],
    ['half an address', 'a@'.repeat(2_500_000)],
    ['dots', 'a.'.repeat(2_500_000) + '@'],
    ['obfuscations', 'a at b dot '.repeat(450_000)],
    ['digits', '+1 415 555 '.repeat(450_000)],
    ['names', '<h3>Ann Lee</h3>'.repeat(312_000)],
    ['mail links', '<a href="mailto:a@b.test">x</a>'.repeat(160_000)],
    ['attributes', `<p ${'a=1 '.repeat(1_200_000)}>`],
    ['nested JSON', `<script type="application/ld+json">${'['.repeat(5_000_000)}</script>`],
    ['nested items', '<p itemscope itemtype="x/Person"><b itemprop=name>Ann Lee</b>'.repeat(80_000)],
  ])('of 5 MB of %s is read in bounded time', (_, html) => {
    const began = performance.now();
    page(html);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

it.each([
  ['Ann Lee', true],
  ['Dr. José de la Cruz', true],
  ['Our Team', false],
  ['Sales Director', false],
  ['ANN', false],
  ['Contact Us', false],
  ['Mary-Jane O’Neil', true],
])('%s is a person’s name: %s', (text, is) => expect(looksLikeName(text)).toBe(is));

describe('addresses', () => {
  it('have one form', () => {
    expect(normalizeUrl('HTTPS://Acme.test:443/a?utm_source=x&b=1#c')).toBe('https://acme.test/a?b=1');
    expect(normalizeUrl('../b', 'https://acme.test/a/c')).toBe('https://acme.test/b');
    expect(normalizeUrl('javascript:alert(1)')).toBeUndefined();
    expect(isSamePage('http://www.a.test/', 'https://a.test/index.html')).toBe(true);
  });
  it('that are no pages are not fetched', () => {
    expect(linkProblem('https://a.test/x.pdf')).toBe('Not a web page');
    expect(linkProblem('https://a.test/login')).toBe('Behind a sign-in');
    expect(linkProblem('https://a.test/a/a/a/b')).toBe('Endless addresses');
    expect(linkProblem('https://a.test/about')).toBeUndefined();
  });
  it('are read from lines and CSV', () => {
    expect(
      readStartList('Company,Website\nAcme,acme.test\n"B","https://b.test/x"\nnonsense\nlinkedin.com/in/x'),
    ).toEqual({
      urls: ['https://acme.test/', 'https://b.test/x'],
      problems: [
        { text: 'nonsense', why: 'Not a web address.' },
        { text: 'linkedin.com/in/x', why: 'This network’s terms forbid crawling.' },
      ],
    });
  });
  it('come from sitemaps and their indexes', () => {
    expect(
      parseSitemap(
        '<?xml version="1.0"?><urlset><url><loc> https://a.test/?x=1&amp;y=2 </loc><image:image><image:loc>https://a.test/i.png</image:loc></image:image></url></urlset>',
      ),
    ).toEqual({ pages: ['https://a.test/?x=1&y=2'], sitemaps: [] });
    expect(
      parseSitemap('<sitemapindex><sitemap><loc>https://a.test/1.xml</loc></sitemap></sitemapindex>').sitemaps,
    ).toEqual(['https://a.test/1.xml']);
  });
  it('may be asked for again when the site says', () => {
    expect(retryAfterMs('120', 0)).toBe(120_000);
    expect(retryAfterMs('Thu, 01 Jan 1970 00:01:00 GMT', 0)).toBe(60_000);
    expect(retryAfterMs('soon', 0)).toBeUndefined();
  });
});

it('judges addresses and candidates', () => {
  expect(emailState('info@acme.test', true)).toBe('role');
  expect(emailState('ann@mailinator.com', true)).toBe('disposable');
  expect(emailState('ann@acme.test', false)).toBe('no_mail');
  expect(
    scoreCandidate({
      kind: 'person',
      name: 'Ann Lee',
      title: 'Owner',
      email: 'ann@acme.test',
      emailState: 'ok',
      phone: '',
      address: '',
      social: [],
      pages: 1,
    }),
  ).toEqual({
    score: 65,
    reasons: [
      { label: 'Personal email address', points: 35 },
      { label: 'Full name', points: 10 },
      { label: 'Decision-maker', points: 20 },
    ],
  });
  expect(noticeDue(new Date('2026-01-31T10:00:00Z')).toISOString()).toBe('2026-02-28T10:00:00.000Z');
});
