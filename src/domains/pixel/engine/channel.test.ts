import { expect, it } from 'vitest';
import { originOf } from './channel.ts';
import { isHostOf } from './payload.ts';

const origin = (search: string, referrer = '') => {
  const found = originOf(new URL(`https://www.example.com/page${search}`), referrer, (host) =>
    isHostOf(['example.com'], host),
  );
  return found && [found.channel, found.source, found.medium, found.campaign];
};

it.each([
  ['', '', ['Direct', '', '', '']],
  ['', 'https://www.google.co.uk/', ['Organic search', 'google', '', '']],
  ['', 'https://search.yahoo.com/search?p=x', ['Organic search', 'yahoo', '', '']],
  ['', 'https://l.facebook.com/l.php', ['Organic social', 'facebook', '', '']],
  ['', 'https://mail.google.com/mail/u/0', ['Email', 'gmail', '', '']],
  ['', 'https://chatgpt.com/', ['AI assistants', 'chatgpt', '', '']],
  ['', 'https://gemini.google.com/app', ['AI assistants', 'gemini', '', '']],
  ['', 'https://blog.partner.org/post', ['Referral', 'blog.partner.org', '', '']],
  ['', 'https://notgoogle.example.net/', ['Referral', 'notgoogle.example.net', '', '']],
  ['', 'https://shop.example.com/', undefined],
  ['?utm_source=Google&utm_medium=CPC&utm_campaign=Spring', '', ['Paid search', 'google', 'cpc', 'Spring']],
  ['?gclid=abc', 'https://www.google.com/', ['Paid search', 'google', 'cpc', '']],
  ['?utm_source=facebook&utm_medium=paid_social', '', ['Paid social', 'facebook', 'paid_social', '']],
  ['?utm_source=newsletter&utm_medium=email', '', ['Email', 'newsletter', 'email', '']],
  ['?utm_campaign=flyer', '', ['Campaign', '', '', 'flyer']],
  ['?ref=partner', 'https://shop.example.com/', ['Campaign', 'partner', '', '']],
  ['?utm_medium=sms', '', ['Text message', '', 'sms', '']],
  ['', 'not an address', ['Direct', '', '', '']],
])('%s from %s', (search, referrer, expected) => {
  expect(origin(search, referrer)).toEqual(expected);
});
