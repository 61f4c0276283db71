/** A caller at a carrier, for tests: rings by a signed webhook and speaks ConversationRelay's frames on the socket. */
import type { TestTwilio } from './twilio-server.ts';

export interface RungCall {
  status: number;
  /** TwiML. */
  markup: string;
  /** The address to connect to; undefined where the call was not connected. */
  socket: string | undefined;
}

export type CarrierFrame = { type: string; token?: string; last?: boolean; handoffData?: string };

export class CarrierCaller {
  readonly #twilio: TestTwilio;
  readonly #server: string;
  readonly #appUrl: string;
  readonly #connectionId: string;
  readonly form: Record<string, string>;
  readonly frames: CarrierFrame[] = [];
  /** When each frame came, in milliseconds of `performance.now()`. */
  readonly times: number[] = [];
  #socket: WebSocket | undefined;
  #listeners = new Set<() => void>();
  closed: number | undefined;

  /** @param server where it listens @param appUrl what it calls itself, over which Twilio signs */
  constructor(
    twilio: TestTwilio,
    at: { server: string; appUrl: string; connectionId: string },
    call: { callSid: string; from: string; to: string },
  ) {
    this.#twilio = twilio;
    this.#server = at.server;
    this.#appUrl = at.appUrl;
    this.#connectionId = at.connectionId;
    this.form = {
      CallSid: call.callSid,
      AccountSid: twilio.accountSid,
      From: call.from,
      To: call.to,
      CallStatus: 'ringing',
      Direction: 'inbound',
      ApiVersion: '2010-04-01',
    };
  }

  /** A signed webhook. @param path after the connection's address: `/call` */
  async post(path: string, more: Record<string, string> = {}, signature?: string): Promise<RungCall> {
    const address = `/api/provider-events/${this.#connectionId}${path}`;
    const form = { ...this.form, ...more };
    const response = await fetch(this.#server + address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature ?? this.#twilio.sign(this.#appUrl + address, form),
      },
      body: new URLSearchParams(form).toString(),
    });
    const markup = await response.text();
    return { status: response.status, markup, socket: / url="([^"]+)"/.exec(markup)?.[1] };
  }

  /** Opens the socket, and says whose call it is. @returns whether it was let in */
  async connect(
    address: string,
    { signature, callSid = this.form['CallSid']! }: { signature?: string; callSid?: string } = {},
  ): Promise<boolean> {
    const own = this.#server.replace(/^http/, 'ws') + new URL(address).pathname;
    const headers = { 'x-twilio-signature': signature ?? this.#twilio.sign(address, {}) };
    const socket = new WebSocket(own, { headers } as unknown as string[]);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      this.frames.push(JSON.parse(String(data)) as CarrierFrame);
      this.times.push(performance.now());
      this.#tell();
    });
    socket.addEventListener('close', ({ code }) => {
      this.closed = code;
      this.#tell();
    });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true));
      socket.addEventListener('error', () => resolve(false));
    });
    if (!isOpen) return false;
    const { From: from, To: to } = this.form;
    this.send({
      type: 'setup',
      sessionId: 'VX1',
      accountSid: this.#twilio.accountSid,
      callSid,
      from,
      to,
      callType: 'PSTN',
      direction: 'inbound',
      callStatus: 'RINGING',
      customParameters: {},
    });
    return true;
  }

  send(frame: object): void {
    this.#socket!.send(JSON.stringify(frame));
  }

  press(digit: string): void {
    this.send({ type: 'dtmf', digit });
  }

  say(voicePrompt: string): void {
    this.send({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
  }

  hangUp(): void {
    this.#socket?.close();
  }

  get said(): string {
    return this.frames.map(({ token = '' }) => token).join('');
  }

  /** Waits until what was said, or the end, fits. */
  async until(isTrue: (caller: CarrierCaller) => boolean, timeout = 20_000): Promise<void> {
    if (isTrue(this)) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The agent said: ${this.said || 'nothing'} (closed: ${this.closed ?? 'no'})`)),
        timeout,
      );
      const check = () => {
        if (!isTrue(this)) return;
        clearTimeout(timer);
        this.#listeners.delete(check);
        resolve();
      };
      this.#listeners.add(check);
    });
  }

  hears(text: string): Promise<void> {
    return this.until(({ said }) => said.includes(text));
  }

  get hasEnded(): boolean {
    return this.frames.some(({ type }) => type === 'end');
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
