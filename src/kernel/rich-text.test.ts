import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  checkRichText,
  MAX_DEPTH,
  MAX_NODES,
  richTextInput,
  withoutEditorAttributes,
  withTaskChecked,
} from './rich-text.ts';
import { isSafeHref } from './rich-text-links.ts';
import { isFormatted, plainToRichText, richTextToHtml, richTextToPlain, withoutBlankEnds } from './rich-text-render.ts';
import type { RichNode, RichText } from './rich-text-types.ts';

const text = (words: string, ...marks: RichNode['marks'] & object): RichNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: RichNode[]): RichNode => ({ type: 'paragraph', content });
const doc = (...content: RichNode[]): RichText => ({ type: 'doc', content });
const ANN = '0190a6c0-0000-7000-8000-000000000001';

const FULL = doc(
  { type: 'heading', attrs: { level: 2 }, content: [text('Plan')] },
  paragraph(
    text('See '),
    text('the site', { type: 'link', attrs: { href: 'https://example.com/a?b=1&c=2' } }),
    { type: 'hardBreak' },
    text('x', { type: 'bold' }, { type: 'italic' }),
    { type: 'mention', attrs: { id: ANN, label: 'Ann Lee' } },
  ),
  {
    type: 'orderedList',
    attrs: { start: 3 },
    content: [
      {
        type: 'listItem',
        content: [
          paragraph(text('one')),
          { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('in it'))] }] },
        ],
      },
    ],
  },
  {
    type: 'taskList',
    content: [
      { type: 'taskItem', attrs: { checked: true }, content: [paragraph(text('done'))] },
      { type: 'taskItem', attrs: { checked: false }, content: [paragraph(text('open'))] },
    ],
  },
  { type: 'blockquote', content: [paragraph(text('said'))] },
  { type: 'codeBlock', attrs: { language: 'sql' }, content: [text('select 1\n  from x')] },
  { type: 'horizontalRule' },
);

/** Any text that the check lets through. */
const safeText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => !one.includes('\0'));
const inline = fc.array(
  fc.oneof(
    safeText.map((one) => text(one)),
    safeText.map((one) => text(one, { type: 'bold' }, { type: 'link', attrs: { href: 'mailto:a@example.com' } })),
    safeText.map((one) => text(one, { type: 'code' })),
    safeText.map((label): RichNode => ({ type: 'mention', attrs: { id: ANN, label } })),
    fc.constant<RichNode>({ type: 'hardBreak' }),
  ),
  { maxLength: 4 },
);
const { block } = fc.letrec<{ block: RichNode }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4 },
    inline.map((content): RichNode => ({ type: 'paragraph', content })),
    inline.map((content): RichNode => ({ type: 'heading', attrs: { level: 3 }, content })),
    fc
      .array(tie('block'), { maxLength: 3 })
      .map((inside): RichNode => ({
        type: 'bulletList',
        content: [{ type: 'listItem', content: [paragraph(), ...inside] }],
      })),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((content): RichNode => ({ type: 'blockquote', content })),
  ),
}));
const anyDoc = fc.array(block, { minLength: 1, maxLength: 4 }).map((content) => doc(...content));

function refusal(value: unknown): string {
  const checked = checkRichText(value);
  return 'doc' in checked ? 'accepted' : `${checked.path.join('.')}: ${checked.message}`;
}

