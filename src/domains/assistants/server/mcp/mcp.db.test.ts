/** The MCP server, driven by the protocol's reference client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../kernel/ids.ts';
import { startTestSystem, type TestSystem } from '../../../../testing/system.ts';
import { activities, contacts } from '../../../crm/contract.ts';
import { settings } from '../../../identity/contract/settings.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

type Person = Awaited<ReturnType<TestSystem['signedIn']>>;
type Scopes = Parameters<typeof makeKey>[1];

async function makeKey(person: Person, scopes: ('contacts:read' | 'activities:write' | 'manual:read')[]) {
  return (await person.call(settings.createApiKey, { body: { name: 'MCP', scopes } })).key;
}

async function connect(person: Person, scopes: Scopes): Promise<Client> {
  const key = await makeKey(person, scopes);
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', system.url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  // The package's types are older than exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

interface ToolAnswer {
  isError?: boolean;
  content: { text: string }[];
}
const use = async (client: Client, name: string, input: Record<string, unknown>) => {
  const answer = (await client.callTool({ name, arguments: input })) as unknown as ToolAnswer;
  return { failed: answer.isError === true, text: answer.content[0]!.text };
};

describe('the MCP server', () => {
  it('offers the tools that the scopes of the key open, with what they change', async () => {
    const person = await system.signedIn();
    // The API's description names schemas, which must not take them out of the tools.
    await person.send('GET', '/api/openapi.json');
    const client = await connect(person, ['contacts:read', 'activities:write', 'manual:read']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'create_task',
      'find_companies',
      'find_contacts',
      'get_company',
      'get_contact',
      'log_activity',
      'search_manual',
    ]);
    expect(tools.find(({ name }) => name === 'create_task')).toMatchObject({
      title: 'Create task',
      annotations: { readOnlyHint: false },
      inputSchema: { required: ['subject'] },
    });
    await client.close();
  });

  it('reads and writes with the rights of the key’s user, and says what is wrong', async () => {
    const person = await system.signedIn();
    const { id } = await person.call(contacts.create, { body: { firstName: 'Nadia', lastName: 'Ferrante' } });
    const client = await connect(person, ['contacts:read', 'activities:write', 'manual:read']);
    expect((await use(client, 'find_contacts', { search: 'Ferrante' })).text).toContain(id);
    expect((await use(client, 'search_manual', { q: 'undo an import' })).text).toContain('import');
    expect(await use(client, 'create_task', { subject: 'Call her', contactId: id })).toMatchObject({ failed: false });
    expect((await person.call(activities.list, { query: { contactId: id } })).items).toMatchObject([
      { subject: 'Call her', type: 'task' },
    ]);
    expect(await use(client, 'create_task', { subject: '' })).toMatchObject({
      failed: true,
      text: expect.stringContaining('Enter a subject') as string,
    });
    expect(await use(client, 'get_contact', { id: newId() })).toMatchObject({ failed: true });
    expect(await use(client, 'update_contact', { id, title: 'CEO' })).toMatchObject({
      failed: true,
      text: 'There is no tool called update_contact, or this API key lacks its scope.',
    });
    await client.close();
  });

  it('sees nothing of other workspaces', async () => {
    const person = await system.signedIn();
    const { id } = await person.call(contacts.create, { body: { firstName: 'Secret' } });
    const other = await system.signedIn({ workspaceId: await system.clientWorkspace() });
    const client = await connect(other, ['contacts:read']);
    expect(await use(client, 'get_contact', { id })).toMatchObject({ failed: true });
    expect((await use(client, 'find_contacts', { search: 'Secret' })).text).not.toContain(id);
    await client.close();
  });

  it('takes API keys alone, by POST alone', async () => {
    const person = await system.signedIn();
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = { accept: 'application/json, text/event-stream' };
    expect((await person.send('POST', '/mcp', { body: message, headers: accept })).status).toBe(401);
    expect(
      (await person.send('POST', '/mcp', { body: message, headers: { ...accept, authorization: 'Bearer gk_no' } }))
        .status,
    ).toBe(401);
    expect((await person.send('GET', '/mcp')).status).toBe(405);
  });
});
