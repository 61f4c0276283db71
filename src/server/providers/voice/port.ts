/**
 * Phone calls. A carrier announces a call by a signed request; the answer tells it to connect the call to a WebSocket of
 * ours, on which it turns speech into text and text into speech. What becomes of a call comes as the event `voice.ended`.
 */
import type { Delivery } from '../define.ts';

/** A call that a carrier announces, or asks about. */
export interface AnnouncedCall {
  /** The service's id of the call. */
  id: string;
  /** The caller's number in E.164; blank when it is withheld. */
  from: string;
  /** The number that was dialed. */
  to: string;
  /** Our id of a call that we placed; null for one that came in. */
  key: string | null;
  /** A machine took the call that we placed. */
  isMachine: boolean;
  /** Whether someone answered a transfer; null when the request says nothing about one. */
  transfer: 'answered' | 'unanswered' | null;
  /** How long a transfer lasted; 0 when the request says nothing about one. */
  transferSeconds: number;
}

/** An answer to a carrier, in its own markup. */
export interface CallMarkup {
  contentType: string;
  body: string;
}

export interface ConnectOptions {
  /** The WebSocket, which is ours: `wss://…`. */
  url: string;
  language: string;
  /** Name of a voice; blank: the carrier's choice. */
  voice: string;
  /** Asked when the conversation is over, for what happens next. */
  afterwards: string;
}

export interface OutgoingCall {
  /** E.164. */
  to: string;
  /** A number of the account. */
  from: string;
  /** Our addresses, which name the call. */
  answer: string;
  status: string;
  /** The carrier ends the call after so many seconds. */
  maxSeconds: number;
}

export interface VoiceClient {
  /** The number of the account. */
  readonly number: string;
  /** Reads what the carrier announces. @throws ProviderError `refused` when its signature is not right */
  readCall(delivery: Delivery): AnnouncedCall;
  /** Whether the carrier signed the opening of a WebSocket at this address. */
  isHandshake(url: string, headers: Delivery['headers']): boolean;
  connect(options: ConnectOptions): CallMarkup;
  /**
   * Puts the caller through.
   * @param whisper is asked when the other person has answered, for what they hear before the caller
   * @param afterwards is asked when the transfer is over
   * @param maxSeconds the carrier ends it then; null: its own limit
   */
  transfer(to: string, whisper: string, afterwards: string, maxSeconds: number | null): CallMarkup;
  /** Plays a sentence to the person who takes the transferred call. */
  whisper(sentence: string): CallMarkup;
  /**
   * Calls someone. When they answer, the carrier asks at `answer` for what follows.
   * @returns the service's id of the call
   * @throws ProviderError when it was not accepted
   */
  place(call: OutgoingCall): Promise<{ id: string }>;
  /** Says an optional sentence and hangs up. */
  hangUp(sentence: string): CallMarkup;
}

/** `data` of the event `voice.ended`. */
export interface EndedCall extends Record<string, unknown> {
  id: string;
  /** Our id of a call that we placed. */
  key: string | null;
  state: 'completed' | 'busy' | 'unanswered' | 'failed' | 'canceled';
}

declare module '../define.ts' {
  interface PortClient {
    voice: VoiceClient;
  }
}
declare module '../events.ts' {
  interface ProviderEvents {
    'voice.ended': EndedCall;
  }
}
