/** Fills a database with knowledge for measuring: several sources and audiences, in two workspaces. */
import { createAccount, createWorkspace } from '../src/domains/identity/index.ts';
import { keepVectors } from '../src/domains/knowledge/server/index/embed.ts';
import { nextSourceNumber, replacePassages } from '../src/domains/knowledge/server/index/write.ts';
import { newId } from '../src/kernel/ids.ts';
import {
  asSystem,
  currentWorkspaceId,
  insertRow,
  insertRows,
  inWorkspace,
  query,
  transaction,
} from '../src/server/db/index.ts';
import { type Texts, textsFrom } from './knowledge-texts.ts';
import { OWNER, randomFrom } from './seed.ts';

/** Passages of a document. */
const PER_DOCUMENT = 10;
/** Documents that one transaction writes. */
const BATCH = 50;
const DIMENSIONS = 512;
/** Of the embedded model: questions get its vectors. */
const MODEL = `universal-sentence-encoder-lite/${DIMENSIONS}`;
/** Share of the second workspace: its rows must not slow the first one's search. */
const OTHERS = 0.2;

export interface SeededKnowledge {
  workspaceId: string;
  userId: string;
}

/** Two workspaces, in the first `count` passages. Vectors are invented, because making them would take hours. */
export async function seedKnowledge(count: number): Promise<SeededKnowledge> {
  const [workspaceId, other] = await asSystem(async () => [
    await createWorkspace({ kind: 'operations', name: 'Bench', timeZone: 'UTC', currency: 'EUR' }),
    await createWorkspace({ kind: 'client', name: 'Client', timeZone: 'UTC', currency: 'EUR' }),
  ]);
  const userId = await asSystem(() =>
    createAccount({ ...OWNER, name: 'Bench Owner', role: 'admin', workspaceRole: 'owner', workspaceId }),
  );
  await inWorkspace(workspaceId, userId, () => fill(userId, count, textsFrom(3)));
  if (count * OTHERS >= PER_DOCUMENT)
    await inWorkspace(other, userId, () => fill(userId, count * OTHERS, textsFrom(4)));
  await asSystem(() => query('vacuum (analyze)'));
  return { workspaceId, userId };
}

/** Of seven sources, the owner may read six. */
async function makeSources(workspaceId: string, ownerId: string): Promise<{ id: string; number: number }[]> {
  const audiences = [
    ...Array.from({ length: 4 }, () => ({ audience: 'everyone', ownerId }) as const),
    { audience: 'roles', roles: ['owner'], ownerId },
    { audience: 'people', people: [ownerId], ownerId },
    { audience: 'people', people: [newId()], ownerId: newId() },
  ] as const;
  const sources: { id: string; number: number }[] = [];
  for (const [n, audience] of audiences.entries()) {
    const [id, number] = [newId(), await transaction(nextSourceNumber)];
    await insertRow('knowledge_sources', { id, workspaceId, number, kind: 'notes', name: `Source ${n}`, ...audience });
    sources.push({ id, number });
  }
  return sources;
}

async function fill(ownerId: string, count: number, texts: Texts): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const sources = await makeSources(workspaceId, ownerId);
  const random = randomFrom(5);
  const directions = new Map<number, Float32Array>();
  const gauss = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
  const direction = (topic: number) => {
    const known = directions.get(topic) ?? Float32Array.from({ length: DIMENSIONS }, gauss);
    directions.set(topic, known);
    return known;
  };
  const vectorOf = (topic: number) => {
    const vector = direction(topic).map((value) => value + gauss());
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  for (let from = 0; from < count / PER_DOCUMENT; from += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, Math.ceil(count / PER_DOCUMENT) - from) }, (_, n) => {
      const [source, topic] = [sources[(from + n) % sources.length]!, texts.topic()];
      const title = `Document ${from + n}`;
      const passages = Array.from({ length: PER_DOCUMENT }, (__, position) => ({
        heading: `Part ${position}`,
        place: '',
        page: null,
        position,
        text: texts.passage(topic),
      }));
      return { document: { id: newId(), source, title }, topic, passages };
    });
    await transaction(async () => {
      await insertRows(
        'knowledge_documents',
        documents.map(({ document: { id, source, title } }) => ({
          id,
          workspaceId,
          sourceId: source.id,
          title,
          type: 'text/markdown',
          sha256: id,
          state: 'ready',
        })),
      );
      await replacePassages(
        documents.map(({ document: { id, source, title }, passages }) => ({
          document: { id, sourceId: source.id, sourceNumber: source.number, title },
          passages,
        })),
      );
      const rows = await query<{ id: string; number: number; document: string }>(
        'select id, number, document_id as document from knowledge_passages where document_id = any($1) order by number',
        [documents.map(({ document }) => document.id)],
      );
      const byId = new Map(documents.map((one) => [one.document.id, one]));
      await keepVectors(
        MODEL,
        rows.map(({ id, document }) => {
          const { topic, document: of } = byId.get(document)!;
          return { id, source_number: of.source.number, vector: vectorOf(topic) };
        }),
      );
    });
  }
}
