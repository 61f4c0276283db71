/** One prompt, answered by several models side by side. */
import type * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { ModelError } from '../../../../server/providers/model/port.ts';
import type { models, TrialResult } from '../../contract.ts';
import { callModel } from './call-model.ts';

type Trial = z.output<typeof models.tryOut.body>;

const SECONDS = 60;
const MAX_TOKENS = 800;

/** @throws AppError `not_found` for a connection that is not there */
export function tryOut({ instructions, prompt, models: wanted }: Trial, signal: AbortSignal): Promise<TrialResult[]> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SECONDS * 1_000)]);
  return Promise.all(wanted.map((one) => tryOne(one, { instructions, prompt }, limited)));
}

async function tryOne(
  { connectionId, model }: Trial['models'][number],
  { instructions, prompt }: Pick<Trial, 'instructions' | 'prompt'>,
  signal: AbortSignal,
): Promise<TrialResult> {
  const began = performance.now();
  const nothing = {
    connectionId,
    model,
    text: '',
    error: '',
    inputTokens: 0,
    outputTokens: 0,
    cost: null,
    firstMs: null,
  };
  try {
    const reply = await callModel({
      purpose: 'draft',
      messages: [
        ...(instructions ? [{ role: 'system' as const, content: instructions }] : []),
        { role: 'user', content: prompt },
      ],
      maxTokens: MAX_TOKENS,
      signal,
      targets: [{ connectionId, connectionName: '', model, maxTokens: null }],
    });
    const { text, usage, cost, firstMs, totalMs, end } = reply;
    const error = end === 'refused' ? 'The model declined.' : end === 'length' ? 'Cut at the limit of the trial.' : '';
    return { ...nothing, text, error, inputTokens: usage.input, outputTokens: usage.output, cost, firstMs, totalMs };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw error;
    if (!(error instanceof AppError || error instanceof ModelError)) throw error;
    const isOver = error instanceof ModelError && error.kind === 'stopped';
    return {
      ...nothing,
      error: isOver ? `There was no answer within ${SECONDS} seconds.` : error.message,
      totalMs: Math.round(performance.now() - began),
    };
  }
}
