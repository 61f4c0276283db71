import { expect, it } from 'vitest';
import { isSignedByTwilio, twilioSignature } from './twilio-signature.ts';

const URL_CALLED = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const FORM = new URLSearchParams({
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
});

it('signs as in Twilio’s documentation', () => {
  expect(twilioSignature('12345', URL_CALLED, FORM)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
});

it('accepts a signature over the address with its port', () => {
  const signed = twilioSignature('12345', URL_CALLED.replace('.com', '.com:443'), FORM);
  expect(isSignedByTwilio('12345', URL_CALLED, FORM, signed)).toBe(true);
  expect(isSignedByTwilio('54321', URL_CALLED, FORM, signed)).toBe(false);
});
