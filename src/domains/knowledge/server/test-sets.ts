/** Test sets and their questions, for those who manage knowledge. */
import type { BodyOf } from '../../../kernel/endpoint.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, deleteRows, insertRow, query, transaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { type knowledgeTests, MAX_TEST_SETS, type TestRun, type TestSet } from '../contract.ts';
import { KNOWLEDGE } from '../paths.ts';
import { currentViewer, requireManager, type Viewer } from './access.ts';

const NOUN = 'The test set';

/** Figures of runs from before they were measured are null. */
export const RUN_COLUMNS = `r.id, r.label, r.settings, r.answers, r.state, r.error, r.done, r.total, r.model,
  '{"facts": null, "citationPrecision": null, "abstentionPrecision": null}'::jsonb || r.figures as figures,
  r.created_at as "createdAt"`;
const COLUMNS = `t.id, t.name, t.max_loss as "maxLoss", t.version, t.proposal_job_id is not null as "isProposing",
  t.proposal_note as "proposalNote",
  (select count(*)::int from knowledge_test_questions q where q.set_id = t.id and q.state = 'accepted') as questions,
  (select count(*)::int from knowledge_test_questions q where q.set_id = t.id and q.state = 'proposed') as proposed,
  (select row_to_json(one) from (select ${RUN_COLUMNS} from knowledge_test_runs r
    where r.set_id = t.id order by r.id desc limit 1) one) as "lastRun"`;

export async function requireTester(): Promise<Viewer> {
  const viewer = await currentViewer();
  requireManager(viewer);
  return viewer;
}

const toSet = (row: TestSet): TestSet => ({ ...row, lastRun: row.lastRun && withInstant(row.lastRun) });
/** JSON made by the database writes instants with an offset. */
const withInstant = (run: TestRun): TestRun => ({ ...run, createdAt: new Date(run.createdAt).toISOString() });

/** @throws AppError `forbidden` */
export async function listTestSets(): Promise<{ items: TestSet[] }> {
  const { workspaceId } = await requireTester();
  const rows = await query<TestSet>(
    `select ${COLUMNS} from knowledge_test_sets t where t.workspace_id = $1 order by t.id desc limit ${MAX_TEST_SETS}`,
    [workspaceId],
  );
  return { items: rows.map(toSet) };
}

/** @throws AppError `not_found`, `forbidden` */
export async function findTestSet(id: string): Promise<TestSet> {
  const { workspaceId } = await requireTester();
  const [row] = await query<TestSet>(
    `select ${COLUMNS} from knowledge_test_sets t where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  );
  if (!row) throw notFound(NOUN);
  return toSet(row);
}

/** @throws AppError `forbidden`; `conflict` at the limit */
export async function createTestSet(body: BodyOf<typeof knowledgeTests.create>, { userId }: Caller): Promise<TestSet> {
  const { workspaceId } = await requireTester();
  const { items } = await listTestSets();
  if (items.length >= MAX_TEST_SETS)
    throw new AppError('conflict', `You have reached the limit of ${MAX_TEST_SETS} test sets.`);
  const id = newId();
  await transaction(async () => {
    await insertRow('knowledge_test_sets', { ...body, id, workspaceId, createdBy: userId });
    await publishPaths(workspaceId, [KNOWLEDGE.tests]);
  });
  return findTestSet(id);
}

/** @throws AppError `not_found`, `forbidden`, `stale` */
export async function updateTestSet(
  id: string,
  { name, maxLoss, version }: BodyOf<typeof knowledgeTests.update>,
): Promise<TestSet> {
  await findTestSet(id);
  await transaction(async () => {
    const [row] = await query(
      `update knowledge_test_sets set name = $3, max_loss = $4, version = version + 1
        where id = $1 and version = $2 returning 1`,
      [id, version, name, maxLoss],
    );
    if (!row)
      throw new AppError('stale', 'Someone changed this test set in the meantime.', { details: await findTestSet(id) });
    await publishPaths(currentWorkspaceId(), [KNOWLEDGE.tests]);
  });
  return findTestSet(id);
}

/** @throws AppError `not_found`, `forbidden` */
export async function removeTestSet(id: string): Promise<void> {
  const { workspaceId } = await requireTester();
  await transaction(async () => {
    if ((await deleteRows('knowledge_test_sets', { id, workspaceId })) === 0) throw notFound(NOUN);
    await publishPaths(workspaceId, [KNOWLEDGE.tests]);
  });
}
