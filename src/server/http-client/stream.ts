/**
 * Answers that arrive in pieces, such as a language model's: the guards of `sendOutgoing`, without holding the whole
 * answer in memory.
 */
import type { IncomingMessage } from 'node:http';
import { describeFailure, flatten, OutgoingError, outgoingUrlProblem, startExchange } from './client.ts';
import type { OutgoingRequest } from './client.ts';

export interface StreamRequest extends OutgoingRequest {
  /** Milliseconds until the answer must begin; default 30 seconds. */
  timeout?: number;
  /** Milliseconds of silence between two pieces after which the answer counts as lost; default 60 seconds. */
  idleTimeout?: number;
  /** Maximum bytes of the answer; default 16 MiB. A longer one is an error. */
  maxBytes?: number;
}

export interface OutgoingStream {
  status: number;
  headers: Record<string, string>;
  /**
   * The answer's pieces as they arrive. It can be read once. Leaving the loop, an abort, and an error all end the
   * request on the other side as well.
   * @throws OutgoingError when the answer breaks off; the signal's reason when it was aborted
   */
  body: AsyncIterable<Uint8Array>;
  /** Ends the request without reading the rest. */
  close(): void;
}

const TIMEOUT = 30_000;
const IDLE_TIMEOUT = 60_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Sends one request and resolves when the answer begins. Read `body` to its end, or call `close()`.
 * @throws OutgoingError when there is no answer; the signal's reason when it was aborted
 */
export async function streamOutgoing(outgoing: StreamRequest): Promise<OutgoingStream> {
  const problem = outgoingUrlProblem(outgoing.url);
  if (problem) throw new OutgoingError('refused', problem);
  outgoing.signal?.throwIfAborted();
  const watch = new Watch(outgoing.signal);
  watch.expectWithin(outgoing.timeout ?? TIMEOUT);
  let response: IncomingMessage;
  try {
    response = await startExchange(new URL(outgoing.url), outgoing, watch.signal);
  } catch (error) {
    throw watch.explain(error);
  }
  watch.stop();
  return {
    status: response.statusCode ?? 0,
    headers: flatten(response.headers),
    body: piecesOf(response, watch, outgoing),
    close: () => {
      watch.stop();
      response.destroy();
    },
  };
}

async function* piecesOf(response: IncomingMessage, watch: Watch, outgoing: StreamRequest): AsyncGenerator<Uint8Array> {
  const idle = outgoing.idleTimeout ?? IDLE_TIMEOUT;
  const max = outgoing.maxBytes ?? MAX_BYTES;
  let size = 0;
  try {
    watch.expectWithin(idle);
    // Its iterator destroys the answer, and with it the connection, when the loop is left.
    for await (const piece of response as AsyncIterable<Buffer>) {
      // The clock counts the other side's silence, not the reader's work.
      watch.stop();
      size += piece.length;
      if (size > max) throw new OutgoingError('unreachable', 'The answer is too long.');
      yield piece;
      watch.expectWithin(idle);
    }
    if (!response.complete) throw new OutgoingError('unreachable', 'The answer broke off.');
  } catch (error) {
    throw watch.explain(error);
  } finally {
    watch.stop();
    response.destroy();
  }
}

/** Ends a request that is silent for too long, or whose caller gave it up. */
class Watch {
  readonly signal: AbortSignal;
  readonly #silence = new AbortController();
  readonly #caller: AbortSignal | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.signal = caller ? AbortSignal.any([caller, this.#silence.signal]) : this.#silence.signal;
  }

  expectWithin(milliseconds: number): void {
    this.stop();
    this.#timer = setTimeout(() => this.#silence.abort(), milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** The error to throw for a failed request. */
  explain(error: unknown): unknown {
    this.stop();
    if (this.#silence.signal.aborted) return new OutgoingError('unreachable', 'There was no answer in time.', error);
    if (this.#caller?.aborted) return this.#caller.reason;
    return error instanceof OutgoingError ? error : new OutgoingError('unreachable', describeFailure(error), error);
  }
}
