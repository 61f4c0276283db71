import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asSystem, execute } from '../../../server/db/index.ts';
import { connectModel } from '../../../testing/connect-model.ts';
import { startTestModelServer, type TestModelServer } from '../../../testing/model-server.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { activities, contacts } from '../../crm/contract.ts';
import { type Meeting, meetings } from '../contract.ts';

let system: TestSystem;
let server: TestModelServer;
let user: Awaited<ReturnType<TestSystem['signedIn']>>;
beforeAll(async () => {
  server = await startTestModelServer();
  system = await startTestSystem({ OUTGOING_ALLOW: server.host });
  user = await system.signedIn({ name: 'Anna Berg', workspaceRole: 'owner' });
});
afterAll(async () => {
  await system.destroy();
  await server.close();
});
beforeEach(async () => {
  server.replies = [];
  server.requests = [];
  await asSystem(() => execute(`delete from connections where port = 'model'`));
});

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Anna Berg>The harbor project starts in March, and the harbor budget is fixed.

00:00:04.500 --> 00:00:07.500
<v Carla Diaz>I'll send the harbor contract by Friday.

00:00:08.000 --> 00:00:10.000
<v Speaker 1>We decided to hire a diver.
`;
const HELD = '2026-03-02T15:00:00.000Z';
const add = (more: Partial<Parameters<typeof body>[0]> = {}) => user.call(meetings.create, { body: body(more) });
const body = (more: Partial<{ title: string; heldAt: string; transcript: string; contactId: string }>) => ({
  title: 'Harbor kickoff',
  heldAt: HELD,
  transcript: VTT,
  ...more,
});
const itemOf = (meeting: Meeting, kind: 'task' | 'decision') => meeting.items.find((item) => item.kind === kind)!;

describe('a meeting', () => {
  it('is read from its transcript, logged as an activity, and knows who spoke', async () => {
    const meeting = await add();
    expect(meeting).toMatchObject({ durationMs: 10_000, segmentCount: 3, hasModel: false, createdBy: 'Anna Berg' });
    expect(meeting.speakers.map(({ label, user: person }) => [label, person?.name ?? null])).toEqual([
      ['Anna Berg', 'Anna Berg'],
      ['Carla Diaz', null],
      ['Speaker 1', null],
    ]);
    expect(itemOf(meeting, 'task')).toMatchObject({ text: "I'll send the harbor contract by Friday.", position: 1 });
    expect(itemOf(meeting, 'decision')).toMatchObject({ text: 'We decided to hire a diver.', state: 'proposed' });
    const logged = await user.call(activities.list, { query: { type: 'meeting' } });
    expect(logged.items[0]).toMatchObject({ subject: 'Harbor kickoff', status: 'done' });
    const { items } = await user.call(meetings.transcript, {
      params: { id: meeting.id },
      query: { from: 1, limit: 1 },
    });
    expect(items).toEqual([
      { position: 1, speaker: 'Carla Diaz', startMs: 4_500, text: "I'll send the harbor contract by Friday." },
    ]);
  });

  it('turns an accepted task into an activity of its contact, once', async () => {
    const { id: contactId } = await user.call(contacts.create, { body: { firstName: 'Carla', lastName: 'Diaz' } });
    const meeting = await add({ contactId });
    expect(meeting.speakers.find(({ label }) => label === 'Carla Diaz')!.contact).toMatchObject({ id: contactId });
    const params = { id: meeting.id, itemId: itemOf(meeting, 'task').id };
    const accepted = await user.call(meetings.acceptItem, {
      params,
      body: { text: 'Send contract', day: '2026-03-06' },
    });
    expect(itemOf(accepted, 'task')).toMatchObject({
      state: 'accepted',
      text: 'Send contract',
      activity: { done: false },
    });
    const tasks = await user.call(activities.list, { query: { contactId, type: 'task' } });
    expect(tasks.items).toMatchObject([{ subject: 'Send contract', day: '2026-03-06' }]);
    expect((await user.tryCall(meetings.acceptItem, { params, body: {} })).status).toBe(409);
    const dismissed = { params, body: { dismissed: true } };
    expect((await user.tryCall(meetings.dismissItem, dismissed)).status).toBe(409);
  });

  it('dismisses an item and brings it back', async () => {
    const meeting = await add();
    const params = { id: meeting.id, itemId: itemOf(meeting, 'decision').id };
    const set = (dismissed: boolean) => user.call(meetings.dismissItem, { params, body: { dismissed } });
    expect(itemOf(await set(true), 'decision').state).toBe('dismissed');
    expect(itemOf(await set(false), 'decision').state).toBe('proposed');
  });

  it('remembers who a speaker is for the next meeting, but not “Speaker 1”', async () => {
    const carla = await system.signedIn({ name: 'Carla Maria Diaz', workspaceId: user.workspaceId });
    const first = await add();
    const name = (label: string, userId: string) =>
      user.call(meetings.nameSpeaker, { params: { id: first.id }, body: { label, userId } });
    await name('Carla Diaz', carla.userId);
    expect((await name('Speaker 1', carla.userId)).speakers[2]!.user).toMatchObject({ id: carla.userId });
    const next = await add();
    expect(next.speakers.map(({ label, name: shown }) => [label, shown])).toEqual([
      ['Anna Berg', 'Anna Berg'],
      ['Carla Diaz', 'Carla Maria Diaz'],
      ['Speaker 1', 'Speaker 1'],
    ]);
    const unknown = { params: { id: first.id }, body: { label: 'Nobody', name: 'Who' } };
    expect((await user.tryCall(meetings.nameSpeaker, unknown)).status).toBe(404);
  });

  it('is found by what was said', async () => {
    await add({ title: 'Lunch', transcript: 'Anna Berg: The zeppelin lands at noon.' });
    const found = await user.call(meetings.list, { query: { search: 'zeppelins' } });
    expect(found.items).toMatchObject([{ title: 'Lunch', hit: { position: 0, text: 'The zeppelin lands at noon.' } }]);
    expect((await user.call(meetings.list, { query: { search: 'zeppelin -noon' } })).items).toEqual([]);
    const page = await user.call(meetings.list, { query: { limit: 2 } });
    expect(page.items).toHaveLength(2);
    const rest = await user.call(meetings.list, { query: { limit: 50, cursor: page.next! } });
    expect(rest.items.map(({ id }) => id)).not.toContain(page.items[1]!.id);
  });

  it('is shared by a link that shows what was accepted, until it ends', async () => {
    const meeting = await add({ title: 'Shared <b>harbor</b>' });
    const params = { id: meeting.id, itemId: itemOf(meeting, 'decision').id };
    await user.call(meetings.acceptItem, { params, body: {} });
    const { shares } = await user.call(meetings.share, {
      params: { id: meeting.id },
      body: { days: 7, withTranscript: false },
    });
    const path = new URL(shares[0]!.url).pathname;
    const page = await system.app.inject({ url: path });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Shared &lt;b&gt;harbor&lt;/b&gt;');
    expect(page.body).toContain('We decided to hire a diver.');
    // Neither what nobody reviewed nor the transcript.
    expect(page.body).not.toContain('<h2>Tasks</h2>');
    expect(page.body).not.toContain('<h2>Transcript</h2>');
    expect((await system.app.inject({ url: `${path.slice(0, -1)}x` })).statusCode).toBe(404);
    await user.call(meetings.endShare, { params: { id: meeting.id, shareId: shares[0]!.id } });
    // Pages that are kept fall when word of the change arrives.
    const status = async () => (await system.app.inject({ url: path })).statusCode;
    await expect.poll(status, { timeout: 20_000 }).toBe(404);
  });

  it('is refused without speech, and for records that are not there', async () => {
    for (const bad of [{ transcript: 'WEBVTT' }, { title: ' ' }, { contactId: '00000000-0000-4000-8000-000000000000' }])
      expect((await user.tryCall(meetings.create, { body: body(bad) })).status).toBe(400);
  });

  it('is deleted by who added it or manages the workspace; its tasks stay', async () => {
    const other = await system.signedIn({ workspaceId: user.workspaceId });
    const meeting = await add();
    const params = { id: meeting.id };
    expect((await other.tryCall(meetings.remove, { params })).status).toBe(403);
    const stale = { params, body: { version: 9, title: 'Other' } };
    expect((await user.tryCall(meetings.update, stale)).status).toBe(409);
    await user.call(meetings.remove, { params });
    expect((await user.tryCall(meetings.get, { params })).status).toBe(404);
  });
});

describe('the summary of a model', () => {
  const READING = {
    points: [
      { text: 'The harbor project starts in March.', passage: 0 },
      { text: 'Unicorns exist.', passage: 0 },
      { text: 'The harbor is blue.', passage: 77 },
    ],
    chapters: [{ text: 'Harbor project', passage: 0 }],
    tasks: [{ text: 'Carla sends the contract.', passage: 1 }],
    decisions: [{ text: 'Hire a diver.', passage: 2 }],
    questions: [],
  };
  it('keeps only what its passage speaks of, and what people decided', async () => {
    await connectModel(server, { workspaceId: user.workspaceId });
    const meeting = await add();
    const params = { id: meeting.id };
    await user.call(meetings.acceptItem, { params: { ...params, itemId: itemOf(meeting, 'decision').id }, body: {} });
    server.replies = [{ text: JSON.stringify(READING) }];
    expect((await user.call(meetings.summarize, { params })).summaryState).toBe('running');
    const done = await vi.waitFor(
      async () => {
        const now = await user.call(meetings.get, { params });
        expect(now.summaryState).toBe('done');
        return now;
      },
      { timeout: 20_000, interval: 40 },
    );
    expect(done.summary).toEqual({
      by: 'model',
      points: [{ text: 'The harbor project starts in March.', position: 0 }],
      chapters: [{ text: 'Harbor project', position: 0 }],
    });
    expect(done.items.map(({ text, state, madeBy }) => [text, state, madeBy])).toEqual([
      ['Carla sends the contract.', 'proposed', 'model'],
      ['We decided to hire a diver.', 'accepted', 'words'],
      ['Hire a diver.', 'proposed', 'model'],
    ]);
  });

  it('fails in words, and what was there before stays', async () => {
    await connectModel(server, { workspaceId: user.workspaceId });
    const meeting = await add();
    const params = { id: meeting.id };
    server.replies = Array.from({ length: 8 }, () => ({ text: 'no JSON' }));
    await user.call(meetings.summarize, { params });
    const failed = await vi.waitFor(
      async () => {
        const now = await user.call(meetings.get, { params });
        expect(now.summaryState).toBe('failed');
        return now;
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(failed.summaryError).toMatch(/./);
    expect(failed.summary.by).toBe('words');
    expect(failed.items).toHaveLength(meeting.items.length);
  });

  it('is refused in words without a model', async () => {
    const { id } = await add();
    expect((await user.tryCall(meetings.summarize, { params: { id } })).status).toBe(503);
  });
});

describe('the team', () => {
  it('sees talk, follow-through, and time', async () => {
    const workspaceId = await system.clientWorkspace();
    const lead = await system.signedIn({ workspaceId, name: 'Tess Lead', workspaceRole: 'owner' });
    const meeting = await lead.call(meetings.create, {
      body: body({ transcript: VTT.replaceAll('Anna Berg', 'Tess Lead') }),
    });
    const params = { id: meeting.id, itemId: itemOf(meeting, 'task').id };
    const { items } = await lead.call(meetings.acceptItem, { params, body: { ownerId: lead.userId } });
    const task = items.find(({ kind }) => kind === 'task')!.activity!;
    await lead.call(activities.complete, { params: { id: task.id }, body: {} });
    const team = await lead.call(meetings.team, { query: { from: '2026-03-01', to: '2026-03-31' } });
    expect(team).toMatchObject({ meetings: 1, people: [{ name: 'Tess Lead', meetings: 1, tasks: 1, done: 1 }] });
    expect(team.people[0]!.share).toBeCloseTo(3 / 8, 6);
    expect(team.weeks).toMatchObject([{ week: '2026-03-02', meetings: 1 }]);
    const empty = await lead.call(meetings.team, { query: { from: '2026-04-01', to: '2026-04-30' } });
    expect(empty).toMatchObject({ meetings: 0, minutes: 0, people: [] });
    const years = { query: { from: '2020-01-01', to: '2026-04-30' } };
    expect((await lead.tryCall(meetings.team, years)).status).toBe(400);
  });
});
