/** Which models are asked for a purpose, in which order. */
import { AppError } from '../../../../kernel/errors.ts';
import { asSystem, query } from '../../../../server/db/index.ts';
import type { ModelClient } from '../../../../server/providers/model/port.ts';
import { asProviderError } from '../../../../server/providers/model/providers.ts';
import { connectionsOf, openConnection } from '../../../connections/index.ts';
import type { Purpose } from '../../contract.ts';

export interface Target {
  connectionId: string;
  connectionName: string;
  model: string;
  /** Most tokens of a reply; null: what the purpose needs. */
  maxTokens: number | null;
}

/** A target whose client is opened when it is its turn: credentials may have become unreadable. */
export const openTarget = (target: Pick<Target, 'connectionId'>, workspaceId: string): Promise<ModelClient> =>
  openConnection('model', target.connectionId, workspaceId);

/** First models of accounts, for connections without a default model; by connection and version. */
const firstModels = new Map<string, string>();
const MAX_KNOWN = 200;
const LIST_TIMEOUT = 10_000;

async function defaultModelOf(
  connection: { id: string; version: number; settings: Record<string, unknown> },
  workspaceId: string,
): Promise<string> {
  const { model } = connection.settings;
  if (typeof model === 'string' && model) return model;
  const key = `${connection.id} ${connection.version}`;
  const known = firstModels.get(key);
  if (known) return known;
  const client = await openTarget({ connectionId: connection.id }, workspaceId);
  const [first = ''] = await client.models(AbortSignal.timeout(LIST_TIMEOUT)).catch((error: unknown) => {
    throw asProviderError(error);
  });
  if (firstModels.size > MAX_KNOWN) firstModels.clear();
  if (first) firstModels.set(key, first);
  return first;
}

interface ChoiceRow {
  connection_id: string;
  model: string;
  max_tokens: number | null;
}

/**
 * A workspace's own connections come first, with their default models; then the installation's choices for the purpose;
 * without any, the installation's connections with their default models.
 * @throws AppError `unavailable` when no model is connected
 */
export async function targetsOf(workspaceId: string, purpose: Purpose): Promise<Target[]> {
  const connections = await connectionsOf('model', workspaceId);
  const byId = new Map(connections.map((one) => [one.id, one]));
  const chosen = await asSystem(() =>
    query<ChoiceRow>(
      `select connection_id, model, max_tokens from model_choices
        where workspace_id is null and purpose = $1 order by position`,
      [purpose],
    ),
  );
  const choices = chosen.flatMap((row) => {
    const connection = byId.get(row.connection_id);
    return connection
      ? [{ connectionId: connection.id, connectionName: connection.name, model: row.model, maxTokens: row.max_tokens }]
      : [];
  });
  const byDefault = connections.filter((one) => one.workspaceId !== null || choices.length === 0);
  let failure: unknown;
  const defaults: Target[] = [];
  for (const connection of byDefault) {
    const model = await defaultModelOf(connection, workspaceId).catch((error: unknown) => {
      failure = error;
      return '';
    });
    if (model) defaults.push({ connectionId: connection.id, connectionName: connection.name, model, maxTokens: null });
  }
  const targets = [...defaults, ...choices];
  if (targets.length > 0) return targets;
  throw failure ?? noModel();
}

export const noModel = () =>
  new AppError('unavailable', 'No model is connected. An administrator connects one in Settings → Connections.', {
    details: { reason: 'no_model' },
  });

/** Whether a model may answer in the workspace; no one is called. */
export async function hasModel(workspaceId: string): Promise<boolean> {
  return (await connectionsOf('model', workspaceId)).length > 0;
}
