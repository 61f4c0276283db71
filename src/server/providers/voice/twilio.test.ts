import { beforeAll, describe, expect, it } from 'vitest';
import { useAppUrl } from '../../app-url.ts';
import type { ProviderContext } from '../define.ts';
import { twilioSignature } from '../sms/twilio-signature.ts';
import { twilioVoice } from './twilio.ts';

const settings = { accountSid: `AC${'a1'.repeat(16)}`, authToken: '12345', number: '+14155550100' };
const client = twilioVoice.open(settings, {} as ProviderContext);
const URL_CALLED = 'https://gauntlet.example/api/provider-events/x/call?call=7';

function delivery(form: Record<string, string>, signature?: string) {
  const body = new URLSearchParams(form);
  const signed = signature ?? twilioSignature('12345', URL_CALLED, body);
  return { url: URL_CALLED, headers: { 'x-twilio-signature': signed }, body: Buffer.from(body.toString()) };
}

describe('Twilio as a phone service', () => {
  beforeAll(() => useAppUrl('https://gauntlet.example'));

  it('reads a signed call, with a withheld number as none', () => {
    const form = { CallSid: 'CA1', From: '+14155550123', To: '+14155550100', SomethingNew: 'yes' };
    expect(client.readCall(delivery(form))).toEqual({
      id: 'CA1',
      from: '+14155550123',
      to: '+14155550100',
      key: '7',
      isMachine: false,
      transfer: null,
      transferSeconds: 0,
    });
    for (const From of ['anonymous', '+266696687', ''])
      expect(client.readCall(delivery({ ...form, From })).from).toBe('');
    expect(client.readCall(delivery({ ...form, AnsweredBy: 'machine_start' })).isMachine).toBe(true);
    expect(client.readCall(delivery({ ...form, DialCallStatus: 'busy' })).transfer).toBe('unanswered');
  });

  it('refuses a forged signature, on requests and on the socket', () => {
    const form = { CallSid: 'CA1', From: '+14155550123', To: '+14155550100' };
    expect(() => client.readCall(delivery(form, 'Zm9yZ2Vk'))).toThrow('signature');
    const socket = 'wss://gauntlet.example/ws/calls/t';
    const none = new URLSearchParams();
    expect(client.isHandshake(socket, { 'x-twilio-signature': twilioSignature('12345', socket, none) })).toBe(true);
    expect(client.isHandshake(socket, { 'x-twilio-signature': twilioSignature('54321', socket, none) })).toBe(false);
    expect(client.isHandshake(socket, {})).toBe(false);
  });

  it('writes markup in which nothing breaks out of its place', () => {
    expect(client.hangUp('Closed <now> & "later"').body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response><Say>Closed &lt;now&gt; &amp; &quot;later&quot;</Say><Hangup/></Response>',
    );
    const { body } = client.connect({
      url: 'wss://x.example/ws/calls/t?a=1&b=2',
      language: 'en-US',
      voice: '',
      afterwards: 'https://x.example/next',
    });
    expect(body).toContain(
      '<ConversationRelay url="wss://x.example/ws/calls/t?a=1&amp;b=2" language="en-US" interruptible="any"',
    );
    expect(body).not.toContain('voice=');
  });
});
