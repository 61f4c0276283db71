/**
 * `npm run bench -- --knowledge`: the search of a knowledge base with 200,000 passages on PostgreSQL, over HTTP, and the
 * reading of 1,000 documents into it. Prints a table; figures of a whole run stand in docs/benchmarks-retrieval.md.
 *
 * - `--passages=20000` another size
 * - `--documents=100` documents of ten passages to read; 0 for none
 * - `--keep=postgres://…/name` a database that is filled the first time and reused
 * - `--profile=FOLDER` writes a CPU profile of the search there
 */
import { parseArgs } from 'node:util';
import { knowledge, knowledgeDocuments, knowledgeSources } from '../src/domains/knowledge/contract.ts';
import type { TestClient } from '../src/testing/client.ts';
import type { ServerProcess } from '../src/testing/server-process.ts';
import { textsFrom } from './knowledge-texts.ts';
import { forgetPeak, measure, memory } from './measure.ts';
import { seedKnowledge } from './seed-knowledge.ts';
import { headersOf, setStage } from './compared-servers.ts';

const { values: options } = parseArgs({
  options: {
    passages: { type: 'string', default: '200000' },
    documents: { type: 'string', default: '1000' },
    keep: { type: 'string' },
    profile: { type: 'string' },
    seconds: { type: 'string', default: '15' },
  },
});
const PASSAGES = Number(options.passages);
const DOCUMENTS = Number(options.documents);
const SECONDS = Number(options.seconds);
const QUESTIONS = 300;
const CONNECTIONS = [1, 4];
const PER_DOCUMENT = 10;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Product = ServerProcess & { owner: TestClient };

const texts = textsFrom(7);
/** One in this many has a typo: a letter is missing. */
const TYPO_EVERY = 10;
const questions = Array.from({ length: QUESTIONS }, (_, n) => {
  const question = texts.question(texts.topic());
  return n % TYPO_EVERY === 5 ? question.replace(/^(How does ..)./, '$1') : question;
});

const stage = await setStage(
  'postgres',
  async (isNew) => ({ scenarios: [], workspaceId: isNew ? (await seedKnowledge(PASSAGES)).workspaceId : '' }),
  { keep: options.keep },
);
try {
  say(`${stage.database}, ${PASSAGES.toLocaleString('en')} passages`);
  if (stage.seeded) say(`seeded in ${stage.seeded.toFixed(0)} s`);
  const product = await stage.product(
    options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`, '--cpu-prof-name=search.cpuprofile'] : [],
  );
  try {
    say(`server ready: ${memory(product.pid).now.toFixed(0)} MB`);
    await measureSearch(product);
    await measureFreshness(product);
    if (DOCUMENTS > 0) await measureReading(product);
  } finally {
    await product.stop();
  }
} finally {
  await stage.remove();
}

function search(owner: TestClient, q: string) {
  return owner.call(knowledgeDocuments.search, { query: { q, limit: 10 } });
}

async function measureSearch({ owner, url, pid }: Product): Promise<void> {
  const began = performance.now();
  const first = await search(owner, questions[0]!);
  say(`first search after the start: ${(performance.now() - began).toFixed(0)} ms, ${first.items.length} found`);
  const headers = await headersOf(owner);
  const requests = questions.map((q) => ({
    method: 'GET',
    path: `/api/knowledge/search?limit=10&q=${encodeURIComponent(q)}`,
  }));
  const warm = performance.now();
  for (const q of questions) await search(owner, q);
  say(`every question once: ${((performance.now() - warm) / QUESTIONS).toFixed(0)} ms each`);
  for (const connections of CONNECTIONS) {
    const {
      p50,
      p95,
      p99,
      requests: count,
      cpu,
    } = await measure(pid, { url, headers, connections, seconds: SECONDS, requests });
    say(
      `search, ${connections} at a time: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (${count} requests, ${cpu.toFixed(0)} ms of processor time each)`,
    );
  }
  say(`memory after searching: ${memory(pid).now.toFixed(0)} MB, peak ${memory(pid).peak.toFixed(0)} MB`);
}

/** Milliseconds until `isTrue`, looked at without a pause. */
async function until(isTrue: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isTrue())) if (performance.now() - began > 60_000) throw new Error('It did not happen in a minute.');
  return performance.now() - began;
}

async function notesSource({ owner }: Product, name: string): Promise<string> {
  const { id } = await owner.call(knowledgeSources.create, { body: { kind: 'notes', name } as never });
  return id;
}

async function measureFreshness(product: Product): Promise<void> {
  const { owner } = product;
  const sourceId = await notesSource(product, `Fresh ${Date.now()}`);
  const body = { title: 'The zeppelin hangar', text: 'The zeppelin hangar quixotically opens on Whitmonday.' };
  const finds = async () =>
    (await search(owner, 'When does the zeppelin hangar open?')).items.some((item) => item.sourceId === sourceId);
  const note = await owner.call(knowledgeDocuments.addNote, { params: { id: sourceId }, body: body as never });
  say(`a new note is found after ${(await until(finds)).toFixed(0)} ms`);
  await owner.call(knowledgeDocuments.remove, { params: { id: note.id } });
  say(`a deleted note is gone after ${(await until(async () => !(await finds()))).toFixed(0)} ms`);
}

async function measureReading(product: Product): Promise<void> {
  const { owner, pid } = product;
  const sourceId = await notesSource(product, `Reading ${Date.now()}`);
  const own = textsFrom(Date.now() % 1_000_000);
  const before = await owner.call(knowledge.status, {});
  forgetPeak(pid);
  const began = performance.now();
  for (let n = 0; n < DOCUMENTS; n++) {
    const topic = own.topic();
    const text = Array.from({ length: PER_DOCUMENT }, (_, part) => `## Part ${part}\n${own.passage(topic)}`).join(
      '\n\n',
    );
    await owner.call(knowledgeDocuments.addNote, {
      params: { id: sourceId },
      body: { title: `Read ${n}`, text } as never,
    });
  }
  say(`${DOCUMENTS} documents sent in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  let isRead = false;
  for (;;) {
    const source = await owner.call(knowledgeSources.get, { params: { id: sourceId } });
    if (!isRead && source.waiting === 0) {
      isRead = true;
      const seconds = (performance.now() - began) / 1000;
      say(`found by words after ${seconds.toFixed(0)} s: ${(source.passages / seconds).toFixed(0)} passages a second`);
    }
    if (source.state !== 'working') {
      const seconds = (performance.now() - began) / 1000;
      const { embedded } = await owner.call(knowledge.status, {});
      say(
        `read with vectors after ${seconds.toFixed(0)} s: ${source.passages} passages, ${(source.passages / seconds).toFixed(0)} a second, ${embedded - before.embedded} vectors; ${source.error || source.state}; peak ${memory(pid).peak.toFixed(0)} MB`,
      );
      return;
    }
    await pause(250);
  }
}
