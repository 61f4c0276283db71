/**
 * Work that takes longer than a request may hold up the others: one after the other in a thread of its own, which
 * starts with the first and goes when nobody needs it. The thread's file answers with `answerWith`.
 */
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, type FieldError } from '../../kernel/errors.ts';

export interface ThreadOptions {
  /** The file that the thread runs. */
  file: URL;
  /** Said to who comes when too many are in line. */
  busy: string;
  /** Said to who waited when the thread ended. */
  interrupted: string;
  /** More than this many in line are refused rather than kept waiting. */
  mostWaiting?: number;
  /** Milliseconds after which a thread without work ends. */
  idleAfter?: number;
  /** What a failure in the thread is to who asked; by default a fault of ours. An `AppError` comes as it was thrown. */
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
    this.#options = { mostWaiting: 20, idleAfter: 30_000, failure: (message) => new Error(message), ...options };
  }

  /**
   * @param signal gives the work up: one in line is forgotten, one under way is stopped
   * @throws AppError `unavailable` when too many are in line or it was given up; what the work threw; what `failure`
   *   makes of anything else
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

  /** Ends the thread, for a graceful stop; what is in line is told so. */
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
    // A thread that computes hears nothing: it is ended, and the next work starts another.
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
    const started = new Worker(this.#options.file);
    // A thread with nothing to do does not keep the process alive.
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
