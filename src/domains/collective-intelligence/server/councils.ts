/** Questions put to several models. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  currentWorkspaceId,
  deleteRows,
  insertRow,
  NOW,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { cancelJob, enqueue } from '../../../server/jobs/jobs.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { connectionsOf } from '../../connections/index.ts';
import type { Council, CouncilRow, NewCouncil } from '../contract.ts';
import { LETTERS } from '../engine/ranking.ts';
import { publishCouncils, readStored, type StoredAnswer, toCouncil } from './council-rows.ts';
import { councilJob } from './council-work.ts';

const AT_WORK = ['answering', 'ranking', 'concluding'] as const;

/** @throws AppError `bad_request` */
export async function listCouncils(request: {
  cursor?: string | undefined;
  limit: number;
}): Promise<{ items: CouncilRow[]; next: string | null }> {
  const from = unpackCursor(request.cursor, UUID);
  const rows = await query<CouncilRow>(
    `select id, question, state, started_name as "startedBy", created_at as "createdAt" from councils
      where workspace_id = $1 ${from ? 'and id < $3::uuid' : ''} order by id desc limit $2`,
    [currentWorkspaceId(), request.limit + 1, ...(from ?? [])],
  );
  return pageFrom(rows, request.limit, ({ id }) => packCursor(id));
}

export const readCouncil = async (id: string): Promise<Council> => toCouncil(await readStored(id));

async function nameOf(userId: string): Promise<string> {
  const [row] = await query<{ name: string }>('select name from workspace_people where id = $1', [userId]);
  return row?.name ?? '';
}

/** @throws AppError `validation` for a connection that is not the workspace's */
export async function createCouncil(caller: Caller, input: NewCouncil): Promise<Council> {
  const known = new Set((await connectionsOf('model', caller.workspaceId)).map(({ id }) => id));
  for (const [index, { connectionId }] of input.models.entries())
    if (!known.has(connectionId)) throw invalid(`models.${index}.connectionId`, 'Choose a connected model.');
  const answers: StoredAnswer[] = input.models.map(({ connectionId, model }, index) => ({
    letter: LETTERS[index]!,
    connectionId,
    model,
    text: '',
    error: '',
    verdict: null,
    runIds: [],
  }));
  const id = newId();
  await transaction(async () => {
    await insertRow('councils', {
      id,
      workspaceId: caller.workspaceId,
      question: input.question,
      withBenchmarks: input.withBenchmarks,
      answers,
      state: 'answering',
      startedBy: caller.userId,
      startedName: await nameOf(caller.userId),
    });
    const jobId = await enqueue(councilJob, { councilId: id });
    await updateRows('councils', { jobId }, { id });
    await publishCouncils();
  });
  return readCouncil(id);
}

/** @throws AppError `not_found`; `conflict` when it has ended */
export async function stopCouncil(id: string): Promise<Council> {
  const jobId = await transaction(async () => {
    const { state, jobId: job } = await readStored(id, 'update');
    if (!AT_WORK.some((one) => one === state)) throw new AppError('conflict', 'This council has already ended.');
    await updateRows('councils', { state: 'stopped', endedAt: NOW }, { id });
    await publishCouncils();
    return job;
  });
  // Of someone else, or over in this moment: the state alone keeps it from going on.
  if (jobId) await cancelJob(jobId).catch(() => undefined);
  return readCouncil(id);
}

/** @throws AppError `not_found` */
export async function removeCouncil(id: string): Promise<void> {
  const { jobId, state } = await readStored(id);
  if (jobId && AT_WORK.some((one) => one === state)) await cancelJob(jobId).catch(() => undefined);
  if ((await deleteRows('councils', { id })) === 0) throw notFound('The question');
  await publishCouncils();
}
