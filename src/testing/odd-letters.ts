/** Odd letters of the kinds that real mailboxes hold, for tests of the whole way from bytes to the page. */

const HEAD = 'From: Ada <ada@one.example>\nTo: desk@tan.example\n';
let count = 0;
const head = (subject: string, more = '') =>
  `${HEAD}Subject: ${subject}\nMessage-ID: <odd${++count}@one.example>\nDate: Thu, 1 Jan 2026 08:00:00 +0000\nMIME-Version: 1.0\n${more}`;
const crlf = (text: string): Buffer => Buffer.from(text.replace(/\r?\n/g, '\r\n'));
const bytes = (text: string, body: readonly number[]): Buffer => Buffer.concat([crlf(text), Buffer.from(body)]);
const latin1 = (text: string): Buffer => Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'latin1');
const base64 = (data: Buffer | string): string => Buffer.from(data).toString('base64').replace(/.{76}/g, '$&\n');
const mixed = (...parts: readonly string[]) =>
  `Content-Type: multipart/mixed; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`;

/** Attributes of Outlook's winmail.dat (MS-OXTNEF). */
function tnef(attributes: readonly (readonly [level: number, id: number, data: Buffer, length?: number])[]): Buffer {
  const signature = Buffer.alloc(6);
  signature.writeUInt32LE(0x223e9f78, 0);
  return Buffer.concat([
    signature,
    ...attributes.map(([level, id, data, length = data.length]) => {
      const start = Buffer.alloc(9);
      start.writeUInt8(level, 0);
      start.writeUInt32LE(id, 1);
      start.writeUInt32LE(length, 5);
      return Buffer.concat([start, data, Buffer.alloc(2)]);
    }),
  ]);
}
const BODY = 0x0002_800c;
const TITLE = 0x0001_8010;
const DATA = 0x0006_800f;
const winmail = (content: Buffer) =>
  `Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\n${base64(content)}`;

const nested = (levels: number): string =>
  levels === 0
    ? 'Subject: innermost\nContent-Type: text/plain\n\nThe innermost words.'
    : `Subject: level ${levels}\nContent-Type: multipart/mixed; boundary=n${levels}\n\n--n${levels}\nContent-Type: message/rfc822\n\n${nested(levels - 1)}\n--n${levels}--\n`;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A picture of two megabytes: the smallest one, padded. */
const HUGE = Buffer.concat([PIXEL, Buffer.alloc(2_000_000)]);

const HOSTILE = [
  '<script>document.title="owned"</script><p onclick="alert(1)">Words in hostile HTML</p>',
  '<img src="https://track.invalid/o.gif" width="1" height="1"><img src=x onerror="alert(1)">',
  '<div style="background:url(https://track.invalid/b)">x</div><link rel="prefetch" href="https://track.invalid/p">',
  '<meta http-equiv="refresh" content="0;url=https://track.invalid/r"><base href="https://track.invalid/">',
  '<svg><image href="https://track.invalid/s"/><script>alert(1)</script></svg>',
  '<video poster="https://track.invalid/v" autoplay src="https://track.invalid/w"></video>',
  '<iframe src="https://track.invalid/f"></iframe><object data="https://track.invalid/d"></object>',
  '<!--[if mso]><script>alert(1)</script><![endif]--><form action="https://track.invalid/x"><input></form>',
  '<a href="javascript:alert(1)">link</a><style>@import "https://track.invalid/c"; p{background:url(https://track.invalid/e)}</style>',
].join('\n');

export interface OddLetter {
  name: string;
  raw: Buffer;
  /** Words that its reader must find. */
  says?: string;
  subject?: string;
  /** Names of its attachments. */
  files?: readonly string[];
}

