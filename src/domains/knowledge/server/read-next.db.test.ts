import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { insertRow, inWorkspace, query, transaction, updateRows } from '../../../server/db/index.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { nextSourceNumber } from './index/write.ts';
import { type Reading, readingAtOnce, readNext, sha256 } from './read-next.ts';
import type { SyncedSource } from './synced-source.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Source = Pick<SyncedSource, 'id' | 'number' | 'kind'>;

/** A source with waiting notes. */
async function withNotes(bodies: readonly string[], test: (source: Source, ids: string[]) => Promise<void>) {
  const workspaceId = await system.clientWorkspace(`Client ${newId()}`);
  await inWorkspace(workspaceId, null, async () => {
    const source = { id: newId(), number: await transaction(nextSourceNumber), kind: 'notes' as const };
    await insertRow('knowledge_sources', { ...source, workspaceId, name: 'Notes' });
    const ids: string[] = [];
    for (const body of bodies) {
      const id = newId();
      await insertRow('knowledge_documents', {
        id,
        workspaceId,
        sourceId: source.id,
        title: `Note ${ids.length}`,
        type: 'text/markdown',
        body,
        size: body.length,
        sha256: sha256(`${ids.length} ${body}`),
      });
      ids.push(id);
    }
    await test(source, ids);
  });
}

const reading = (more: Partial<Reading> = {}): Reading => ({ ...readingAtOnce(AbortSignal.timeout(20_000)), ...more });

async function states(source: Source): Promise<string[]> {
  const rows = await query<{ state: string; passages: number; attempts: number }>(
    'select state, passages, attempts from knowledge_documents where source_id = $1 order by id',
    [source.id],
  );
  return rows.map(({ state, passages, attempts }) => `${state} ${passages} ${attempts}`);
}

describe('reading waiting documents', () => {
  it('writes short ones together, and fails the unreadable one alone', () =>
    withNotes(['The lamp is red.', ' \n ', 'The lamp is green.'], async (source) => {
      let checkpoints = 0;
      const count = async () => void (checkpoints += 1);
      expect(await readNext(source, reading({ checkpoint: count }))).toBe(3);
      expect(await states(source)).toEqual(['ready 1 0', 'failed 0 1', 'ready 1 0']);
      expect(checkpoints).toBe(1);
      expect(await readNext(source, reading({ checkpoint: count }))).toBe(0);
    }));

  it('reads a large one without the others', () =>
    withNotes(['The lamp is red. '.repeat(70_000), 'The lamp is green.'], async (source) => {
      expect(await readNext(source, reading())).toBe(1);
      expect((await states(source))[1]).toBe('waiting 0 0');
    }));

  it('reads one that a restart interrupted alone, so that it cannot take others with it', () =>
    withNotes(['One.', 'Two.', 'Three.', 'Four.', 'Five.'], async (source, ids) => {
      await updateRows('knowledge_documents', { state: 'reading', attempts: 1 }, { id: ids[2]! });
      const read = [];
      for (let n = 0; n < 4; n++) read.push(await readNext(source, reading()));
      expect(read).toEqual([2, 1, 2, 0]);
      expect(await states(source)).toEqual(Array.from({ length: 5 }, () => 'ready 1 0'));
    }));

  it('writes them one by one where they cannot be written together', () =>
    withNotes(['The lamp is red.', 'The lamp is green.'], async (source) => {
      let calls = 0;
      const failingOnce = () => (calls++ === 0 ? Promise.reject(new Error('no')) : Promise.resolve());
      expect(await readNext(source, reading({ checkpoint: failingOnce }))).toBe(2);
      expect([calls, await states(source)]).toEqual([3, ['ready 1 0', 'ready 1 0']]);
    }));

  it('counts no attempt when it is stopped', () =>
    withNotes(['The lamp is red.', 'The lamp is green.'], async (source) => {
      const stopping = new AbortController();
      const stop = () => {
        stopping.abort(new Error('stopped'));
        return Promise.reject(new Error('stopped'));
      };
      await expect(readNext(source, reading({ signal: stopping.signal, checkpoint: stop }))).rejects.toThrow('stopped');
      expect(await states(source)).toEqual(['reading 0 0', 'reading 0 0']);
      expect(await readNext(source, reading())).toBe(2);
      expect(await states(source)).toEqual(['ready 1 0', 'ready 1 0']);
    }));
});
