import { describe, expect, it } from 'vitest';
import { readExport } from './export-file.ts';
import { readFeed } from './feed.ts';
import { feedLinkOf, textOfHtml } from './html-text.ts';
import { canonicalUrl, conversationKey, postKey, type Post, tidyPost } from './post.ts';

const AT = 'https://blog.example/feed';
const NOW = new Date('2026-11-27T12:00:00Z');

describe('feeds', () => {
  it('reads RSS with authors, HTML, and relative links', () => {
    const feed = readFeed(
      `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
        <channel><title>Town &amp; Co</title><item><title>Roofer?</title><link>/p/1</link><guid isPermaLink="false">g1</guid><dc:creator>Ann</dc:creator>
        <description>Short</description><content:encoded><![CDATA[<p>Who <b>knows</b> one?</p><script>x()</script><p>Thanks</p>]]></content:encoded>
        <pubDate>Fri, 27 Nov 2026 07:00:00 GMT</pubDate></item></channel></rss>`,
      AT,
    );
    expect(feed).toEqual({
      title: 'Town & Co',
      posts: [
        {
          guid: 'g1',
          url: 'https://blog.example/p/1',
          title: 'Roofer?',
          text: 'Who knows one?\n\nThanks',
          author: 'Ann',
          authorUrl: '',
          postedAt: new Date('2026-11-27T07:00:00Z'),
          about: '',
        },
      ],
    });
  });

  it('reads Atom, RDF, and JSON feeds', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>At</title><entry><title>t</title><id>urn:1</id><link href="https://a.example/2"/>
      <author><name>Bo</name><uri>https://a.example/bo</uri></author><summary>s</summary><updated>2026-11-27T07:00:00Z</updated></entry></feed>`;
    expect(readFeed(atom, AT)?.posts[0]).toMatchObject({
      guid: 'urn:1',
      url: 'https://a.example/2',
      author: 'Bo',
      text: 's',
    });
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>R</title></channel>
      <item rdf:about="https://a.example/3"><title>rt</title><link>https://a.example/3</link></item></rdf:RDF>`;
    expect(readFeed(rdf, AT)?.posts[0]).toMatchObject({
      guid: 'https://a.example/3',
      title: 'rt',
      postedAt: undefined,
    });
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      items: [{ id: '4', url: 'https://a.example/4', content_html: '<p>z</p>', authors: [{ name: 'Cy' }] }],
    });
    expect(readFeed(json, AT)?.posts[0]).toMatchObject({ guid: '4', text: 'z', author: 'Cy' });
  });

  it('expands no entities, and takes no page for a feed', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><rss version="2.0"><channel><item><title>&b;</title></item></channel></rss>`;
    expect(readFeed(bomb, AT)?.posts[0]?.title).not.toContain('aaaa');
    expect(readFeed('<html><body>Hello</body></html>', AT)).toBeUndefined();
    expect(readFeed('', AT)).toBeUndefined();
  });

  it('finds the feed that a page names', () => {
    const page = '<link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="alternate" href="/fr">';
    expect(feedLinkOf(page, 'https://a.example/blog')).toBe('https://a.example/feed.xml');
    expect(feedLinkOf('<p>none</p>', 'https://a.example/')).toBeUndefined();
  });

  it('keeps line breaks where blocks end', () => {
    expect(textOfHtml('a<br>b<p>c &amp; d</p>')).toBe('a\nb\nc & d');
  });
});

describe('one post', () => {
  const post = (more: Partial<Post>): Post => ({
    guid: 'g',
    url: '',
    title: 't',
    text: '',
    author: '',
    authorUrl: '',
    postedAt: undefined,
    about: '',
    ...more,
  });

  it('is the same one under any spelling of its address', () => {
    const same = [
      'https://www.a.example/x/?utm_source=feed&b=2&a=1',
      'http://a.example/x?a=1&b=2#top',
      'https://a.example/x?fbclid=9&b=2&a=1',
    ];
    expect(new Set(same.map(canonicalUrl))).toEqual(new Set(['a.example/x?a=1&b=2']));
    expect(postKey(post({ url: same[0]! }), 's1')).toBe(postKey(post({ url: same[1]! }), 's2'));
    expect(postKey(post({}), 's1')).not.toBe(postKey(post({}), 's2'));
    expect(conversationKey(post({ url: 'https://a.example/1', about: 'https://a.example/thread' }))).toBe(
      'a.example/thread',
    );
  });

  it('drops script addresses, dates of the future, and empty posts', () => {
    expect(tidyPost(post({ url: 'javascript:alert(1)', postedAt: new Date('2031-01-01') }), NOW)).toMatchObject({
      url: '',
      postedAt: undefined,
    });
    expect(tidyPost(post({ title: ' ', text: '\n' }), NOW)).toBeUndefined();
  });
});

describe('exports', () => {
  it('reads CSV with quoted line breaks, whatever the columns are called', () => {
    const file = readExport(
      'Post ID;Full_Text;Username;Created At;Permalink\n1;"Need a\nroofer";ann;2026-11-20 10:00;https://x.example/1\n2;;bo;;\n',
    );
    expect(file).toEqual({
      posts: [
        expect.objectContaining({
          guid: '1',
          text: 'Need a\nroofer',
          author: 'ann',
          url: 'https://x.example/1',
          postedAt: new Date('2026-11-20T10:00:00Z'),
        }),
      ],
      left: 1,
    });
  });

  it('reads JSON, JSON lines, and lists inside an object', () => {
    const reddit = JSON.stringify({
      data: [{ id: 'a', title: 'Q', selftext: 'T', author: { name: 'cy' }, created_utc: 1_763_000_000 }],
    });
    expect(readExport(reddit)).toMatchObject({
      posts: [{ guid: 'a', title: 'Q', text: 'T', author: 'cy', postedAt: new Date(1_763_000_000_000) }],
    });
    expect(readExport('{"text":"one"}\n{"text":"two"}')).toMatchObject({ posts: [{ text: 'one' }, { text: 'two' }] });
  });

  it('says why it cannot read a file', () => {
    expect(readExport('hello\nworld')).toEqual({ problem: expect.stringContaining('first row must name the columns') });
    expect(readExport('{"text":')).toEqual({ problem: expect.stringContaining('neither JSON nor CSV') });
    expect(readExport('  ')).toEqual({ problem: 'Paste rows, or choose a file.' });
  });
});