export const ODD_LETTERS: readonly OddLetter[] = [
  {
    name: 'winmail.dat with a text and two files',
    raw: crlf(
      head('tnef') +
        mixed(
          winmail(
            tnef([
              [1, BODY, Buffer.from('Outlook words\0')],
              [2, 0x0006_9002, Buffer.alloc(14)],
              [2, TITLE, Buffer.from('one.txt\0')],
              [2, DATA, Buffer.from('1')],
              [2, 0x0006_9002, Buffer.alloc(14)],
              [2, TITLE, Buffer.from('two.txt\0')],
              [2, DATA, Buffer.from('2')],
            ]),
          ),
        ),
    ),
    says: 'Outlook words',
    files: ['one.txt', 'two.txt'],
  },
  {
    name: 'winmail.dat whose lengths lie',
    raw: crlf(
      head('lying tnef') +
        mixed(
          'Content-Type: text/plain\n\nBeside it',
          winmail(
            tnef([
              [2, TITLE, Buffer.from('x.txt\0')],
              [2, DATA, Buffer.from('x'), 0xffff_fff0],
            ]),
          ),
        ),
    ),
    says: 'Beside it',
  },
  {
    name: 'winmail.dat as the whole letter',
    raw: crlf(head('whole tnef') + winmail(tnef([[1, BODY, Buffer.from('Nothing but Outlook\0')]]))),
    says: 'Nothing but Outlook',
  },
  { name: 'letters in letters, three deep', raw: crlf(`${HEAD}Message-ID: <nested@one.example>\n${nested(3)}`) },
  { name: 'letters in letters, forty deep', raw: crlf(`${HEAD}Message-ID: <nested40@one.example>\n${nested(40)}`) },
  {
    name: 'a letter in a letter, encoded as it must not be',
    raw: crlf(
      head('encoded inner') +
        mixed(
          'Content-Type: text/plain\n\nOuter words',
          `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${base64('Subject: inner\n\nInner words')}`,
        ),
    ),
    says: 'Outer words',
  },
  {
    name: 'Windows quotes under the name of Latin-1',
    raw: bytes(
      head('quotes', 'Content-Type: text/plain; charset=iso-8859-1\n\n'),
      [0x93, 0x48, 0x69, 0x94, 0x20, 0x85],
    ),
    says: '“Hi” …',
  },
  {
    name: 'UTF-16',
    raw: bytes(head('utf16', 'Content-Type: text/plain; charset=utf-16le\n\n'), [...Buffer.from('Grüße', 'utf16le')]),
  },
  {
    name: 'Chinese',
    raw: bytes(head('gb', 'Content-Type: text/plain; charset=gb2312\n\n'), [0xc4, 0xe3, 0xba, 0xc3]),
    says: '你好',
  },
  {
    name: 'UTF-8 under the name of ASCII',
    raw: crlf(head('ascii', 'Content-Type: text/plain; charset=us-ascii\n\nGrüße')),
    says: 'Gr',
  },
  {
    name: 'a character set in a mess of quotes',
    raw: crlf(head('mess', 'Content-Type: text/plain; charset="utf-8; format=flowed\n\nStill words')),
    says: 'Still words',
  },
  {
    name: 'an encoded subject of an unknown character set',
    raw: crlf(`${HEAD}Subject: =?x-unknown?B?SGVsbG8=?=\nMessage-ID: <unknownset@one.example>\n\nwords`),
    says: 'words',
    subject: 'Hello',
  },
  {
    name: 'a character that is cut between two encoded words',
    raw: crlf(`${HEAD}Subject: =?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?=\nMessage-ID: <cutword@one.example>\n\nwords`),
    subject: 'café',
  },
  {
    name: 'bytes beyond ASCII in head and file name',
    raw: latin1(
      `${HEAD}Subject: Entwürfe\nMessage-ID: <eightbit@one.example>\n${mixed('Content-Type: text/plain\n\nwords', 'Content-Type: text/plain; name="Pläne.txt"\nContent-Disposition: attachment; filename="Pläne.txt"\n\nx')}`,
    ),
    subject: 'Entwürfe',
    files: ['Pläne.txt'],
  },
  {
    name: 'a file name in pieces',
    raw: crlf(
      head('pieces') +
        mixed(
          "Content-Type: text/plain\nContent-Disposition: attachment; filename*0*=UTF-8''Gr%C3%BC; filename*1*=%C3%9Fe; filename*2=.txt\n\nx",
        ),
    ),
    files: ['Grüße.txt'],
  },
  {
    name: 'a line of an mbox before the head',
    raw: crlf(`From ada@one.example Thu Jan  1 08:00:00 2026\n${head('mbox')}\nmbox words`),
    says: 'mbox words',
  },
  {
    name: 'two subjects and a line without a colon',
    raw: crlf(`${HEAD}Subject: one\nSubject: two\nthis is no header\nMessage-ID: <two@one.example>\n\nwords`),
  },
  { name: 'line feeds alone', raw: Buffer.from(`${head('lf')}\nunix words`), says: 'unix words' },
  { name: 'carriage returns alone', raw: Buffer.from(`${head('cr')}\nmac words`.replaceAll('\n', '\r')) },
  { name: 'a subject of a megabyte', raw: crlf(`${head('x'.repeat(1_000_000))}\nwords`), says: 'words' },
  {
    name: 'format=flowed with DelSp',
    raw: crlf(
      head('flowed', 'Content-Type: text/plain; format=flowed; delsp=yes\n\nOne long \nword.\n\n> quoted \n> too\n'),
    ),
    says: 'One long',
  },
  {
    name: 'a huge inline picture',
    raw: crlf(
      head(
        'huge',
        `Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>Look</p><img src="cid:big@x">\n--b\nContent-Type: image/png\nContent-ID: <big@x>\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\n${base64(HUGE)}\n--b--\n`,
      ),
    ),
    says: 'Look',
  },
  {
    name: 'a huge picture inside the HTML',
    raw: crlf(
      head(
        'data',
        `Content-Type: text/html\n\n<p>Beside data</p><img src="data:image/png;base64,${HUGE.toString('base64')}">`,
      ),
    ),
    says: 'Beside data',
  },
  { name: 'no Message-ID', raw: crlf(`${HEAD}Subject: none\n\nwords without an id`), says: 'words without an id' },
  {
    name: 'a Message-ID with spaces',
    raw: crlf(`${HEAD}Subject: spaces\nMessage-ID: < a b @x >\nReferences: garbage <> < > <<<\n\nspaced`),
    says: 'spaced',
  },
  {
    name: 'a calendar part that is cut',
    raw: crlf(
      head('cut event') +
        mixed(
          'Content-Type: text/plain\n\nCome',
          'Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:cut',
        ),
    ),
    says: 'Come',
  },
  {
    name: 'a calendar part with a time that cannot be',
    raw: crlf(
      head('wrong event') +
        mixed(
          'Content-Type: text/plain\n\nNever',
          'Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:wrong\nDTSTART:20269999T999999Z\nRRULE:FREQ=NONSENSE\nEND:VEVENT\nEND:VCALENDAR',
        ),
    ),
    says: 'Never',
  },
  {
    name: 'hostile HTML',
    raw: crlf(head('hostile', `Content-Type: text/html\n\n${HOSTILE}`)),
    says: 'Words in hostile HTML',
  },
  {
    name: 'HTML that never closes',
    raw: crlf(head('open', `Content-Type: text/html\n\n${'<table><tr><td>'.repeat(2_000)}Deep words`)),
    says: 'Deep words',
  },
  { name: 'nothing', raw: Buffer.alloc(0) },
  { name: 'zeros', raw: Buffer.alloc(5_000) },
];

const loop = (id: string, answers: string, references: string) =>
  crlf(
    `${HEAD}Subject: Loop\nDate: Thu, 1 Jan 2026 08:00:00 +0000\nMessage-ID: <${id}>\nIn-Reply-To: <${answers}>\nReferences: ${references}\n\nround ${id}`,
  );
/** Letters that name each other and themselves as what they answer. */
export const LOOPING_LETTERS: readonly Buffer[] = [
  loop('a@loop.example', 'c@loop.example', '<a@loop.example> <b@loop.example> <c@loop.example>'),
  loop('b@loop.example', 'a@loop.example', '<c@loop.example> <a@loop.example>'),
  loop('c@loop.example', 'b@loop.example', '<c@loop.example> <c@loop.example> <b@loop.example>'),
];
