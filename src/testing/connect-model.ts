/** Connects a language model for a test, as Settings → Connections would. */
import { sealSettings } from '../domains/connections/server/sealed.ts';
import { newId } from '../kernel/ids.ts';
import { asSystem, insertRow } from '../server/db/index.ts';
import { findProvider } from '../server/providers/define.ts';
import type { TestModelServer } from './model-server.ts';

/** @returns the connection's id */
export async function connectModel(
  server: TestModelServer,
  {
    workspaceId = null,
    provider = 'openai-compatible',
    model = 'test-small',
  }: { workspaceId?: string | null; provider?: 'openai-compatible' | 'anthropic'; model?: string } = {},
): Promise<string> {
  const id = newId();
  const baseUrl = provider === 'anthropic' ? server.anthropicUrl : server.openAiUrl;
  const sealed = sealSettings(findProvider('model', provider)!, id, { baseUrl, apiKey: 'sk-test', model });
  await asSystem(() =>
    insertRow('connections', { id, workspaceId, port: 'model', provider, name: 'Test models', ...sealed }),
  );
  return id;
}
