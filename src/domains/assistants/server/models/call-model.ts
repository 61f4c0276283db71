/** Asks a model: the first of the purpose that answers, with retries, limits, and accounts of what it took. */
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId } from '../../../../server/db/index.ts';
import {
  type ModelClient,
  type ModelEnd,
  ModelError,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
  type ModelToolCall,
  type ModelUsage,
} from '../../../../server/providers/model/port.ts';
import { noteUse } from '../../../connections/index.ts';
import type { Purpose } from '../../contract.ts';
import { estimateTokens, fitMessages } from './context-window.ts';
import { closeCall, contextOf, openCall } from './ledger.ts';
import { openTarget, type Target, targetsOf } from './targets.ts';

export interface ModelQuestion {
  purpose: Purpose;
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  output?: ModelRequest['output'];
  /** Most tokens of the reply; the purpose's setting may lower it. */
  maxTokens: number;
  temperature?: number;
  /** The run that it is part of. */
  runId?: string;
  signal: AbortSignal;
  onText?(text: string): void;
  /** Instead of the purpose's models. */
  targets?: readonly Target[];
}

export interface ModelReply {
  text: string;
  calls: ModelToolCall[];
  end: ModelEnd;
  usage: ModelUsage;
  model: string;
  /** US dollars; null where the model has no price. */
  cost: string | null;
  firstMs: number | null;
  totalMs: number;
}

/** How often one model is asked before the next one is. */
const ATTEMPTS = 3;
/** Milliseconds before the second attempt; then twice as long each time, with some chance in it. */
const BACK_OFF = 400;
/** Seconds that we wait for a provider that says when to come back; one that wants longer is passed over. */
const PATIENCE = 20;
/** Default context length of a model. */
const USUAL_CONTEXT = 32_000;

/**
 * @throws AppError `unavailable` when no model is connected, or none answers; `rate_limited` at the workspace's limit.
 * ModelError `stopped` when the signal was aborted
 */
export async function callModel(question: ModelQuestion): Promise<ModelReply> {
  const workspaceId = currentWorkspaceId();
  const targets = question.targets ?? (await targetsOf(workspaceId, question.purpose));
  let failure: unknown;
  for (const target of targets) {
    const reply = await askTarget(target, workspaceId, question).catch((error: unknown) => {
      if (error instanceof BrokenOff) throw unanswered(error.cause);
      if (!mayPassOn(error)) throw error;
      failure = error;
      return undefined;
    });
    if (reply) return reply;
  }
  throw unanswered(failure);
}

/** A reply that began to arrive is not begun again by another model: the person has read its beginning. */
class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

const mayPassOn = (error: unknown) =>
  (error instanceof ModelError && error.kind !== 'stopped') ||
  (error instanceof AppError && error.code !== 'rate_limited');

