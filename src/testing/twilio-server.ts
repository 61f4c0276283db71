/** A server with Twilio's messaging protocol on 127.0.0.1, for tests: credentials, its errors, and signed callbacks. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestTwilio {
  url: string;
  accountSid: string;
  authToken: string;
  /** Of the account: `active`, `suspended`. */
  status: string;
  /** Messages that were accepted, as their forms. */
  messages: Record<string, string>[];
  /** Calls that were placed, as their forms. */
  calls: Record<string, string>[];
  /** Answered to the next request instead. */
  failure: { status: number; json: object; headers?: Record<string, string> } | undefined;
  /** A callback's signature, by Twilio's published recipe. */
  sign(url: string, form: Record<string, string>): string;
  close(): Promise<void>;
}

const UNKNOWN_NUMBER = '+15005550001';

export async function startTestTwilio(): Promise<TestTwilio> {
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { status, json, headers } = answer(twilio, request, body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const twilio: TestTwilio = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid: `AC${'a1'.repeat(16)}`,
    authToken: 'token-of-the-test-account',
    status: 'active',
    messages: [],
    calls: [],
    failure: undefined,
    sign: (url, form) =>
      createHmac('sha1', twilio.authToken)
        .update(
          Object.keys(form)
            .sort()
            .reduce((text, name) => text + name + form[name], url),
        )
        .digest('base64'),
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
  return twilio;
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function answer(
  twilio: TestTwilio,
  { headers, method, url }: IncomingMessage,
  body: string,
): { status: number; json: object; headers?: Record<string, string> } {
  const { failure } = twilio;
  twilio.failure = undefined;
  if (failure) return failure;
  const expected = `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64')}`;
  if (headers.authorization !== expected) return refusal(401, 20003, 'Authenticate');
  const base = `/2010-04-01/Accounts/${twilio.accountSid}`;
  if (method === 'GET' && url === `${base}.json`)
    return { status: 200, json: { sid: twilio.accountSid, status: twilio.status } };
  if (method === 'POST' && url === `${base}/Calls.json`) {
    const call = Object.fromEntries(new URLSearchParams(body));
    if (call.To === UNKNOWN_NUMBER) return refusal(400, 21217, `Phone number ${call.To} is not valid`);
    twilio.calls.push(call);
    return { status: 201, json: { sid: `CA${String(twilio.calls.length).padStart(32, '0')}`, status: 'queued' } };
  }
  if (method !== 'POST' || url !== `${base}/Messages.json`)
    return refusal(404, 20404, `The requested resource ${url} was not found`);
  const form = Object.fromEntries(new URLSearchParams(body));
  if (!form.Body) return refusal(400, 21602, 'Message body is required.');
  if (form.To === UNKNOWN_NUMBER) return refusal(400, 21211, `Invalid 'To' Phone Number: ${form.To}`);
  twilio.messages.push(form);
  const sid = `SM${String(twilio.messages.length).padStart(32, '0')}`;
  return { status: 201, json: { sid, status: 'queued', num_segments: String(Math.ceil(form.Body.length / 160)) } };
}

const refusal = (status: number, code: number, message: string) => ({
  status,
  json: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
