/**
 * Secrets in the headers of calls, over the whole life of a workflow: nowhere in the database as they are, and in the
 * call as they were entered.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem, execute, query } from '../../../server/db/index.ts';
import { allowPrivateHosts } from '../../../server/http-client/client.ts';
import { wake } from '../../../server/jobs/queue.ts';
import { runRecurring } from '../../../server/jobs/recurring.ts';
import { initLog } from '../../../server/observability/log.ts';
import { tablesWith } from '../../../testing/find-text-in-tables.ts';
import { until, workflowTests } from '../../../testing/workflows.ts';
import { approvals } from '../../approvals/contract.ts';
import { contacts } from '../../crm/contract.ts';
import { type Draft, type Workflow, workflowRuns, workflows } from '../contract.ts';
import { SEAL_KEPT } from './seal-existing-headers.ts';
import { WAKE } from './worker.ts';

let receiver: Server;
let url: string;
let received: IncomingHttpHeaders[] = [];
/** Responses of the other system; the last one repeats. */
let answers: ((headers: IncomingHttpHeaders) => [status: number, body: string])[] = [];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request.headers);
    const [status, body] = (answers.length > 1 ? answers.shift()! : answers[0]!)(request.headers);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(() => {
  allowPrivateHosts([]);
  receiver.close();
});

const here = workflowTests(() => ({ OUTGOING_ALLOW: new URL(url).host }));
let ada: typeof here.admin;
let mark: string;
beforeEach(() => {
  ada = here.admin;
  received = [];
  answers = [() => [200, '{}']];
  // Also as text inside of JSON it is found as it is.
  mark = randomBytes(12).toString('hex');
});

const MANUAL = { kind: 'manual', record: null };
const callStep = (id: string, headers: unknown[], more: object = {}) => ({
  id,
  name: '',
  kind: 'webhook',
  url,
  method: 'POST',
  headers,
  body: '',
  policy: 'direct',
  ...more,
});
const start = (id: string) => ada.call(workflows.start, { params: { id }, body: {} });
/** The request that waits, once it does. */
const asked = () =>
  until(async () => {
    const { items } = await ada.call(approvals.list, { query: { tab: 'outgoing' } });
    expect(items).toHaveLength(1);
    return items[0]!;
  });
/** The moment in which a decision can be taken back is over. */
const hasten = async () => {
  await asSystem(() =>
    execute(`update pgboss.job set start_after = now() where name = 'approvals.run' and state = 'created'`),
  );
  wake('approvals.run');
};
const approvalIn = (id: string, state: string) =>
  until(async () => {
    await hasten();
    const found = await ada.call(approvals.get, { params: { id } });
    expect(found.state).toBe(state);
    return found;
  });
const again = (workflow: Workflow, draft: unknown) =>
  ada.call(workflows.update, {
    params: { id: workflow.id },
    body: { version: workflow.version, draft: draft as Draft },
  });
const get = (id: string) => ada.call(workflows.get, { params: { id } });
const keptDraft = async (id: string) =>
  (
    await asSystem(() =>
      query<{ draft: { steps: { headers: { name: string; value: unknown }[] }[] } }>(
        'select draft from workflows where id = $1',
        [id],
      ),
    )
  )[0]!.draft;
const headersOf = (workflow: { draft: Draft }, step = 0) =>
  (workflow.draft.steps[step] as unknown as { headers: { name: string; value: unknown }[] }).headers;

