/** Text messages through Twilio's Programmable Messaging (REST, version 2010-04-01). */
import * as z from 'zod';
import { appLink } from '../../app-url.ts';
import {
  defineProvider,
  type Delivery,
  type GuardedFetch,
  type ProviderContext,
  type ProviderEvent,
} from '../define.ts';
import { errorOfAnswer, errorOfSilence, ProviderError } from '../provider-error.ts';
import { checkSms, type SmsClient, type SmsReport } from './port.ts';
import { isSignedByTwilio } from './twilio-signature.ts';

/** Settings that every use of a Twilio account needs. */
export const TwilioAccount = z.object({
  accountSid: z
    .string()
    .trim()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'An account SID is AC and 32 more characters.')
    .meta({ title: 'Account SID', description: 'From the first page of the Twilio Console.' }),
  authToken: z
    .string()
    .trim()
    .min(1, 'Auth token is required.')
    .max(200)
    .meta({ title: 'Auth token', description: 'Also checks that calls to this server come from Twilio.' }),
  baseUrl: z.url().default('https://api.twilio.com').meta({ title: 'API address', description: 'Leave it as it is.' }),
});
type TwilioAccount = z.output<typeof TwilioAccount>;

const { accountSid, authToken, baseUrl } = TwilioAccount.shape;
const Settings = z.object({
  accountSid,
  authToken,
  from: z
    .string()
    .trim()
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/, 'Enter a number such as +14155550123, or a messaging service SID.')
    .meta({ title: 'Sender', description: 'A number of your account, or a messaging service SID.' }),
  baseUrl,
});
type Settings = z.output<typeof Settings>;

const Failure = z.object({ message: z.string(), code: z.number().optional() });
const Message = z.object({ sid: z.string(), status: z.string(), num_segments: z.string().nullish() });
const Account = z.object({ status: z.string() });

/** Twilio's codes that concern the account and not the one message: suspended, no permission, no credit. */
const ACCOUNT_CODES = new Set([20003, 20005, 21606, 21659, 21660, 30002]);

const STATES: Readonly<Record<string, SmsReport['state']>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** Asks Twilio's REST service. @param path after the account's address, without `.json` @throws ProviderError */
export async function askTwilio<T>(
  { accountSid, authToken, baseUrl }: TwilioAccount,
  fetch: GuardedFetch,
  path: string,
  answer: z.ZodType<T>,
  form?: URLSearchParams,
): Promise<T> {
  const response = await fetch({
    url: `${baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${accountSid}${path}.json`,
    method: form ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { body: form.toString() }),
  }).catch((error: unknown) => {
    throw errorOfSilence('Twilio', error);
  });
  const json = readJson(response.body);
  if (response.status >= 400) {
    const failure = Failure.safeParse(json).data;
    const error = errorOfAnswer('Twilio', response, {
      message: failure?.message ?? '',
      code: failure?.code?.toString(),
    });
    throw failure?.code && ACCOUNT_CODES.has(failure.code)
      ? new ProviderError('settings', error.message, { providerCode: String(failure.code), cause: error })
      : error;
  }
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw new ProviderError('temporary', 'Twilio gave an answer that cannot be read.');
  return parsed.data;
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Whether the account exists and may be used. @throws ProviderError */
export async function verifyTwilioAccount(settings: TwilioAccount, fetch: GuardedFetch): Promise<void> {
  const account = await askTwilio(settings, fetch, '', Account);
  if (account.status !== 'active')
    throw new ProviderError('settings', `Twilio says that this account is ${account.status}.`);
}

function openTwilio(settings: Settings, context: ProviderContext): SmsClient {
  return {
    delivers: true,
    sender: settings.from,
    async send(message) {
      checkSms(message);
      const from = message.from ?? settings.from;
      const form = new URLSearchParams({
        To: message.to,
        Body: message.text,
        [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
      });
      if (context.connectionId) form.set('StatusCallback', callbackAddress(context, message.key));
      const sent = await askTwilio(settings, context.fetch, '/Messages', Message, form);
      return { id: sent.sid, state: STATES[sent.status] ?? 'queued', units: Number(sent.num_segments ?? 1) || 1 };
    },
  };
}

/** Twilio's signature covers the address, so what stands in it is as we wrote it. */
const callbackAddress = ({ connectionId, workspaceId }: ProviderContext, key: string) =>
  appLink(`/api/provider-events/${connectionId}`, { ...(workspaceId && { workspace: workspaceId }), key });

function receive({ authToken }: Settings, { url, headers, body }: Delivery): ProviderEvent[] {
  const form = new URLSearchParams(body.toString('utf8'));
  if (!isSignedByTwilio(authToken, url, form, headers['x-twilio-signature'] ?? ''))
    throw new ProviderError('refused', 'The signature of this call is not Twilio’s.');
  const id = form.get('MessageSid') ?? form.get('SmsSid');
  if (!id) return [];
  const status = form.get('MessageStatus');
  const { searchParams } = new URL(url);
  const workspaceId = searchParams.get('workspace') ?? undefined;
  const state = status && STATES[status];
  if (state) {
    const report: SmsReport = { id, state, errorCode: form.get('ErrorCode'), key: searchParams.get('key') };
    return [{ id: `${id}:${status}`, type: 'sms.status', data: report, workspaceId }];
  }
  const from = form.get('From');
  const to = form.get('To');
  if (!from || !to || !form.has('Body')) return [];
  // With Advanced Opt-Out, Twilio itself has answered STOP, START, or HELP.
  const isAnswered = form.has('OptOutType');
  return [{ id, type: 'sms.received', data: { id, from, to, text: form.get('Body') ?? '', isAnswered }, workspaceId }];
}

export const twilio = defineProvider({
  port: 'sms',
  id: 'twilio',
  name: 'Twilio',
  summary: 'Sends and receives text messages through your Twilio account.',
  settings: Settings,
  secrets: ['authToken'],
  open: openTwilio,
  verify: (settings, { fetch }) => verifyTwilioAccount(settings, fetch),
  receive,
});
