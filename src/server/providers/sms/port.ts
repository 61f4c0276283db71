/**
 * Sends text messages. A provider either passes a message to a carrier or, the embedded one, keeps it on a simulated
 * handset. What happens later comes as events: `sms.status` (`{ id, state, errorCode }`) and
 * `sms.received`.
 */
import { invalid } from '../../../kernel/errors.ts';

export interface SmsMessage {
  /** E.164: `+14155550123`. */
  to: string;
  /** E.164, or a sender id of the account. Left out: the sender of the connection. */
  from?: string | undefined;
  text: string;
  /** Names the message at the caller's. The embedded provider sends one key once; carriers have no such keys. */
  key: string;
}

/** `kept`: it stays here and reaches no one. */
export type SmsState = 'queued' | 'sent' | 'delivered' | 'failed' | 'received' | 'kept';

export interface SentSms {
  /** The service's id, which its events name. */
  id: string;
  state: SmsState;
  /** Segments that a carrier counts; 0 where no one counts. */
  units: number;
}

export interface SmsClient {
  /** Whether messages leave this server. */
  readonly delivers: boolean;
  /** The sender of messages that name none. */
  readonly sender: string;
  /**
   * Hands one message over.
   * @throws ProviderError when it was not accepted; AppError `validation` for a message that no carrier takes
   */
  send(message: SmsMessage): Promise<SentSms>;
}

/** `data` of the event `sms.received`. */
export interface ReceivedSms extends Record<string, unknown> {
  id: string;
  from: string;
  to: string;
  text: string;
  /** The service itself answers STOP, START, and HELP. */
  isAnswered?: boolean;
}

/** `data` of the event `sms.status`. Reports may arrive in any order, and before the answer to the message. */
export interface SmsReport extends Record<string, unknown> {
  id: string;
  state: Exclude<SmsState, 'received' | 'kept'>;
  errorCode: string | null;
  /** The caller's key of the message, where the service carries it. */
  key: string | null;
}

declare module '../define.ts' {
  interface PortClient {
    sms: SmsClient;
  }
}
declare module '../events.ts' {
  interface ProviderEvents {
    'sms.received': ReceivedSms;
    'sms.status': SmsReport;
  }
}

const E164 = /^\+[1-9]\d{6,14}$/;
/** Ten segments: longer texts are refused by carriers. */
export const MAX_SMS_LENGTH = 1_600;

/** @throws AppError `validation` naming the field */
export function checkSms({ to, text }: SmsMessage): void {
  if (!E164.test(to)) throw invalid('to', 'Enter the number with its country code, such as +14155550123.');
  if (text.trim() === '') throw invalid('text', 'The message has no text.');
  if (text.length > MAX_SMS_LENGTH) throw invalid('text', `Use at most ${MAX_SMS_LENGTH} characters.`);
}
