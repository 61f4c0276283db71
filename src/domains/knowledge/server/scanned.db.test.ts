import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { scannedPdf, scannedPicture } from '../../../testing/scanned-files.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import {
  knowledge,
  knowledgeAnswers,
  knowledgeDocuments,
  type KnowledgeDocument,
  knowledgeSources,
} from '../contract.ts';
import { readingAtOnce, readNext } from './read-next.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;

async function withSource(): Promise<{ person: Person; sourceId: string }> {
  const person = await system.signedIn({
    workspaceId: await system.clientWorkspace(`Client ${newId()}`),
    workspaceRole: 'owner',
  });
  const source = await person.call(knowledgeSources.create, { body: { kind: 'files', name: 'Scans' } as never });
  return { person, sourceId: source.id };
}

async function upload(person: Person, sourceId: string, name: string, content: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('file', new File([content], name));
  const { status, body } = await person.send<KnowledgeDocument>('POST', `/api/knowledge/sources/${sourceId}/files`, {
    raw: form,
  });
  expect(status).toBe(201);
  return body.id;
}

const settled = (person: Person, id: string) =>
  vi.waitFor(
    async () => {
      const document = await person.call(knowledgeDocuments.get, { params: { id } });
      expect(['ready', 'failed']).toContain(document.state);
      return document;
    },
    { timeout: 60_000, interval: 100 },
  );
const passagesOf = (person: Person, id: string) =>
  person.call(knowledgeDocuments.passages, { params: { id }, query: {} as never });

describe('repeated passages', () => {
  it('are texts of several documents, without copies of whole documents and what one may not read', async () => {
    const { person } = await withSource();
    const text = 'Every visitor signs the list at the gate and carries a badge until they leave the orchard again.';
    const notes = async (name: string, more: Record<string, unknown>, titles: readonly [string, string][]) => {
      const source = await person.call(knowledgeSources.create, { body: { kind: 'notes', name, ...more } as never });
      const ids: string[] = [];
      for (const [title, body] of titles)
        ids.push(
          (await person.call(knowledgeDocuments.addNote, { params: { id: source.id }, body: { title, text: body } }))
            .id,
        );
      for (const id of ids) await settled(person, id);
      return ids;
    };
    const [old, fresh] = await notes('Open', {}, [
      ['Gate 2019', text],
      ['Gate', text],
      ['Copy', 'A copy as a whole of another one, long enough to be counted as a passage that repeats.'],
    ]);
    await notes('Secret', { audience: 'people', people: [] }, [['Hidden gate', text]]);
    await asSystem(() =>
      execute(`update knowledge_documents set changed_at = now() - interval '2 years' where id = $1`, [old]),
    );
    const reader = await system.signedIn({ workspaceId: person.workspaceId });
    const { items } = await reader.call(knowledgeDocuments.repeated, { query: {} as never });
    expect(items).toMatchObject([
      {
        text,
        places: [
          { documentId: fresh, documentTitle: 'Gate', isStale: false },
          { documentId: old, isStale: true },
        ],
      },
    ]);
    const own = await person.call(knowledgeDocuments.repeated, { query: {} as never });
    expect(own.items[0]!.places).toHaveLength(3);
  });
});