it('secrets of calls stand nowhere as they are, from the draft to the call, and are what the call carries [V43]', async () => {
  const lines: string[] = [];
  initLog({
    level: 'trace',
    destination: new Writable({
      write: (line: Buffer, _, done) => {
        lines.push(line.toString());
        done();
      },
    }),
  });
  const fromOutside = randomBytes(12).toString('hex');
  const headers = [
    { name: 'X-Api-Key', value: mark },
    { name: 'Authorization', value: `Bearer ${mark} {{run.workflow}}` },
    { name: 'X-Token', value: '{{trigger.data.token}}' },
    { name: 'X-Fallback-Key', value: `{{trigger.data.none | default: "${mark}"}}` },
    { name: 'X-Kind', value: 'plain' },
  ];
  const draft = {
    trigger: { kind: 'hook' },
    steps: [callStep('one', headers), callStep('two', headers, { policy: 'approval' })],
  };
  const sent = {
    'x-api-key': mark,
    authorization: `Bearer ${mark} Sealed`,
    'x-token': fromOutside,
    'x-fallback-key': mark,
    'x-kind': 'plain',
  };

  const { id } = await ada.call(workflows.create, {
    body: { name: 'Sealed', draft: draft },
    headers: { 'idempotency-key': mark.slice(0, 8) },
  });
  const drafted = await again(await get(id), draft);
  // Editors see the secret as entered, and other values are stored unchanged.
  expect(headersOf(drafted)).toEqual(headers);
  expect(
    (await keptDraft(id)).steps[0]!.headers.map(({ value }) =>
      typeof value === 'string' ? value : Object.keys(value as object),
    ),
  ).toEqual([['sealed'], ['sealed'], '{{trigger.data.token}}', ['sealed'], 'plain']);
  expect(
    JSON.stringify(await ada.call(workflows.dryRun, { params: { id }, body: { data: { token: fromOutside } } })),
  ).not.toContain(mark);
  const published = await ada.call(workflows.publish, { params: { id }, body: { version: drafted.version } });
  expect(published).toMatchObject({ changed: false, problems: [] });

  answers = [
    () => [500, 'not now'],
    () => [200, '{"ok":true}'],
    ({ authorization }) => [401, `No such key: ${authorization}`],
    () => [200, '{"ok":true}'],
  ];
  await here.system
    .visitor()
    .send('POST', new URL(published.hookUrl!).pathname, { body: { token: fromOutside }, withoutCsrf: true });
  await here.runOf(id, 'waiting');
  await asSystem(() =>
    execute('update workflow_runs set wake_at = now() - make_interval(secs => 1) where workflow_id = $1', [id]),
  );
  await runRecurring(WAKE);
  const waiting = await asked();
  const edited = await ada.call(approvals.edit, {
    params: { id: waiting.id },
    body: { version: waiting.version, content: { ...waiting.content, body: 'changed' } },
  });
  await ada.call(approvals.approve, { params: { id: waiting.id }, body: { version: edited.version } });
  const failed = await approvalIn(waiting.id, 'failed');
  // Others quote the key that they refuse.
  expect(failed.error).toBe('The other system answered 401: No such key: Bearer •••• Sealed.');
  await until(async () => expect((await here.runOf(id, 'failed')).error).toContain('answered 401'));
  await ada.call(approvals.retry, { params: { id: waiting.id }, body: {} });
  await approvalIn(waiting.id, 'done');
  expect(received).toHaveLength(4);
  for (const one of received) expect(one).toMatchObject(sent);

  // An older version becomes the draft again, a copy is made, it is deleted and comes back.
  const { items } = await ada.call(workflows.versions, { params: { id } });
  const back = await again(await get(id), items[0]!.definition);
  expect(back).toMatchObject({ changed: false, draft: { steps: [{ headers }, { headers }] } });
  expect(
    await again(back, { ...draft, steps: [callStep('one', [{ ...headers[0], value: `${mark}!` }])] }),
  ).toMatchObject({ changed: true });
  await ada.call(workflows.create, { body: { name: 'Copy', draft: back.draft } });
  await ada.call(workflows.remove, { params: { id } });
  await ada.call(workflows.restore, { params: { id } });
  const { items: runs } = await ada.call(workflowRuns.list, { query: { workflowId: id } });
  const run = await ada.call(workflowRuns.get, { params: { id: runs[0]!.id } });
  expect(run.steps[0]!.input).toMatchObject({ headers: { 'x-api-key': '••••', 'x-token': '••••', 'x-kind': 'plain' } });
  expect(JSON.stringify(run.definition)).not.toContain(mark);

  expect(await tablesWith(mark)).toEqual([]);
  // Incoming secrets stay in the stored trigger data and reach no call.
  expect(await tablesWith(fromOutside)).toEqual(['workflow_runs']);
  initLog({ level: 'silent' });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain(mark);
});

