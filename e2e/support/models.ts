/** A language model for the browser's tests: a local server that answers what the test scripted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sealSettings } from '../../src/domains/connections/server/sealed.ts';
import { newId } from '../../src/kernel/ids.ts';
import { findProvider } from '../../src/server/providers/define.ts';
import '../../src/server/providers/model/providers.ts';
import { initSecrets } from '../../src/server/secrets/secrets.ts';
import type { TestModelServer } from '../../src/testing/model-server.ts';
import type { RunningServer } from './server.ts';

/** The servers of the tests may call this port of the machine. */
export const MODEL_PORT = 18_473;

/** Connects the model for the whole installation. @returns how to disconnect it */
export async function connectTestModel(server: RunningServer, models: TestModelServer): Promise<() => Promise<void>> {
  initSecrets(readSecretKey(server.dataDir));
  const id = newId();
  const complete = { baseUrl: models.openAiUrl, apiKey: 'sk-test', model: 'test-small' };
  const { settings, secrets } = sealSettings(findProvider('model', 'openai-compatible')!, id, complete);
  await withDatabase(server, (client) =>
    client.query(
      `insert into connections (id, port, provider, name, settings, secrets)
        values ($1, 'model', 'openai-compatible', 'Test models', $2, $3)`,
      [id, JSON.stringify(settings), secrets],
    ),
  );
  return () => withDatabase(server, (client) => client.query('delete from connections where id = $1', [id]));
}

const readSecretKey = (dataDir: string) =>
  Buffer.from(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(), 'base64url');

async function withDatabase(server: RunningServer, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
