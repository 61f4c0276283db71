/** A language model for the browser's tests: a local server that answers what the test scripted. */
import { connections } from '../../src/domains/connections/contract.ts';
import type { TestModelServer } from '../../src/testing/model-server.ts';
import type { Api } from './api.ts';

/** The servers of the tests may call this port of the machine (`OUTGOING_ALLOW` in `server.ts`). */
export const MODEL_PORT = 18_473;

/** Connects the model for the whole installation. @returns how to disconnect it */
export async function connectTestModel(admin: Api, models: TestModelServer): Promise<() => Promise<unknown>> {
  const { id } = await admin.call(connections.create, {
    body: {
      port: 'model',
      provider: 'openai-compatible',
      name: 'Test models',
      settings: { baseUrl: models.openAiUrl, apiKey: 'sk-test', model: 'test-small' },
      installation: true,
    },
  });
  return () => admin.call(connections.remove, { params: { id } });
}