describe('scanned documents', { timeout: 120_000 }, () => {
  it('are read by OCR on the pages that need it, keep their page numbers, and say so where they are cited', async () => {
    const { person, sourceId } = await withSource();
    const own = 'This page has text of its own: the office is closed on public holidays.';
    const pdf = await scannedPdf([['gray'], own, ['blurred']]);
    const documentId = await upload(person, sourceId, 'handbook.pdf', pdf as Buffer<ArrayBuffer>);
    const document = await settled(person, documentId);
    expect(document).toMatchObject({ state: 'ready', pages: 3, error: '', notice: '' });
    const { items } = await passagesOf(person, documentId);
    expect(items[0]).toMatchObject({ place: 'Page 1', page: 1 });
    expect(items[0]!.text).toContain('The harvest starts on the second Monday of September.');
    expect(items[0]!.ocr).toBeGreaterThan(0.7);
    expect(items[1]).toMatchObject({ place: 'Page 2', text: own, ocr: null });
    // What OCR makes of a blurred page is either nothing or flagged.
    expect(document.unsurePages).toEqual(document.scanned === 2 ? [3] : []);
    const answer = await person.call(knowledgeAnswers.ask, {
      params: { id: newId() },
      body: { question: 'When does the harvest start?' },
    });
    expect(answer.passages[0]).toMatchObject({ place: 'Page 1', documentTitle: 'handbook.pdf' });
    expect(answer.passages[0]!.ocr).toBeGreaterThan(0.7);
    // Deleting leaves nothing of the pages.
    await person.call(knowledgeDocuments.remove, { params: { id: documentId } });
    const [left] = await asSystem(() =>
      query<{ count: number }>('select count(*)::int as count from knowledge_scanned_pages where document_id = $1', [
        documentId,
      ]),
    );
    expect(left!.count).toBe(0);
  });

  it('may be pictures; one without text fails with the reason, and a page that is unsure is flagged', async () => {
    const { person, sourceId } = await withSource();
    const id = await upload(person, sourceId, 'sign.png', scannedPicture('strip-2'));
    expect(await settled(person, id)).toMatchObject({ state: 'ready', pages: 1, scanned: 1, type: 'image/png' });
    expect((await passagesOf(person, id)).items).toMatchObject([{ text: 'The gate closes at 6 p.m.', place: '' }]);
    const blank = await upload(person, sourceId, 'blank.pdf', (await scannedPdf([[]])) as Buffer<ArrayBuffer>);
    const failed = await settled(person, blank);
    expect([failed.state, failed.error]).toEqual([
      'failed',
      'No text was found on these pages, also not by OCR. Add a sharper scan or a version with text.',
    ]);
    await asSystem(() => execute('update knowledge_documents set unsure_pages = $2 where id = $1', [id, [1]]));
    expect((await person.call(knowledge.status)).unsure).toBe(1);
    const { items } = await person.call(knowledgeDocuments.list, { query: { show: 'unsure' } as never });
    expect(items.map((one) => one.id)).toEqual([id]);
  });

  it('go on with the next page when it is others’ turn, and read nothing twice', async () => {
    const { person, sourceId } = await withSource();
    const pdf = await scannedPdf([['black-and-white'], ['strip-1', 'strip-2']]);
    const id = await upload(person, sourceId, 'two.pdf', pdf as Buffer<ArrayBuffer>);
    await settled(person, id);
    // The job goes on with the vectors, and would take the document up again.
    await vi.waitFor(
      async () =>
        expect((await person.call(knowledgeSources.get, { params: { id: sourceId } })).state).not.toBe('working'),
      { timeout: 30_000, interval: 50 },
    );
    await inWorkspace(person.workspaceId, person.userId, async () => {
      const [source] = await query<{ id: string; number: number; kind: string }>(
        'select id, number, kind from knowledge_sources where id = $1',
        [sourceId],
      );
      await execute(`delete from knowledge_scanned_pages where document_id = $1`, [id]);
      await execute(`update knowledge_documents set state = 'waiting', attempts = 0 where id = $1`, [id]);
      const said: string[] = [];
      const reading = {
        ...readingAtOnce(AbortSignal.timeout(60_000)),
        onPage: (message: string) => void said.push(message),
      };
      await readNext(source!, { ...reading, turnIsOver: () => true });
      const state = () =>
        query('select state, attempts from knowledge_documents where id = $1', [id]).then(([row]) => row);
      expect(await state()).toEqual({ state: 'waiting', attempts: 0 });
      expect(await query('select page from knowledge_scanned_pages where document_id = $1', [id])).toEqual([
        { page: 1 },
      ]);
      // What is stored is not read again: the mark stays.
      await execute(`update knowledge_scanned_pages set text = 'Page one was kept.' where document_id = $1`, [id]);
      await readNext(source!, reading);
      expect(await state()).toEqual({ state: 'ready', attempts: 0 });
      expect(said).toEqual([
        'OCR of two.pdf: page 1 of 2',
        'OCR of two.pdf: page 2 of 2',
        'OCR of two.pdf: page 2 of 2',
      ]);
    });
    expect((await passagesOf(person, id)).items.map(({ text }) => text)).toEqual([
      'Page one was kept.',
      'Visitors park behind the cider barn.\nThe gate closes at 6 p.m.',
    ]);
  });
});