describe('the check of texts with formatting', () => {
  it('keeps every node, mark, and attribute that there is', () => {
    expect(checkRichText(FULL)).toEqual({ doc: FULL });
  });

  it('takes what it gave again, unchanged', () => {
    fc.assert(
      fc.property(anyDoc, (value) => {
        const once = checkRichText(value);
        if (!('doc' in once)) throw new Error(once.message);
        expect(checkRichText(once.doc)).toEqual(once);
      }),
    );
  });

  it.each([
    ['no object', 'text', 'type: '],
    ['another root', { type: 'paragraph' }, 'type: '],
    ['an unknown node', doc({ type: 'image', attrs: { src: 'x' } }), 'content.0.type: '],
    ['a name of the prototype', doc({ type: 'constructor' }), 'content.0.type: '],
    ['a block in a line', doc(paragraph(paragraph())), 'content.0.content.0.type: '],
    ['text without a paragraph', doc(text('x')), 'content.0.type: '],
    [
      'an unknown mark',
      doc(paragraph({ ...text('x'), marks: [{ type: 'color' as 'bold' }] })),
      'content.0.content.0.marks.0.type: ',
    ],
    ['a mark twice', doc(paragraph(text('x', { type: 'bold' }, { type: 'bold' }))), 'content.0.content.0.marks: '],
    ['an unknown attribute', doc({ type: 'paragraph', attrs: { style: 'x' } }), 'content.0.attrs.style: '],
    ['an unknown key', doc({ type: 'paragraph', onclick: 'x' } as RichNode), 'content.0.onclick: '],
    ['a level of heading that is not there', doc({ type: 'heading', attrs: { level: 1 } }), 'content.0.attrs.level: '],
    ['a heading without a level', doc({ type: 'heading' }), 'content.0.attrs.level: '],
    ['an empty list', doc({ type: 'bulletList' }), 'content.0.content: '],
    [
      'an entry that begins with a list',
      doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'horizontalRule' }] }] }),
      'content.0.content.0.content.0.type: ',
    ],
    [
      'a mention without a person',
      doc(paragraph({ type: 'mention', attrs: { label: 'x' } })),
      'content.0.content.0.attrs.id: ',
    ],
    ['a character that cannot be stored', doc(paragraph(text('a\0b'))), 'content.0.content.0.text: '],
    ['a number for text', doc(paragraph({ type: 'text', text: 3 as unknown as string })), 'content.0.content.0.text: '],
    [
      'formats in code',
      doc({ type: 'codeBlock', content: [text('x', { type: 'bold' })] }),
      'content.0.content.0.marks: ',
    ],
  ])('refuses %s and says where', (_, value, where) => {
    expect(refusal(value)).toMatch(new RegExp(`^${where.replaceAll('.', '\\.')}.+`));
  });

  it('refuses a text 100,000 levels deep, and one of too many nodes, at once', () => {
    let deep: RichNode = paragraph();
    for (let level = 0; level < 100_000; level++) deep = { type: 'blockquote', content: [deep] };
    expect(refusal(doc(deep))).toContain(`${MAX_DEPTH} levels`);
    expect(refusal(doc(...Array.from({ length: MAX_NODES + 1 }, () => paragraph())))).toContain(String(MAX_NODES));
  });

  it('keeps whole characters alone, and no marks that reverse the text', () => {
    const checked = checkRichText(doc(paragraph(text('Invoice \u202Egnp.exe \uD83D'))));
    expect(checked).toEqual({ doc: doc(paragraph(text('Invoice gnp.exe '))) });
  });

  it('counts the characters of the plain text, and wants some', () => {
    const schema = z.object({ body: richTextInput(5) });
    expect(schema.safeParse({ body: plainToRichText('12345') }).success).toBe(true);
    expect(schema.safeParse({ body: plainToRichText('123456') }).error?.issues[0]).toMatchObject({
      path: ['body'],
      message: 'Enter up to 5 characters.',
    });
    for (const empty of [doc(), plainToRichText(' \n\u200B'), doc({ type: 'horizontalRule' })])
      expect(schema.safeParse({ body: empty }).error?.issues[0]?.message).toBe('Enter some text.');
  });
});

describe('links', () => {
  it.each([
    'https://example.com',
    'http://a.b/c?d=e#f',
    'mailto:ann@example.com',
    'tel:+14155550100',
    'HTTPS://EXAMPLE.COM',
  ])('may lead to %s', (href) => expect(isSafeHref(href)).toBe(true));
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.com',
    '/contacts',
    'https:///x',
    'https://a b',
    'https://a.b/"onclick="x',
    'https://exa\u2066mple.com',
    '',
  ])('may not lead to %j', (href) => {
    expect(isSafeHref(href)).toBe(false);
    expect(refusal(doc(paragraph(text('x', { type: 'link', attrs: { href } }))))).toMatch(/attrs\.href: /);
  });
});

