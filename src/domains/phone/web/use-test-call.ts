/** The browser's end of a test call: a carrier's frames, with words that are typed or spoken. */
import { useEffect, useRef, useState } from 'react';
import { newIntent } from '../../../web/api/idempotency-key.ts';
import { SPEECH_MS } from '../engine/call-state.ts';
import { PHONE } from '../paths.ts';
import { listen, speak } from './speech.ts';

export interface TestTurn {
  by: 'agent' | 'caller';
  text: string;
  isCut: boolean;
}

export interface TestOptions {
  agentId: string;
  language: string;
  number: string;
  contactId: string | undefined;
  /** Creates tasks and logs the call. */
  isLogged: boolean;
  /** Speaks with the browser's voice. */
  aloud: boolean;
  /** Listens with the browser's microphone. */
  microphone: boolean;
}

export interface TestCallState {
  phase: 'idle' | 'connecting' | 'live' | 'ended';
  turns: readonly TestTurn[];
  /** The agent is speaking, by the voice or by how long it would take. */
  isSpeaking: boolean;
  /** The stored call. */
  callId: string | undefined;
  /** Where the caller would be put through. */
  transferTo: string | undefined;
  failure: string;
}

type ServerFrame =
  | { type: 'call'; id: string }
  | { type: 'text'; token: string; last: boolean }
  | { type: 'end'; handoffData?: string };

const IDLE: TestCallState = {
  phase: 'idle',
  turns: [],
  isSpeaking: false,
  callId: undefined,
  transferTo: undefined,
  failure: '',
};

/** One call at a time; it ends with the component. */
export function useTestCall() {
  const [state, setState] = useState(IDLE);
  const line = useRef<Line>(undefined);
  useEffect(() => () => line.current?.hangUp(), []);
  return {
    ...state,
    start(options: TestOptions) {
      line.current?.hangUp();
      setState({ ...IDLE, phase: 'connecting' });
      line.current = new Line(options, (change) =>
        setState((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) })),
      );
    },
    say: (text: string) => line.current?.say(text),
    press: (digit: string) => line.current?.press(digit),
    interrupt: () => line.current?.interrupt(),
    hangUp: () => line.current?.hangUp(),
  };
}

type Change = Partial<TestCallState> | ((now: TestCallState) => Partial<TestCallState>);

class Line {
  readonly #socket: WebSocket;
  readonly #options: TestOptions;
  readonly #change: (change: Change) => void;
  #isOver = false;
  #isLast = true;
  /** The agent's current utterance. */
  #utterance = '';
  #began = 0;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #stopVoice: (() => number) | undefined;
  #stopListening: (() => void) | undefined;

  constructor(options: TestOptions, change: (change: Change) => void) {
    this.#options = options;
    this.#change = change;
    const { agentId, number, contactId, isLogged } = options;
    const search = new URLSearchParams({
      agentId,
      log: isLogged ? '1' : '0',
      ...(number && { number }),
      ...(contactId && { contactId }),
    });
    this.#socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${PHONE.testSocket}?${search}`);
    this.#socket.onopen = () => {
      this.#send({ type: 'setup', sessionId: newIntent(), callSid: 'test', from: number, to: '' });
      change({ phase: 'live' });
      if (options.microphone) this.#listen();
    };
    this.#socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as ServerFrame);
    this.#socket.onclose = () => this.#over();
  }

  say(text: string): void {
    const words = text.trim();
    if (!words) return;
    this.#heard({ by: 'caller', text: words, isCut: false });
    this.#send({ type: 'prompt', voicePrompt: words, lang: this.#options.language, last: true });
  }

  press(digit: string): void {
    this.#heard({ by: 'caller', text: `Pressed ${digit}`, isCut: false });
    this.#send({ type: 'dtmf', digit });
  }

  /** Cuts the agent off: what was not heard of its turn is gone. */
  interrupt(): void {
    if (!this.#utterance) return;
    const heard = this.#spoken();
    this.#silence();
    this.#change(({ turns }) => {
      const at = turns.findLastIndex(({ by }) => by === 'agent');
      return at < 0 ? {} : { turns: turns.with(at, { ...turns[at]!, text: heard, isCut: true }) };
    });
    this.#send({
      type: 'interrupt',
      utteranceUntilInterrupt: heard,
      durationUntilInterruptMs: Math.round(performance.now() - this.#began),
    });
  }

  hangUp(): void {
    this.#socket.close();
    this.#over();
  }

  #send(frame: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #heard(turn: TestTurn): void {
    this.#silence();
    this.#change(({ turns }) => ({ turns: [...turns, turn] }));
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'call':
        this.#change({ callId: frame.id });
        break;
      case 'text':
        this.#agentSays(frame.token, frame.last);
        break;
      case 'end': {
        const to = frame.handoffData ? (JSON.parse(frame.handoffData) as { to?: string }).to : undefined;
        if (to) this.#change({ transferTo: to });
        this.hangUp();
      }
    }
  }

  #agentSays(token: string, last: boolean): void {
    const isNew = this.#isLast;
    this.#isLast = last;
    this.#change(({ turns }) => {
      const previous = turns.at(-1);
      return isNew || previous?.by !== 'agent'
        ? { turns: [...turns, { by: 'agent', text: token, isCut: false }] }
        : { turns: turns.with(turns.length - 1, { ...previous, text: previous.text + token }) };
    });
    if (isNew) {
      this.#utterance = '';
      this.#began = performance.now();
    }
    this.#utterance += token;
    this.#change({ isSpeaking: true });
    if (!last) return;
    clearTimeout(this.#quiet);
    const end = () => this.#silence();
    if (this.#options.aloud) this.#stopVoice = speak(this.#utterance, this.#options.language, end);
    else this.#quiet = setTimeout(end, this.#utterance.length * SPEECH_MS);
  }

  /** The part of the agent's turn spoken so far, up to the end of a word. */
  #spoken(): string {
    const characters = this.#stopVoice ? this.#stopVoice() : Math.floor((performance.now() - this.#began) / SPEECH_MS);
    const part = this.#utterance.slice(0, characters);
    return part.length < this.#utterance.length ? part.slice(0, Math.max(0, part.lastIndexOf(' '))) : part;
  }

  #silence(): void {
    clearTimeout(this.#quiet);
    this.#stopVoice?.();
    this.#stopVoice = undefined;
    this.#utterance = '';
    this.#change({ isSpeaking: false });
  }

  #listen(): void {
    this.#stopListening = listen(this.#options.language, {
      onStart: () => this.interrupt(),
      onText: (text) => this.say(text),
      onFail: (failure) => this.#change({ failure }),
    });
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#silence();
    this.#stopListening?.();
    this.#change(({ callId, failure }) => ({
      phase: 'ended',
      failure: callId ? failure : 'The test call could not be started. Try again.',
    }));
  }
}
