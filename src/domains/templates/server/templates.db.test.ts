import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import { workflows } from '../../automation/contract.ts';
import { opportunities, pipelines } from '../../crm/contract.ts';
import { views } from '../../../records/contract.ts';
import { type Install, installs, PARTS, type Template, TemplateContent, TemplateFile, templates } from '../contract.ts';
import { CAPTURED } from '../contract/templates.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const admin = () => system.signedIn({ role: 'admin', workspaceRole: 'owner' });
type Admin = Awaited<ReturnType<typeof admin>>;

async function applied(boss: Admin, ref: string, workspaceId: string): Promise<Install> {
  const { id } = await boss.call(installs.apply, { params: { ref }, body: { workspaceId, parts: [...PARTS] } });
  await expect
    .poll(async () => (await boss.call(installs.get, { params: { id } })).state, { timeout: 30_000, interval: 50 })
    .toBe('done');
  return boss.call(installs.get, { params: { id } });
}

/** Content in a stable order for comparisons. */
function comparable({ content }: Pick<Template, 'content'>) {
  const { examples: _, steps: __, ...parts } = content;
  const withoutIds = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replace(/"(id)":"[st]\d+"/g, '"$1":"s"')) as unknown;
  return Object.fromEntries(
    Object.entries(parts).map(([part, list]) => [
      part,
      (list as object[]).map((one) => JSON.stringify(sorted(withoutIds(one)))).sort(),
    ]),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

describe('own templates', () => {
  it('captured from a workspace hold what was stamped into it, and stamp the same again @long', async () => {
    const boss = await admin();
    const from = await system.clientWorkspace('From');
    await system.signedIn({ workspaceId: from, workspaceRole: 'owner' });
    await applied(boss, 'real-estate-agency', from);
    const { template, leftOut } = await boss.call(templates.capture, {
      body: { workspaceId: from, parts: [...CAPTURED], head: { name: 'Our way of selling houses' } },
    });
    expect(leftOut).toEqual([]);
    const shipped = await boss.call(templates.get, { params: { ref: 'real-estate-agency' } });
    const [own, theirs] = [comparable(template), comparable(shipped)];
    // Defaults that the server sets for a stage are part of the capture.
    expect({
      ...own,
      pipelines: own['pipelines']!.length,
      workflows: own['workflows']!.length,
      assignmentRules: own['assignmentRules']!.length,
    }).toEqual({
      ...theirs,
      pipelines: theirs['pipelines']!.length,
      workflows: theirs['workflows']!.length,
      assignmentRules: theirs['assignmentRules']!.length,
    });
    const to = await system.clientWorkspace('To');
    await system.signedIn({ workspaceId: to, workspaceRole: 'owner' });
    const install = await applied(boss, template.ref, to);
    expect(install.stamps.filter(({ state, note }) => state !== 'made' || note)).toEqual([]);
    const again = await boss.call(templates.capture, {
      body: { workspaceId: to, parts: [...CAPTURED], head: { name: 'The same again' } },
    });
    expect(comparable(again.template)).toEqual(own);
  }, 120_000);

  it('carry a workflow that moves opportunities with the stage by its name', async () => {
    const boss = await admin();
    const from = await system.clientWorkspace('Sells');
    const seller = await system.signedIn({ role: 'admin', workspaceId: from });
    await seller.call(opportunities.create, { body: { name: 'First' } });
    const won = (await seller.call(pipelines.list)).items[0]!.stages.find(({ name }) => name === 'Won')!;
    const steps = [{ id: 'go', name: '', kind: 'stage', target: 'trigger', stageId: won.id, reason: '' }];
    const { id, version } = await seller.call(workflows.create, {
      body: { name: 'Wins', draft: { trigger: { kind: 'manual', record: 'opportunity' }, steps } },
    });
    await seller.call(workflows.publish, { params: { id }, body: { version } });
    const { template, leftOut } = await boss.call(templates.capture, {
      body: { workspaceId: from, parts: ['pipelines', 'workflows'], head: { name: 'How we sell' } },
    });
    expect(leftOut).toEqual([]);
    expect(template.content.workflows[0]!.draft.steps[0]).toMatchObject({ stageId: '@stage:Sales/Won' });
    const to = await system.clientWorkspace('Sells too');
    const other = await system.signedIn({ role: 'admin', workspaceId: to });
    await applied(boss, template.ref, to);
    const there = (await other.call(pipelines.list)).items[0]!.stages.find(({ name }) => name === 'Won')!;
    expect(there.id).not.toBe(won.id);
    const made = (await other.call(workflows.list)).items[0]!;
    expect(await other.call(workflows.get, { params: { id: made.id } })).toMatchObject({
      state: 'on',
      draft: { steps: [{ stageId: there.id }] },
    });
  }, 60_000);

  it('carry calls to other systems without the secrets of the business that they were taken from', async () => {
    const boss = await admin();
    const from = await system.clientWorkspace('Has a secret');
    const owner = await system.signedIn({ role: 'admin', workspaceId: from });
    const headers = [
      { name: 'X-Api-Key', value: 'of-this-client-alone' },
      { name: 'Authorization', value: '{{trigger.data.token}}' },
      { name: 'X-Kind', value: 'plain' },
    ];
    const call = {
      id: 'call',
      name: '',
      kind: 'webhook',
      url: 'https://example.com/hook',
      method: 'POST',
      headers,
      body: '',
      policy: 'direct',
    };
    const { id, version } = await owner.call(workflows.create, {
      body: {
        name: 'Tells',
        draft: {
          trigger: { kind: 'hook' },
          steps: [
            {
              id: 'ask',
              name: '',
              kind: 'approval',
              title: 'Tell them?',
              why: '',
              expiresAfterHours: null,
              approved: [call],
              rejected: [],
            },
          ],
        },
      },
    });
    await owner.call(workflows.publish, { params: { id }, body: { version } });
    const { template, leftOut } = await boss.call(templates.capture, {
      body: { workspaceId: from, parts: ['workflows'], head: { name: 'Tells others' } },
    });
    expect(leftOut).toEqual([
      'What the workflow “Tells” proves itself by to another system (X-Api-Key): enter it where the workflow is used.',
    ]);
    expect(JSON.stringify(template)).not.toContain('of-this-client-alone');
    expect(JSON.stringify(template)).toContain('{{trigger.data.token}}');
    const to = await system.clientWorkspace('Has none');
    const other = await system.signedIn({ role: 'admin', workspaceId: to });
    const install = await applied(boss, template.ref, to);
    expect(install.stamps.map(({ note }) => note)).toEqual([expect.stringContaining('Enter a value for “X-Api-Key”')]);
    expect((await other.call(workflows.list)).items).toMatchObject([{ name: 'Tells', state: 'off', published: null }]);
  }, 60_000);

  it('have versions that can be brought back, copies, an archive, and travel as files', async () => {
    const boss = await admin();
    const made = await boss.call(templates.duplicate, { params: { ref: 'dental-practice' } });
    expect(made).toMatchObject({ name: 'Dental practice', shipped: false, number: 1 });
    const copy = await boss.call(templates.duplicate, { params: { ref: made.ref } });
    expect(copy.name).toBe('Dental practice (copy)');
    expect(
      (
        await boss.tryCall(templates.update, {
          params: { id: copy.ref },
          body: { version: 1, name: 'dental  PRACTICE' },
        })
      ).body.code,
    ).toBe('conflict');
    const content = { ...made.content, forms: [] };
    const second = await boss.call(templates.update, {
      params: { id: made.ref },
      body: { version: 1, content, note: 'Without forms' },
    });
    expect(second).toMatchObject({ number: 2, counts: { forms: 0 } });
    expect(
      (await boss.tryCall(templates.update, { params: { id: made.ref }, body: { version: 1, name: 'Late' } })).body
        .code,
    ).toBe('stale');
    const third = await boss.call(templates.bringBack, {
      params: { id: made.ref, number: 1 },
      body: { version: second.version },
    });
    expect(third).toMatchObject({ number: 3, counts: { forms: 1 } });
    expect(
      (await boss.call(templates.versions, { params: { id: made.ref } })).items.map(({ number, note }) => [
        number,
        note,
      ]),
    ).toEqual([
      [3, 'Version 1 again'],
      [2, 'Without forms'],
      [1, ''],
    ]);
    await boss.call(templates.archive, { params: { id: copy.ref } });
    expect((await boss.call(templates.list, { query: { search: 'copy' } })).items).toEqual([]);
    expect((await boss.call(templates.list, { query: { archived: '1', search: 'copy' } })).items).toMatchObject([
      { ref: copy.ref, archived: true },
    ]);
    expect(
      (
        await boss.tryCall(installs.apply, {
          params: { ref: copy.ref },
          body: { workspaceId: await system.clientWorkspace(), parts: ['views'] },
        })
      ).body.code,
    ).toBe('conflict');
    const file = TemplateFile.parse((await boss.send('GET', `/api/templates/${made.ref}/file`)).body);
    expect(file.content).toEqual(third.content);
    expect((await boss.tryCall(templates.create, { body: file })).body.code).toBe('conflict');
    expect(await boss.call(templates.create, { body: { ...file, name: 'From a file' } })).toMatchObject({
      name: 'From a file',
      counts: third.counts,
    });
    expect(
      (await boss.tryCall(templates.create, { body: { ...file, format: 2 as never, name: 'Newer' } })).status,
    ).toBe(400);
    expect(
      (
        await boss.tryCall(templates.create, {
          body: {
            ...file,
            name: 'Script',
            content: {
              ...file.content,
              steps: [{ key: 'x', title: 'Click', audience: 'client', link: 'javascript:alert(1)', dueInDays: 1 }],
            },
          },
        })
      ).status,
    ).toBe(400);
  }, 60_000);

  it('are paged by name, taken from any client, and leave behind what belongs to one workspace only', async () => {
    const boss = await admin();
    for (const name of ['Zz alpha', 'Zz beta', 'Zz gamma'])
      await boss.call(templates.create, { body: { format: 1, name, content: TemplateContent.parse({}) } });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await boss.call(templates.list, { query: { search: 'zz ', limit: 2, cursor } });
      names.push(...page.items.map(({ name }) => name));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(names).toEqual(['Zz alpha', 'Zz beta', 'Zz gamma']);
    expect((await boss.tryCall(templates.list, { query: { cursor: 'nonsense' } })).status).toBe(400);
    const workspaceId = await system.clientWorkspace('Hard to carry');
    const owner = await system.signedIn({ workspaceId, workspaceRole: 'owner' });
    await owner.call(pipelines.create, { body: { name: 'Sales' } });
    await owner.call(views.create, {
      body: {
        object: 'contact',
        name: 'One company',
        shared: true,
        config: {
          filter: {
            match: 'all',
            conditions: [{ field: 'company', op: 'any_of', value: ['0192f0c8-7a52-7c30-8d35-4b1f0d7a1111'] }],
          },
        },
      },
    });
    await owner.call(views.create, {
      body: {
        object: 'contact',
        name: 'Mine',
        shared: true,
        config: { filter: { match: 'all', conditions: [{ field: 'owner', op: 'any_of', value: ['me'] }] } },
      },
    });
    const { template, leftOut } = await boss.call(templates.capture, {
      body: { workspaceId, parts: ['pipelines', 'views'], head: { name: 'Carried' } },
    });
    expect(leftOut).toEqual(['The view “One company” speaks of records of this workspace.']);
    expect(template.content.views.map(({ name }) => name)).toEqual(['Mine']);
    const next = await boss.call(templates.capture, {
      body: { workspaceId, parts: ['pipelines'], into: { id: template.ref, version: template.version } },
    });
    expect(next.template).toMatchObject({ number: 2, name: 'Carried', counts: { views: 1, pipelines: 1 } });
  }, 60_000);
});
