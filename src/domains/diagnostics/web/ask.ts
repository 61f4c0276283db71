/** Calls as the product makes them, with what came of each: for looking at, so nothing is thrown. */
import { useState } from 'react';
import { ApiError } from '../../../web/api/error.ts';
import { send } from '../../../web/api/send.ts';
import { masked } from './mask.ts';

export interface Question {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

export interface Outcome {
  /** HTTP status; null when no answer came. */
  status: number | null;
  milliseconds: number;
  /** The answer, masked, as JSON. */
  answer: string;
}

export async function ask({ method, path, body }: Question): Promise<Outcome> {
  const begun = performance.now();
  const outcome = (status: number | null, answer: unknown): Outcome => ({
    status,
    milliseconds: Math.round(performance.now() - begun),
    answer: answer === undefined ? '(empty)' : JSON.stringify(masked(answer), null, 2),
  });
  try {
    const response = await send.raw(method, path, { body });
    const text = await response.text();
    return outcome(response.status, text ? (JSON.parse(text) as unknown) : undefined);
  } catch (error) {
    if (error instanceof ApiError) return outcome(error.status, error.parsed ?? error.body);
    return outcome(null, error instanceof Error ? error.message : 'no answer');
  }
}

/** Runs checks and keeps their results by name. */
export function useAnswers(): {
  answers: Readonly<Record<string, Outcome>>;
  asking: string | null;
  pose: (name: string, question: Question) => Promise<void>;
} {
  const [answers, setAnswers] = useState<Record<string, Outcome>>({});
  const [asking, setAsking] = useState<string | null>(null);
  const pose = async (name: string, question: Question) => {
    setAsking(name);
    const outcome = await ask(question);
    setAnswers((before) => ({ ...before, [name]: outcome }));
    setAsking(null);
  };
  return { answers, asking, pose };
}
