import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMailReport } from './mail-report.ts';

const report = (type: string, parts: readonly string[], end = '\r\n') =>
  [
    'From: MAILER-DAEMON@mx.example',
    `Content-Type: multipart/report; report-type=${type};`,
    '\tboundary="=_b (1)"',
    '',
    ...parts.flatMap((part) => ['--=_b (1)', ...part.split('\n')]),
    '--=_b (1)--',
    '',
  ].join(end);
const ORIGINAL = 'Content-Type: text/rfc822-headers\n\nTo: Ada <Ada@One.example>\nMessage-ID: <m1@hahn.example>';

describe('a bounce (RFC 3464)', () => {
  const status = (fields: string) =>
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${fields}`;
  const FAILED =
    'Original-Recipient: rfc822;Ada@one.example\nFinal-Recipient: rfc822; a.lovelace@one.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No such\n user here';

  it.each(['\r\n', '\n'])('names the address, whether it is for good, and the words of the server', (end) => {
    expect(readMailReport(report('delivery-status', [status(FAILED), ORIGINAL], end))).toEqual({
      kind: 'bounce',
      messageId: 'm1@hahn.example',
      recipients: [
        { address: 'ada@one.example', status: '5.1.1', isPermanent: true, text: '550 5.1.1 No such user here' },
      ],
    });
  });

  it('of several recipients counts those who failed, and a delay is none', () => {
    const full = 'Final-Recipient: rfc822; b@one.example\nAction: failed\nStatus: 4.2.2';
    const later = 'Final-Recipient: rfc822; c@one.example\nAction: delayed\nStatus: 4.4.7';
    const both = readMailReport(report('delivery-status', [status(`${full}\n\n${later}`), ORIGINAL]));
    expect(both).toMatchObject({ recipients: [{ address: 'b@one.example', isPermanent: false }] });
    expect(readMailReport(report('delivery-status', [status(later), ORIGINAL]))).toEqual({ kind: 'delay' });
  });
});

it('a complaint (RFC 5965) names the message, also where the provider hides the address', () => {
  const feedback = 'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: SomeGenerator/1.0';
  const known = { kind: 'complaint', messageId: 'm1@hahn.example' };
  const named = `${feedback}\nOriginal-Rcpt-To: <ada@one.example>`;
  expect(readMailReport(report('feedback-report', [named, ORIGINAL]))).toEqual({
    ...known,
    address: 'ada@one.example',
  });
  const hidden = 'Content-Type: message/rfc822\n\nMessage-ID: <m1@hahn.example>\nTo: undisclosed';
  expect(readMailReport(report('feedback-report', [feedback, hidden]))).toMatchObject(known);
});

it('reads any text without an error, and takes ordinary mail for what it is', () => {
  expect(readMailReport('From: a@b.example\r\nSubject: Bounce\r\n\r\nStatus: 5.1.1')).toEqual({ kind: 'other' });
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('delivery-status', 'feedback-report'),
      (text, type) => {
        readMailReport(text);
        readMailReport(report(type, [text, `Content-Type: message/${type}\n\n${text}`]));
      },
    ),
  );
});
