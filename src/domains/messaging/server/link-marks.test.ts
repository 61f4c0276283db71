import { expect, it } from 'vitest';
import { inHtml, inText } from './link-marks.ts';

const mark = (url: string) => (url.includes('shop.example') ? `${url}${url.includes('?') ? '&' : '?'}gx=T` : url);

it('marks links in text, without the punctuation after them', () => {
  expect(inText('See https://shop.example/a, or (https://shop.example/b?c=1).\nhttps://other.example/', mark)).toBe(
    'See https://shop.example/a?gx=T, or (https://shop.example/b?c=1&gx=T).\nhttps://other.example/',
  );
});

it('marks the addresses of links in HTML and leaves everything else as it is', () => {
  expect(
    inHtml(
      `<p>https://shop.example <a class="x" href="https://shop.example/?a=1&amp;b=2">Shop</a> <a href='https://shop.example/c'>C</a> <img src="https://shop.example/i.png"> <a href="https://other.example/?a=1&amp;b=2">O</a></p>`,
      mark,
    ),
  ).toBe(
    `<p>https://shop.example <a class="x" href="https://shop.example/?a=1&amp;b=2&amp;gx=T">Shop</a> <a href="https://shop.example/c?gx=T">C</a> <img src="https://shop.example/i.png"> <a href="https://other.example/?a=1&amp;b=2">O</a></p>`,
  );
});
