/**
 * Runs long work in one thread, one piece after another. The thread starts with the first piece and ends when idle. Its
 * file answers with `answerWith`.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, type FieldError } from '../../kernel/errors.ts';

export interface ThreadOptions {
  /** The thread's file. */
  file: URL;
  /** Error message when too many pieces are queued. */
  busy: string;
  /** Error message for callers that waited when the thread ended. */
  interrupted: string;
  /** Maximum queue length; more are refused. */
  mostWaiting?: number;
  /** Milliseconds after which an idle thread ends. */
  idleAfter?: number;
  /** Memory of the thread's own JavaScript, which otherwise grows well beyond what it needs before it is tidied. */
  resourceLimits?: ResourceLimits;
  /**
   * Converts a failure in the thread for the caller; a fault of ours by default. An `AppError` arrives as it was
   * thrown.
   */
  failure?: (message: string) => Error;
}

interface Waiting<Input, Output> {
  id: number;
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: Error) => void;
}

export interface Question<Input> {
  id: number;
  input: Input;
}
/** An `AppError` on its way between threads. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  fields: FieldError[];
  details: unknown;
}
export type Answer<Output> =
  | { id: number; output: Output }
  | { id: number; refusal: Refusal }
  | { id: number; failure: string };

export class Thread<Input, Output> {
  readonly #options: Required<ThreadOptions>;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #running: Waiting<Input, Output> | undefined;
  #line: Waiting<Input, Output>[] = [];

  constructor(options: ThreadOptions) {
    this.#options = {
      mostWaiting: 20,
      idleAfter: 30_000,
      resourceLimits: {},
      failure: (message) => new Error(message),
      ...options,
    };
  }

  /**
   * @param signal cancels the work: a queued one is dropped, a running one is stopped
   * @throws AppError `unavailable` when too many are queued or it was canceled; the error of the work; the result of
   * `failure` for anything else
   */
  async run(input: Input, signal?: AbortSignal): Promise<Output> {
    if (this.#line.length >= this.#options.mostWaiting)
      throw new AppError('unavailable', this.#options.busy, { retryAfter: 5 });
    const id = ++this.#lastId;
    const answer = new Promise<Output>((resolve, reject) => this.#line.push({ id, input, resolve, reject }));
    const giveUp = (): void => void this.#cancel(id);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
    this.#next();
    return answer.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Ends the thread, for a graceful stop; queued callers get an error. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const stopping = this.#worker;
    this.#worker = undefined;
    this.#failAll(this.#interrupted());
    await stopping?.terminate();
  }

  #interrupted(): AppError {
    return new AppError('unavailable', this.#options.interrupted);
  }

  async #cancel(id: number): Promise<void> {
    const waiting = this.#line.find((one) => one.id === id);
    this.#line = this.#line.filter((one) => one !== waiting);
    waiting?.reject(this.#interrupted());
    if (this.#running?.id !== id) return;
    // A computing thread hears nothing, so it is terminated, and the next work starts another.
    const stopping = this.#worker;
    this.#worker = undefined;
    this.#running.reject(this.#interrupted());
    this.#running = undefined;
    await stopping?.terminate();
    this.#next();
  }

  #next(): void {
    if (this.#running || this.#line.length === 0) return;
    clearTimeout(this.#idle);
    this.#running = this.#line.shift()!;
    this.#worker ??= this.#start();
    const question: Question<Input> = { id: this.#running.id, input: this.#running.input };
    this.#worker.postMessage(question);
  }

  #start(): Worker {
    const started = new Worker(this.#options.file, { resourceLimits: this.#options.resourceLimits });
    // An idle thread does not keep the process alive.
    started.unref();
    started.on('message', (answer: Answer<Output>) => this.#settle(answer));
    started.on('error', (error) => {
      if (this.#worker === started) this.#failAll(error);
    });
    started.on('exit', () => {
      if (this.#worker !== started) return;
      this.#worker = undefined;
      this.#failAll(this.#interrupted());
    });
    return started;
  }

  #settle(answer: Answer<Output>): void {
    if (this.#running?.id !== answer.id) return;
    const one = this.#running;
    this.#running = undefined;
    if ('failure' in answer) one.reject(this.#options.failure(answer.failure));
    else if ('refusal' in answer) one.reject(new AppError(answer.refusal.code, answer.refusal.message, answer.refusal));
    else one.resolve(answer.output);
    if (this.#line.length === 0) this.#idle = setTimeout(() => void this.stop(), this.#options.idleAfter).unref();
    else this.#next();
  }

  #failAll(error: Error): void {
    const all = this.#running ? [this.#running, ...this.#line] : this.#line;
    this.#running = undefined;
    this.#line = [];
    for (const one of all) one.reject(error);
  }
}
