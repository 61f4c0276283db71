/** Signatures of Twilio's calls: base64 of HMAC-SHA1 over the address and the sorted form fields. */
import { createHmac } from 'node:crypto';
import { safeEqual } from '../../secrets/secrets.ts';

/** @param url exactly as Twilio called it */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...new Set(form.keys())].sort().map((name) =>
    [...new Set(form.getAll(name))]
      .sort()
      .map((value) => name + value)
      .join(''),
  );
  return createHmac('sha1', authToken)
    .update(url + fields.join(''), 'utf8')
    .digest('base64');
}

/** Whether Twilio signed this call. It may name the port that the address leaves out, or leave out the one it names. */
export function isSignedByTwilio(authToken: string, url: string, form: URLSearchParams, signature: string): boolean {
  return [url, withPort(url), withoutPort(url)].some((address) =>
    safeEqual(twilioSignature(authToken, address, form), signature),
  );
}

const withPort = (url: string) =>
  url.replace(
    /^(https?):\/\/([^/:]+)(?=[/?]|$)/,
    (_, scheme: string, host: string) => `${scheme}://${host}:${scheme === 'https' ? 443 : 80}`,
  );
const withoutPort = (url: string) => url.replace(/^(https?:\/\/[^/:]+):\d+/, '$1');
