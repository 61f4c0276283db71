/** Vectors of passages: made after the words are in the index, so that new documents are found at once. */
import { currentWorkspaceId, execute, query, transaction } from '../../../../server/db/index.ts';
import { log } from '../../../../server/observability/log.ts';
import { ProviderError } from '../../../../server/providers/provider-error.ts';
import { useProvider } from '../../../connections/index.ts';
import { quantize, signatureOf } from './vectors.ts';
import { indexedText, lockIndex } from './write.ts';

const BATCH = 64;

interface Pending {
  id: string;
  number: number;
  source_number: number;
  title: string;
  heading: string;
  text: string;
}

/** The name under which a model's vectors are kept: of another provider or length they cannot be compared. */
export const modelKey = ({ model, dimensions }: { model: string; dimensions: number }): string =>
  `${model}/${dimensions}`;

/**
 * Makes the vectors that a source’s passages lack, some at a time.
 * @param onStep called after each batch; false stops
 * @throws AppError, ProviderError when the provider does not answer
 */
export async function embedSource(
  sourceId: string,
  signal: AbortSignal,
  onStep: (made: number) => Promise<boolean>,
): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const client = await useProvider('embedding', workspaceId, { purpose: 'knowledge' });
  const model = modelKey(client);
  for (let made = 0, after = -1; ;) {
    const pending = await query<Pending>(
      `select p.id, p.number, s.number as source_number, d.indexed_title as title, p.heading, p.text
        from knowledge_passages p join knowledge_documents d on d.id = p.document_id
        join knowledge_sources s on s.id = p.source_id
        where p.source_id = $1 and p.workspace_id = $3 and p.number > $4 and not exists
          (select 1 from knowledge_vectors v where v.passage_id = p.id and v.model = $2)
        order by p.number limit ${BATCH}`,
      [sourceId, model, workspaceId, after],
    );
    if (pending.length === 0) break;
    // The next are looked for from here: passing over all that have a vector, again and again, would take ever longer.
    after = pending.at(-1)!.number;
    const vectors = await client.embed(
      pending.map(({ title, heading, text }) => indexedText(title, heading, text)),
      signal,
    );
    await keepVectors(
      model,
      pending.map((passage, i) => ({ ...passage, vector: vectors[i]! })),
    );
    made += pending.length;
    if (!(await onStep(made))) return;
  }
  await serveModel(model);
}

/** Stores vectors of passages, also where other models serve. @public */
export async function keepVectors(
  model: string,
  made: readonly (Pick<Pending, 'id' | 'source_number'> & { vector: Float32Array })[],
): Promise<void> {
  await transaction(async () => {
    // The lock orders the rows' numbers as they commit, so that a reader who asks for newer ones misses none.
    await lockIndex();
    await execute(
      `insert into knowledge_vectors (workspace_id, passage_id, model, number, source_number, vector, signature)
        select p.workspace_id, p.id, $1, p.number, n.source, n.vector, n.signature
        from unnest($2::uuid[], $3::int[], $4::bytea[], $5::bytea[]) as n (id, source, vector, signature)
        join knowledge_passages p on p.id = n.id
        on conflict do nothing`,
      [
        model,
        made.map(({ id }) => id),
        made.map(({ source_number: source }) => source),
        made.map(({ vector }) => quantize(vector)),
        made.map(({ vector }) => signatureOf(vector)),
      ],
    );
    await execute(`update knowledge_indexes set model = $2 where workspace_id = $1 and model = ''`, [
      currentWorkspaceId(),
      model,
    ]);
  });
}

/** Lets a model serve once every passage has its vector, and deletes those of the one before. */
async function serveModel(model: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  await transaction(async () => {
    await lockIndex();
    const switched = await execute(
      `update knowledge_indexes set model = $2 where workspace_id = $1 and model <> $2 and not exists (
        select 1 from knowledge_passages p where p.workspace_id = $1 and not exists
          (select 1 from knowledge_vectors v where v.passage_id = p.id and v.model = $2))`,
      [workspaceId, model],
    );
    if (switched > 0)
      await execute('delete from knowledge_vectors where workspace_id = $1 and model <> $2', [workspaceId, model]);
  });
}

/** The vector of a question where the model that serves is at hand; undefined otherwise: words alone find then. */
export async function questionVector(
  question: string,
  servingModel: string,
  signal?: AbortSignal,
): Promise<Float32Array | undefined> {
  if (servingModel === '') return undefined;
  try {
    const client = await useProvider('embedding', currentWorkspaceId(), { purpose: 'knowledge search' });
    if (modelKey(client) !== servingModel) return undefined;
    return (await client.embed([question], signal))[0];
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof Error && error.name === 'AppError')) throw error;
    log().warn({ err: error }, 'a question was searched by its words alone');
    return undefined;
  }
}
