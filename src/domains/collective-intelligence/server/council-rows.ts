/** Councils in the database. */
import { notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query, selectRow } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Council, CouncilState } from '../contract.ts';
import { meanPlaces } from '../engine/ranking.ts';
import { COUNCILS } from '../paths.ts';

export interface StoredAnswer {
  letter: string;
  connectionId: string;
  model: string;
  text: string;
  error: string;
  verdict: { ranking: string[]; reason: string; error: string } | null;
  /** Runs of the assistant that it took: what they cost is counted from these. */
  runIds: string[];
}

export interface StoredCouncil {
  id: string;
  question: string;
  withBenchmarks: boolean;
  answers: StoredAnswer[];
  conclusion: (NonNullable<Council['conclusion']> & { runIds: string[] }) | null;
  state: CouncilState;
  error: string;
  jobId: string | null;
  startedName: string;
  createdAt: string;
  endedAt: string | null;
}

const COLUMNS = [
  'id',
  'question',
  'withBenchmarks',
  'answers',
  'conclusion',
  'state',
  'error',
  'jobId',
  'startedName',
  'createdAt',
  'endedAt',
] as const;

/** @throws AppError `not_found` */
export async function readStored(id: string, lock?: 'update'): Promise<StoredCouncil> {
  const rows = await selectRow('councils', COLUMNS, { id }, lock ? { lock } : {});
  if (!rows) throw notFound('The question');
  return rows as unknown as StoredCouncil;
}

async function usageOf(runIds: readonly string[]): Promise<{ tokens: number; cost: string | null }> {
  const [row] = await query<{ tokens: number; cost: string | null }>(
    `select coalesce(sum(input_tokens + output_tokens), 0)::int as tokens,
       case when bool_and(cost is not null) then sum(cost)::text end as cost
     from model_calls where run_id = any($1::uuid[])`,
    [runIds],
  );
  return row!;
}

export async function toCouncil(stored: StoredCouncil): Promise<Council> {
  const { answers, conclusion } = stored;
  const given = answers.filter(({ text }) => text);
  const rankings = given.flatMap(({ verdict }) => (verdict && !verdict.error ? [verdict.ranking] : []));
  const places = meanPlaces(
    given.map(({ letter }) => letter),
    rankings,
  );
  const { tokens, cost } = await usageOf([...answers.flatMap(({ runIds }) => runIds), ...(conclusion?.runIds ?? [])]);
  return {
    id: stored.id,
    question: stored.question,
    withBenchmarks: stored.withBenchmarks,
    state: stored.state,
    error: stored.error,
    answers: answers.map(({ letter, model, text, error, verdict }) => ({
      letter,
      model,
      text,
      error,
      place: rankings.length > 0 && places.has(letter) ? places.get(letter)!.toFixed(2) : null,
      verdict,
    })),
    conclusion: conclusion && {
      model: conclusion.model,
      text: conclusion.text,
      agreement: conclusion.agreement,
      dissent: conclusion.dissent,
    },
    cost,
    tokens,
    startedBy: stored.startedName,
    createdAt: stored.createdAt,
    endedAt: stored.endedAt,
  };
}

export const publishCouncils = () => publishPaths(currentWorkspaceId(), [COUNCILS]);