describe('what someone sends as if it were sealed', () => {
  it('is what they sent, in a draft, and opens nothing', async () => {
    const { id } = await here.draft([callStep('one', [{ name: 'X-Api-Key', value: mark }])], MANUAL);
    const stolen = (await keptDraft(id)).steps[0]!.headers[0]!.value;
    expect(stolen).toEqual({ sealed: expect.stringMatching(/^v1\./) as string });
    const text = JSON.stringify(stolen);
    const sent = [
      { name: 'X-Kind', value: stolen },
      { name: 'X-Api-Key', value: stolen },
      { name: 'X-Other-Key', value: text },
      { name: 'X-Plain', value: text },
      null,
      { name: 'X-Secret' },
      { value: 5 },
      'X-Key',
    ];
    const draft = await again(await get(id), { trigger: MANUAL, steps: [callStep('one', sent)] });
    expect(headersOf(draft)).toEqual(sent);
    expect(JSON.stringify(draft)).not.toContain(mark);
    expect(draft.problems.length).toBeGreaterThan(0);
    // As a text it is sent as a text.
    const published = await here.publish(
      [
        callStep('one', [
          { name: 'X-Kind', value: text },
          { name: 'X-Api-Key', value: text },
        ]),
      ],
      MANUAL,
    );
    await start(published.id);
    await here.runOf(published.id, 'succeeded');
    expect(received[0]).toMatchObject({ 'x-kind': text, 'x-api-key': text });
  });

  it('is refused in a request for approval; a secret that is entered there is sealed, and the same one is no change', async () => {
    const { id } = await here.publish(
      [
        callStep(
          'one',
          [
            { name: 'X-Api-Key', value: mark },
            { name: 'X-Token', value: `${mark} too` },
          ],
          { policy: 'approval' },
        ),
      ],
      MANUAL,
    );
    await start(id);
    await here.runOf(id, 'waiting');
    const waiting = await asked();
    const [row] = await asSystem(() =>
      query<{ content: { headers: Record<string, unknown> } }>('select content from approvals where id = $1', [
        waiting.id,
      ]),
    );
    // The title is sent to people and other systems, so it leaves out the address, which may contain a key.
    expect(waiting.title).toBe(`POST ${new URL(url).origin}`);
    const edit = (headers: object) =>
      ada.tryCall(approvals.edit, {
        params: { id: waiting.id },
        body: { version: waiting.version, content: { ...waiting.content, headers } },
      });
    expect(await edit(row!.content.headers)).toMatchObject({
      status: 400,
      body: { fields: [{ field: expect.stringMatching(/^content\.headers\.x-/) as string }] },
    });
    expect(await edit({ 'x-api-key': mark, 'x-token': '••••' })).toMatchObject({
      status: 200,
      body: { version: waiting.version, edited: false },
    });
    const entered = randomBytes(12).toString('hex');
    const { body } = await edit({ 'x-api-key': entered, 'x-token': '••••' });
    expect(body).toMatchObject({ edited: true, content: { headers: { 'x-api-key': '••••' } } });
    expect(await tablesWith(entered)).toEqual([]);
    await ada.call(approvals.approve, { params: { id: waiting.id }, body: { version: body.version } });
    await approvalIn(waiting.id, 'done');
    expect(received[0]).toMatchObject({ 'x-api-key': entered, 'x-token': `${mark} too` });
  });
});

/** Puts the clear text into the rows, as a version before would have kept them. */
async function asBefore(workflowId: string, header: string, value: string): Promise<void> {
  const list = `array['steps', '0', 'headers', '0', 'value']`;
  const table = `array['headers', $2::text]`;
  await asSystem(async () => {
    await execute(`update workflows set draft = jsonb_set(draft, ${list}, to_jsonb($2::text)) where id = $1`, [
      workflowId,
      value,
    ]);
    await execute(
      `update workflow_versions set definition = jsonb_set(definition, ${list}, to_jsonb($2::text))
        where workflow_id = $1`,
      [workflowId, value],
    );
    await execute(
      `update workflow_steps set input = jsonb_set(input, ${table}, to_jsonb($3::text))
        where run_id in (select id from workflow_runs where workflow_id = $1)`,
      [workflowId, header, value],
    );
    await execute(
      `update approvals set content = jsonb_set(content, ${table}, to_jsonb($3::text)),
        original = jsonb_set(content, ${table}, to_jsonb($3::text))
        where kind = 'webhook.send' and origin->>'id' in (select id::text from workflow_runs where workflow_id = $1)`,
      [workflowId, header, value],
    );
  });
}

