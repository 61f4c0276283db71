/** Phone calls through Twilio: TwiML, ConversationRelay, and signed webhooks (REST version 2010-04-01 for the test). */
import * as z from 'zod';
import { defineProvider, type Delivery, type ProviderContext, type ProviderEvent } from '../define.ts';
import { ProviderError } from '../provider-error.ts';
import { askTwilio, TwilioAccount, verifyTwilioAccount } from '../sms/twilio.ts';
import { isSignedByTwilio } from '../sms/twilio-signature.ts';
import type { AnnouncedCall, CallMarkup, EndedCall, VoiceClient } from './port.ts';

const Settings = TwilioAccount.extend({
  number: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, 'Enter the number with its country code, such as +14155550123.')
    .meta({ title: 'Phone number', description: 'A number of your account that takes calls.' }),
});
type Settings = z.output<typeof Settings>;

const Placed = z.object({ sid: z.string() });

const ENDS: Readonly<Record<string, EndedCall['state']>> = {
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'unanswered',
  failed: 'failed',
  canceled: 'canceled',
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
const attributes = (all: Record<string, string>) =>
  Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('');
const twiml = (verbs: string): CallMarkup => ({
  contentType: 'text/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`,
});

/** The form of a signed call. @throws ProviderError `refused` */
function formOf({ authToken }: Settings, { url, headers, body }: Delivery): URLSearchParams {
  const form = new URLSearchParams(body.toString('utf8'));
  if (!isSignedByTwilio(authToken, url, form, headers['x-twilio-signature'] ?? ''))
    throw new ProviderError('refused', 'The signature of this call is not Twilio’s.');
  return form;
}

/** Callers who withhold their number are `anonymous`, `+266696687` (the same on a keypad), and the like. */
const WITHHELD = new Set(['+266696687', '+8656696', '+86282452253', '+464', '+7378742833']);
const numberOf = (text: string | null) => (text && /^\+[1-9]\d{6,14}$/.test(text) && !WITHHELD.has(text) ? text : '');

function readCall(settings: Settings, delivery: Delivery): AnnouncedCall {
  const form = formOf(settings, delivery);
  const id = form.get('CallSid');
  if (!id) throw new ProviderError('refused', 'This call names no CallSid.');
  const dialed = form.get('DialCallStatus');
  return {
    id,
    from: numberOf(form.get('From')),
    to: form.get('To') ?? '',
    key: new URL(delivery.url).searchParams.get('call'),
    isMachine: /^(?:machine|fax)/.test(form.get('AnsweredBy') ?? ''),
    transfer: dialed === null ? null : dialed === 'completed' ? 'answered' : 'unanswered',
    transferSeconds: Number(form.get('DialCallDuration') ?? 0) || 0,
  };
}

function openTwilio(settings: Settings, { fetch }: ProviderContext): VoiceClient {
  return {
    number: settings.number,
    readCall: (delivery) => readCall(settings, delivery),
    isHandshake: (url, headers) =>
      // Twilio signs the address with its own scheme; what reaches us may be named by the other one.
      [url, url.replace(/^ws/, 'http')].some((address) =>
        isSignedByTwilio(settings.authToken, address, new URLSearchParams(), headers['x-twilio-signature'] ?? ''),
      ),
    connect: ({ url, language, voice, afterwards }) =>
      twiml(
        `<Connect${attributes({ action: afterwards, method: 'POST' })}><ConversationRelay${attributes({
          url,
          language,
          voice,
          interruptible: 'any',
          dtmfDetection: 'true',
        })}/></Connect>`,
      ),
    transfer: (to, whisper, afterwards, maxSeconds) =>
      twiml(
        `<Dial${attributes({ action: afterwards, method: 'POST', timeout: '25', answerOnBridge: 'true', timeLimit: maxSeconds === null ? '' : String(maxSeconds) })}><Number${attributes({ url: whisper, method: 'POST' })}>${escape(to)}</Number></Dial>`,
      ),
    whisper: (sentence) => twiml(`<Say>${escape(sentence)}</Say>`),
    async place({ to, from, answer, status, maxSeconds }) {
      const form = new URLSearchParams({
        To: to,
        From: from,
        Url: answer,
        StatusCallback: status,
        MachineDetection: 'Enable',
        Timeout: '30',
        TimeLimit: String(maxSeconds),
      });
      const placed = await askTwilio(settings, fetch, '/Calls', Placed, form);
      return { id: placed.sid };
    },
    hangUp: (sentence) => twiml(`${sentence ? `<Say>${escape(sentence)}</Say>` : ''}<Hangup/>`),
  };
}

function receive(settings: Settings, delivery: Delivery): ProviderEvent[] {
  const form = formOf(settings, delivery);
  const id = form.get('CallSid');
  const state = ENDS[form.get('CallStatus') ?? ''];
  if (!id || !state) return [];
  const { searchParams } = new URL(delivery.url);
  const data: EndedCall = { id, state, key: searchParams.get('call') };
  return [{ id: `${id}:${state}`, type: 'voice.ended', data, workspaceId: searchParams.get('workspace') ?? undefined }];
}

export const twilioVoice = defineProvider({
  port: 'voice',
  id: 'twilio',
  name: 'Twilio',
  summary: 'Takes phone calls through your Twilio account.',
  settings: Settings,
  secrets: ['authToken'],
  open: openTwilio,
  verify: (settings, { fetch }) => verifyTwilioAccount(settings, fetch),
  receive,
});
