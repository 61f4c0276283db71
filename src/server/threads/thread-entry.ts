/** The inner end of a `Thread`. */
import { parentPort } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import type { Answer, Question } from './thread.ts';

/** Answers each message to the thread with the result of `work`. */
export function answerWith<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  const send = (answer: Answer<Output>): void => parentPort!.postMessage(answer);
  const refuse = (id: number, error: unknown): void => {
    if (error instanceof AppError)
      send({ id, refusal: { code: error.code, message: error.message, fields: error.fields, details: error.details } });
    else send({ id, failure: error instanceof Error ? error.message : String(error) });
  };
  parentPort!.on('message', ({ id, input }: Question<Input>) => {
    void (async () => work(input))().then(
      (output) => send({ id, output }),
      (error: unknown) => refuse(id, error),
    );
  });
}