describe('what an earlier version kept in clear @long', () => {
  it('is read as it is, and sealed without a word: nothing else changes', async () => {
    const step = callStep('one', [{ name: 'X-Api-Key', value: mark }], { policy: 'approval' });
    const { id } = await here.publish([step], MANUAL);
    await start(id);
    await here.runOf(id, 'waiting');
    const waiting = await asked();
    await asBefore(id, 'x-api-key', mark);
    expect(await tablesWith(mark)).toEqual(
      expect.arrayContaining(['workflows', 'workflow_versions', 'workflow_steps', 'approvals']),
    );
    const before = await get(id);
    expect(before).toMatchObject({ changed: false, problems: [], draft: { steps: [step] } });
    await runRecurring(SEAL_KEPT);
    expect(await tablesWith(mark)).toEqual([]);
    expect(await get(id)).toEqual(before);
    // Encrypted values are unchanged when read again.
    const sealed = await keptDraft(id);
    await runRecurring(SEAL_KEPT);
    expect(await keptDraft(id)).toEqual(sealed);
    await ada.call(approvals.approve, { params: { id: waiting.id }, body: { version: waiting.version } });
    await approvalIn(waiting.id, 'done');
    expect(received[0]).toMatchObject({ 'x-api-key': mark });
  });

  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'stays so while a server of that version is at work, for it cannot read what is sealed',
    async () => {
      const old = new pg.Client({ connectionString: here.system.databaseUrl! });
      await old.connect();
      // As its bus says that it is alive, and nothing of what it reads.
      await old.query('select pg_advisory_lock_shared(72717802, 4711)');
      const { id } = await here.publish([callStep('one', [{ name: 'X-Api-Key', value: mark }])], MANUAL);
      expect((await keptDraft(id)).steps[0]!.headers).toEqual([{ name: 'X-Api-Key', value: mark }]);
      const sealing = runRecurring(SEAL_KEPT);
      await start(id);
      await here.runOf(id, 'succeeded');
      expect(received[0]).toMatchObject({ 'x-api-key': mark });
      await old.end();
      await sealing;
      expect(await tablesWith(mark)).toEqual([]);
    },
  );
});