it('refuses a link of more than 2,000 characters', () => {
  expect(isSafeHref(`https://example.com/${'x'.repeat(2_000)}`)).toBe(false);
});

describe('the plain form', () => {
  it('of a plain text is that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (start, lines) => {
        const plain = [start, ...lines].join('\n').replace(/\r\n?/g, '\n');
        expect(richTextToPlain(plainToRichText(plain))).toBe(plain);
        expect(isFormatted(plainToRichText(plain))).toBe(false);
      }),
    );
  });

  it('keeps lists, quotes, ticks, and addresses readable', () => {
    expect(richTextToPlain(FULL)).toBe(
      [
        'Plan',
        'See the site (https://example.com/a?b=1&c=2)',
        'x@Ann Lee',
        '3. one',
        '   - in it',
        '[x] done',
        '[ ] open',
        '> said',
        'select 1',
        '  from x',
        '---',
      ].join('\n'),
    );
  });

  it('says an address once where it is its own words', () => {
    const linked = (words: string, href: string) =>
      richTextToPlain(doc(paragraph(text(words, { type: 'link', attrs: { href } }), text('.'))));
    expect(linked('https://example.com', 'https://example.com')).toBe('https://example.com.');
    expect(linked('ann@example.com', 'mailto:ann@example.com')).toBe('ann@example.com.');
    expect(linked('Ann', 'mailto:ann@example.com')).toBe('Ann (mailto:ann@example.com).');
  });
});

describe('the HTML', () => {
  it('holds what was typed only escaped', () => {
    const allowed =
      /<\/?(?:p|h2|h3|ul|ol|li|blockquote|pre|code|strong|em|s|span|br|hr)>|<ol start="\d+">|<a href="[^"<>]*" rel="noopener nofollow">|<\/a>/g;
    fc.assert(
      fc.property(anyDoc, (value) => {
        expect(richTextToHtml(value).replaceAll(allowed, '')).not.toMatch(/[<>"']/);
      }),
    );
    expect(richTextToHtml(doc(paragraph(text('<img src=x onerror="alert(1)">&amp;'))))).toBe(
      '<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;amp;</p>',
    );
  });

  it('has every node and format', () => {
    expect(richTextToHtml(FULL)).toBe(
      '<h2>Plan</h2><p>See <a href="https://example.com/a?b=1&amp;c=2" rel="noopener nofollow">the site</a><br><em><strong>x</strong></em><span>@Ann Lee</span></p><ol start="3"><li><p>one</p><ul><li><p>in it</p></li></ul></li></ol><ul><li>☑ <p>done</p></li><li>☐ <p>open</p></li></ul><blockquote><p>said</p></blockquote><pre><code>select 1\n  from x</code></pre><hr>',
    );
  });
});

it('ticks the entry of a checklist that was meant, and no other', () => {
  const ticked = withTaskChecked(FULL, 1, true);
  expect(richTextToPlain(ticked)).toContain('[x] done\n[x] open');
  expect(withTaskChecked(ticked, 1, false)).toEqual(FULL);
});

it('drops what only the editor knows', () => {
  expect(
    withoutEditorAttributes({
      type: 'orderedList',
      attrs: { start: 1, type: null },
      content: [
        text('x', { type: 'link', attrs: { href: 'https://a.b', target: '_blank' } as { href: string } }),
        text('y', { type: 'link', attrs: { href: 'javascript:x' } }),
      ],
    }),
  ).toEqual({
    type: 'orderedList',
    attrs: { start: 1 },
    content: [text('x', { type: 'link', attrs: { href: 'https://a.b' } }), { ...text('y'), marks: [] }],
  });
});

it('drops empty lines before and behind a text', () => {
  expect(withoutBlankEnds(plainToRichText('\n \na\n\nb\n'))).toEqual(plainToRichText('a\n\nb'));
  expect(withoutBlankEnds(plainToRichText('\n'))).toEqual(doc());
});
