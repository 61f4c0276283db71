import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/ids.ts';
import { execute, insertRow, inWorkspace, query, transaction } from '../../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { removeDocuments } from '../remove-documents.ts';
import { searchKnowledge } from '../search.ts';
import { readIndex } from '../settings.ts';
import { readPostings } from './held-postings.ts';
import { nextSourceNumber, replacePassages } from './write.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const WORDS = ['lamp', 'bulb', 'refund', 'desk', 'wing', 'flap', 'shop', 'card', 'river', 'cloud'];

/** The same numbers in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
}

interface Source {
  id: string;
  number: number;
}

async function makeSource(workspaceId: string, more: Record<string, unknown> = {}): Promise<Source> {
  const [id, number] = [newId(), await transaction(nextSourceNumber)];
  await insertRow('knowledge_sources', { id, workspaceId, number, kind: 'notes', name: `Source ${number}`, ...more });
  return { id, number };
}

/** Writes a document with these passages, or writes it anew. */
async function write(workspaceId: string, source: Source, texts: readonly string[], id = newId()): Promise<string> {
  await transaction(async () => {
    const [there] = await query('select 1 from knowledge_documents where id = $1', [id]);
    const document = { id, sourceId: source.id, title: 'Notes' };
    if (!there)
      await insertRow('knowledge_documents', { ...document, workspaceId, type: 'text/markdown', state: 'ready' });
    await replacePassages([
      {
        document: { id, sourceId: source.id, sourceNumber: source.number, title: 'Notes' },
        passages: texts.map((text, position) => ({ heading: '', place: '', page: null, position, text })),
      },
    ]);
  });
  return id;
}

const remove = (id: string) => transaction(() => removeDocuments([{ id, key: null }]));

/** What is held in memory, and what the database holds: in a transaction nothing in memory is used. */
async function bothWays<T>(read: () => Promise<T>): Promise<[held: T, stored: T]> {
  return [await read(), await transaction(read)];
}

const inNewWorkspace = async (test: (workspaceId: string) => Promise<void>) => {
  const workspaceId = await system.clientWorkspace(`Client ${newId()}`);
  await inWorkspace(workspaceId, null, () => test(workspaceId));
};

const found = async (question: string) =>
  (await searchKnowledge({ question, most: 10 })).items.map(({ id, score }) => [id, score]);

describe('postings in memory', () => {
  it('are those of the database after any additions, changes, and deletions, and find the same ten', () =>
    inNewWorkspace(async (workspaceId) => {
      const source = await makeSource(workspaceId);
      const next = numbersFrom(7);
      const texts = () =>
        Array.from({ length: 1 + next(4) }, () =>
          Array.from({ length: 3 + next(9) }, () => WORDS[Math.min(next(10), next(10))]!).join(' '),
        );
      const documents: string[] = [];
      for (let step = 0; step < 60; step++) {
        const one = documents[next(documents.length || 1)];
        const act = next(4);
        if (act === 0 && one) {
          await remove(one);
          documents.splice(documents.indexOf(one), 1);
        } else if (act === 1 && one) await write(workspaceId, source, texts(), one);
        else documents.push(await write(workspaceId, source, texts()));
        // Some words are looked up now, and others after more was written.
        const asked = [WORDS[next(10)]!, WORDS[next(10)]!, 'nowhere'];
        const [held, stored] = await bothWays(async () => {
          const { postings, facts } = await readPostings(asked, await readIndex());
          return [...postings].map(([term, { numbers, counts }]) => ({
            term,
            numbers: [...numbers],
            counts: [...counts],
            lengths: [...numbers].map((number) => facts.lengths[number]),
            sources: [...numbers].map((number) => facts.sources[number]),
          }));
        });
        expect(held).toEqual(stored);
        const [ten, tenStored] = await bothWays(() => found(asked.join(' ')));
        expect(ten).toEqual(tenStored);
      }
    }));

  it('are read anew when old removals are forgotten', () =>
    inNewWorkspace(async (workspaceId) => {
      const source = await makeSource(workspaceId);
      const [one, other] = [
        await write(workspaceId, source, ['The lamp is red.']),
        await write(workspaceId, source, ['The lamp is green.']),
      ];
      expect(await found('lamp')).toHaveLength(2);
      await remove(one);
      await execute('delete from knowledge_removals where workspace_id = $1', [workspaceId]);
      const [held, stored] = await bothWays(async () => (await readPostings(['lamp'], await readIndex())).postings);
      expect(held).toEqual(stored);
      await remove(other);
      expect(await found('lamp')).toEqual([]);
    }));

  it('keep nothing of a transaction that is rolled back', () =>
    inNewWorkspace(async (workspaceId) => {
      const source = await makeSource(workspaceId);
      await write(workspaceId, source, ['The lamp is red.']);
      await found('lamp');
      const undone = transaction(async () => {
        await write(workspaceId, source, ['The lamp is blue.']);
        expect(await found('blue')).toHaveLength(1);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      await write(workspaceId, source, ['The river is wide.']);
      expect(await found('blue lamp')).toHaveLength(1);
      const [held, stored] = await bothWays(
        async () => (await readPostings(['lamp', 'river'], await readIndex())).postings,
      );
      expect(held).toEqual(stored);
    }));

  it('do not show what a change of the audience has hidden', () =>
    inNewWorkspace(async (workspaceId) => {
      const [open, other] = [await makeSource(workspaceId), await makeSource(workspaceId)];
      await write(workspaceId, open, ['The lamp is red.']);
      await write(workspaceId, other, ['The lamp is secret.']);
      expect(await found('lamp')).toHaveLength(2);
      await execute(`update knowledge_sources set audience = 'people', people = $2 where id = $1`, [
        other.id,
        [newId()],
      ]);
      expect(await found('lamp')).toHaveLength(1);
      expect(await found('secret')).toEqual([]);
      expect((await searchKnowledge({ question: 'secrte', most: 10 })).corrected).toEqual([]);
    }));

  it('remember a limited number of removals', () =>
    inNewWorkspace(async (workspaceId) => {
      const source = await makeSource(workspaceId);
      const one = await write(workspaceId, source, ['The lamp is red.', 'The lamp is green.']);
      await execute('update knowledge_indexes set removed = 30000 where workspace_id = $1', [workspaceId]);
      await execute(
        'insert into knowledge_removals (workspace_id, place, number) values ($1, 10000, 9), ($1, 11000, 8)',
        [workspaceId],
      );
      await remove(one);
      const left = await query<{ place: number }>(
        'select place from knowledge_removals where workspace_id = $1 order by place',
        [workspaceId],
      );
      expect(left.map(({ place }) => place)).toEqual([11_000, 30_001, 30_002]);
    }));
});