it('secrets that were sealed under another key, or in another workspace, are said to be lost; everything else goes on', async () => {
  const headers = [
    { name: 'X-Kind', value: 'plain' },
    { name: 'X-Api-Key', value: mark },
  ];
  const LOST = 'The secret of header “X-Api-Key” was encrypted with another key. Enter it again.';
  const direct = await here.publish([callStep('one', headers)], MANUAL, 'Direct');
  const hook = await here.publish(
    [{ id: 'n', kind: 'notify', to: 'admins', title: 'Called' }],
    { kind: 'hook' },
    'Hook',
  );
  const asking = await here.publish([callStep('one', headers, { policy: 'approval' })], MANUAL, 'Asking');
  await start(asking.id);
  await here.runOf(asking.id, 'waiting');
  const waiting = await asked();
  await asSystem(async () => {
    const relabelled = (column: string) =>
      `regexp_replace(${column}::text, '"v1\\.[^.]+\\.', '"v1.AnotherK.', 'g')::jsonb`;
    await execute(`update workflows set draft = ${relabelled('draft')} where workspace_id = $1`, [ada.workspaceId]);
    // Under a number that no one has read yet.
    await execute(
      `update workflow_versions set definition = ${relabelled('definition')}, number = 99 where workspace_id = $1`,
      [ada.workspaceId],
    );
    await execute('update workflows set published = 99 where workspace_id = $1', [ada.workspaceId]);
    await execute(
      `update workflows set hook_sealed = regexp_replace(hook_sealed, '^v1\\.[^.]+\\.', 'v1.AnotherK.')
        where workspace_id = $1`,
      [ada.workspaceId],
    );
    await execute(`update approvals set content = ${relabelled('content')} where workspace_id = $1`, [ada.workspaceId]);
  });
  const opened = await get(direct.id);
  expect(opened).toMatchObject({
    problems: [{ stepId: 'one', field: 'headers.1.value', message: LOST }],
    draft: { steps: [{ headers: [headers[0], { name: 'X-Api-Key', value: '' }] }] },
  });
  expect((await ada.call(workflows.list)).items).toHaveLength(3);
  expect((await ada.call(workflows.versions, { params: { id: direct.id } })).items[0]!.number).toBe(99);
  // The secret address of a workflow is told by its hash: it works, though no one can read it, until there is a new
  // one.
  expect(await get(hook.id)).toMatchObject({ hookUrl: null, hookUnreadable: true, problems: [] });
  expect(
    (await here.system.visitor().send('POST', new URL(hook.hookUrl!).pathname, { body: {}, withoutCsrf: true })).status,
  ).toBe(202);
  expect(await ada.call(workflows.renewHook, { params: { id: hook.id } })).toMatchObject({
    hookUrl: expect.any(String) as string,
    hookUnreadable: false,
  });
  const kept = await keptDraft(direct.id);
  const renamed = await ada.call(workflows.update, {
    params: { id: direct.id },
    body: { version: opened.version, name: 'Renamed' },
  });
  // Where the right key comes back, so does the secret.
  expect(await keptDraft(direct.id)).toEqual(kept);
  expect(
    await ada.tryCall(workflows.publish, { params: { id: direct.id }, body: { version: renamed.version } }),
  ).toMatchObject({ status: 400, body: { message: `Step 1: ${LOST}` } });
  await start(direct.id);
  expect((await here.runOf(direct.id, 'failed')).error).toBe(LOST);
  await ada.call(approvals.approve, { params: { id: waiting.id }, body: { version: waiting.version } });
  expect((await approvalIn(waiting.id, 'failed')).error).toBe(LOST.replace('X-Api-Key', 'x-api-key'));
  expect(received).toEqual([]);
  const mended = await again(renamed, { trigger: MANUAL, steps: [callStep('one', headers)] });
  await ada.call(workflows.publish, { params: { id: direct.id }, body: { version: mended.version } });
  await start(direct.id);
  await here.runOf(direct.id, 'succeeded');
  expect(received[0]).toMatchObject({ 'x-api-key': mark });

  // A copied value can't be decrypted in another workspace either.
  const elsewhere = await here.system.signedIn({ role: 'admin', workspaceId: await here.system.clientWorkspace() });
  const { id: foreign } = await elsewhere.call(workflows.create, { body: { name: 'Foreign' } });
  await asSystem(() =>
    execute('update workflows set draft = (select draft from workflows where id = $2) where id = $1', [
      foreign,
      direct.id,
    ]),
  );
  const seen = await elsewhere.call(workflows.get, { params: { id: foreign } });
  expect(seen.problems).toMatchObject([{ message: LOST }]);
  expect(JSON.stringify(seen)).not.toContain(mark);
});

it('a call that is made again is the same call, whatever its record says by then', async () => {
  const { id } = await here.publish([
    callStep('one', [
      { name: 'X-Name', value: '{{record.firstName}}' },
      { name: 'X-Api-Key', value: mark },
    ]),
  ]);
  answers = [() => [500, 'not now'], () => [200, '{}']];
  const contact = await ada.call(contacts.create, { body: { firstName: 'Ada' } });
  await here.runOf(id, 'waiting');
  await ada.call(contacts.update, { params: { id: contact.id }, body: { version: 1, firstName: 'Bob' } });
  await asSystem(() =>
    execute('update workflow_runs set wake_at = now() - make_interval(secs => 1) where workflow_id = $1', [id]),
  );
  await runRecurring(WAKE);
  await here.runOf(id, 'succeeded');
  const [first, second, ...more] = received.map((headers) => [
    headers['x-name'],
    headers['x-api-key'],
    headers['idempotency-key'],
  ]);
  expect(first).toEqual(['Ada', mark, expect.any(String)]);
  expect([second, more]).toEqual([first, []]);
});
