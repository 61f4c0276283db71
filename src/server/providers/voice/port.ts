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
  /** Whether someone answered a transfer; null when the request says nothing about one. */
  transfer: 'answered' | 'unanswered' | null;
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

export interface VoiceClient {
  /** The number of the account. */
  readonly number: string;
  /** Reads what the carrier announces. @throws ProviderError `refused` when its signature is not right */
  readCall(delivery: Delivery): AnnouncedCall;
  /** Whether the carrier signed the opening of a WebSocket at this address. */
  isHandshake(url: string, headers: Delivery['headers']): boolean;
  connect(options: ConnectOptions): CallMarkup;
  /** Puts the caller through. @param afterwards is asked when that is over */
  transfer(to: string, afterwards: string): CallMarkup;
  /** Says a sentence, where there is one, and hangs up. */
  hangUp(sentence: string): CallMarkup;
}

/** `data` of the event `voice.ended`. */
export interface EndedCall extends Record<string, unknown> {
  id: string;
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
