/** The stream of an answer: JSON lines, until the answer is complete or the reader leaves. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../../kernel/errors.ts';
import { asSystem } from '../../../../server/db/index.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import { leave } from '../../../../server/http/overload.ts';
import { throttle } from '../../../../server/http/rate-limit.ts';
import { log } from '../../../../server/observability/log.ts';
import { type AskEvent, QUESTION_LIMIT, QUESTION_WINDOW } from '../../contract.ts';
import { answerQuestion, type Question } from './answer.ts';

async function limit({ userId }: Caller): Promise<void> {
  const { count, retryAfter } = await asSystem(() => throttle(`ask:${userId}`, QUESTION_WINDOW));
  if (count <= QUESTION_LIMIT) return;
  const minutes = Math.ceil(retryAfter / 60);
  throw new AppError(
    'rate_limited',
    `You have asked ${QUESTION_LIMIT} questions in a short time. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter },
  );
}

/** Answers that are under way; a stop of the server ends them. */
const underWay = new Set<AbortController>();

export function stopAnswers(): void {
  for (const one of underWay) one.abort();
}

/** @throws AppError `rate_limited` before the stream begins; later errors are its last line */
export async function streamAnswer(
  question: Question,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await limit(caller);
  const stop = new AbortController();
  const response = reply.raw;
  reply.hijack();
  // From here on it waits for the model, and takes no room from others.
  leave(request.raw, false);
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'close',
    'x-accel-buffering': 'no',
  });
  response.on('close', () => stop.abort());
  underWay.add(stop);
  const emit = (event: AskEvent) => void (response.writableEnded || response.write(`${JSON.stringify(event)}\n`));
  try {
    await answerQuestion(question, caller, emit, stop.signal);
  } catch (error) {
    const known = error instanceof AppError;
    if (!known) log().error({ err: error, requestId: request.id }, 'a question was not answered');
    emit({
      type: 'error',
      code: known ? error.code : 'internal',
      message: known ? error.message : `Something went wrong on our side. (${request.id})`,
    });
  } finally {
    underWay.delete(stop);
    response.end();
  }
  return reply;
}