function unanswered(failure: unknown): Error {
  if (!(failure instanceof ModelError)) return failure instanceof Error ? failure : new Error('No model was asked');
  const retryAfter = failure.retryAfter === undefined ? undefined : Math.ceil(failure.retryAfter);
  return new AppError('unavailable', `The model did not answer: ${failure.message}`, {
    cause: failure,
    details: { reason: 'model' },
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Asks one model, up to {@link ATTEMPTS} times. */
async function askTarget(target: Target, workspaceId: string, question: ModelQuestion): Promise<ModelReply> {
  const client = await openTarget(target, workspaceId);
  const maxTokens = Math.min(question.maxTokens, target.maxTokens ?? Infinity);
  let context = (await contextOf(target.model)) ?? USUAL_CONTEXT;
  const began = performance.now();
  const account = new Account();
  let id: string | undefined;
  const close = async (state: 'done' | 'failed' | 'stopped', error = '') => {
    const totalMs = Math.round(performance.now() - began);
    const cost = await closeCall(id!, target.model, { state, error, totalMs, ...account.figures() });
    return { cost, totalMs };
  };
  for (;;) {
    const request = requestFor(target, question, maxTokens, context);
    account.begin(request);
    id ??= await openCall({
      workspaceId,
      userId: currentUserId(),
      runId: question.runId ?? null,
      purpose: question.purpose,
      connectionId: target.connectionId,
      model: target.model,
      tokens: account.estimate + maxTokens,
    });
    try {
      const reply = await readReply(client, request, question, account);
      const ended = await close('done');
      await noteUse(target.connectionId, { ok: true, units: reply.usage.input + reply.usage.output });
      return { ...reply, ...ended, model: target.model };
    } catch (error) {
      const failed =
        error instanceof ModelError
          ? error
          : new ModelError('malformed', 'The reply cannot be read.', { cause: error });
      if (failed.kind === 'context' && context > 2 * maxTokens && account.attempts < ATTEMPTS) {
        context = Math.floor(Math.min(context, account.estimate + maxTokens) / 2);
        continue;
      }
      if (await mayRetry(failed, account, question.signal)) continue;
      await close(failed.kind === 'stopped' ? 'stopped' : 'failed', failed.kind === 'stopped' ? '' : failed.message);
      if (failed.kind === 'stopped') throw failed;
      await noteUse(target.connectionId, {
        ok: failed.kind === 'context' || failed.kind === 'request',
        error: failed.message,
      });
      if (account.hasText) throw new BrokenOff('The reply broke off.', { cause: failed });
      throw failed;
    }
  }
}

/** @throws ModelError `context` when the question is too long for the model */
function requestFor(target: Target, question: ModelQuestion, maxTokens: number, context: number): ModelRequest {
  const { tools = [], output, temperature } = question;
  const fixed = estimateTokens(tools) + (output ? estimateTokens(JSON.stringify(output.schema)) : 0);
  const messages = fitMessages(question.messages, context - maxTokens - fixed);
  if (!messages)
    throw new ModelError(
      'context',
      `This is too long for ${target.model}, which reads ${context.toLocaleString('en')} tokens.`,
    );
  return {
    model: target.model,
    messages,
    maxTokens,
    ...(tools.length > 0 && { tools }),
    ...(output && { output }),
    ...(temperature !== undefined && { temperature }),
  };
}

/** Waits as long as the provider says, or a little; false when it makes no sense to ask again. */
async function mayRetry(error: ModelError, account: Account, signal: AbortSignal): Promise<boolean> {
  if (!error.isPassing || account.hasText || account.attempts >= ATTEMPTS) return false;
  if ((error.retryAfter ?? 0) > PATIENCE) return false;
  const pause = BACK_OFF * 2 ** (account.attempts - 1) * (0.75 + Math.random() / 2);
  try {
    await wait(error.retryAfter === undefined ? pause : error.retryAfter * 1_000, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

/** Usage of one call over all attempts. */
class Account {
  attempts = 0;
  estimate = 0;
  hasText = false;
  firstMs: number | null = null;
  #began = 0;
  #usage: ModelUsage | undefined;
  #written = 0;

  begin(request: ModelRequest): void {
    this.attempts += 1;
    this.#began = performance.now();
    this.#usage = undefined;
    this.#written = 0;
    this.estimate =
      request.messages.reduce((sum, message) => sum + estimateTokens(message), 0) + estimateTokens(request.tools ?? []);
  }

  wrote(text: string): void {
    this.firstMs ??= Math.round(performance.now() - this.#began);
    this.#written += estimateTokens(text);
  }

  counted(usage: ModelUsage): void {
    this.#usage = usage;
  }

  /** The provider's usage, or our estimate if it reports none, because limits must hold in both cases. */
  usage(): ModelUsage {
    return this.#usage && this.#usage.input + this.#usage.output > 0
      ? this.#usage
      : { input: this.firstMs === null ? 0 : this.estimate, output: this.#written, cached: 0 };
  }

  figures() {
    return { attempts: this.attempts, usage: this.usage(), firstMs: this.firstMs };
  }
}

async function readReply(
  client: ModelClient,
  request: ModelRequest,
  { signal, onText }: ModelQuestion,
  account: Account,
): Promise<Pick<ModelReply, 'text' | 'calls' | 'end' | 'usage' | 'firstMs'>> {
  const reply = { text: '', calls: [] as ModelToolCall[], end: 'stop' as ModelEnd };
  for await (const event of client.stream(request, signal)) {
    if (event.type === 'text') {
      account.wrote(event.text);
      reply.text += event.text;
      if (onText) {
        account.hasText = true;
        onText(event.text);
      }
    } else if (event.type === 'tool') {
      account.wrote(event.call.name + event.call.arguments);
      reply.calls.push(event.call);
    } else if (event.type === 'usage') {
      account.counted({ input: event.input, output: event.output, cached: event.cached });
    } else {
      reply.end = event.reason;
    }
  }
  return { ...reply, usage: account.usage(), firstMs: account.firstMs };
}
