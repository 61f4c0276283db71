/** A language model for the browser's tests: a local server that answers what the test scripted. */
import { connections } from '../../src/domains/connections/contract.ts';
import { startTestModelServer, type TestModelServer } from '../../src/testing/model-server.ts';
import { modelPort } from './model-port.ts';
import { test as base } from './test.ts';

/** Each test has a model of its own, connected for the whole installation. */
export const test = base.extend<{ models: TestModelServer }>({
  models: [
    async ({ signIn }, use, { parallelIndex }) => {
      const models = await startTestModelServer(modelPort(parallelIndex));
      const admin = await signIn('admin');
      const { id } = await admin.call(connections.create, {
        body: {
          port: 'model',
          provider: 'openai-compatible',
          name: 'Test models',
          settings: { baseUrl: models.openAiUrl, apiKey: 'sk-test', model: 'test-small' },
          installation: true,
        },
      });
      await use(models);
      await admin.call(connections.remove, { params: { id } });
      await models.close();
    },
    { auto: true },
  ],
});
