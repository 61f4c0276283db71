/** How language models are set up for the installation: which serve what, what they cost, and how much may be used. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { audit } from '../../../../server/audit/audit.ts';
import {
  asSystem,
  deleteRows,
  insertRow,
  insertRows,
  isUniqueViolation,
  query,
  selectRow,
  selectRows,
  transaction,
  updateRow,
} from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { asProviderError } from '../../../../server/providers/model/providers.ts';
import { workspacesOfAdministrators } from '../../../identity/index.ts';
import {
  type ModelChoice,
  type ModelConfig,
  type ModelConnection,
  type ModelLimit,
  type ModelPrice,
  type models,
  type NewModelPrice,
  type Purpose,
  PURPOSES,
} from '../../contract.ts';
import { ASSISTANTS } from '../../paths.ts';
import { openTarget } from './targets.ts';

const MAX_PRICES = 500;
const MAX_LIMITS = 1_000;
const LIST_TIMEOUT = 10_000;

const PRICE = ['id', 'version', 'model', 'inputPrice', 'cachedPrice', 'outputPrice', 'contextTokens'] as const;

export function readConfig(): Promise<ModelConfig> {
  return asSystem(async () => {
    const connections = await query<ModelConnection>(
      `select id, name, provider, coalesce(settings ->> 'model', '') as "defaultModel", state, last_error as "lastError"
        from connections where port = 'model' and workspace_id is null order by position, id limit 100`,
    );
    const chosen = await query<ModelChoice & { purpose: Purpose }>(
      `select purpose, connection_id as "connectionId", model, max_tokens as "maxTokens" from model_choices
        where workspace_id is null order by purpose, position`,
    );
    const prices = await selectRows('model_prices', PRICE, {}, { orderBy: ['model'], limit: MAX_PRICES });
    const limits = await query<ModelLimit>(
      `select l.workspace_id as "workspaceId", coalesce(w.name, '') as "workspaceName",
         l.tokens_per_day as "tokensPerDay", l.dollars_per_month::text as "dollarsPerMonth", l.version
       from model_limits l left join workspaces w on w.id = l.workspace_id
       order by l.workspace_id is not null, w.name, l.id limit ${MAX_LIMITS}`,
    );
    const choices = Object.fromEntries(
      PURPOSES.map((purpose) => [
        purpose,
        chosen
          .filter((one) => one.purpose === purpose)
          .map(({ connectionId, model, maxTokens }) => ({ connectionId, model, maxTokens })),
      ]),
    ) as ModelConfig['choices'];
    return { connections, choices, prices, limits };
  });
}

/** Every administrator sees the change. */
async function changed(action: string, details: Record<string, unknown>): Promise<void> {
  await audit({ action, details });
  for (const workspaceId of await workspacesOfAdministrators()) await publishPaths(workspaceId, [ASSISTANTS.models]);
}

const write = <T>(act: () => Promise<T>) => asSystem(() => transaction(act));

/** @throws AppError `validation` for a connection that is not the installation's */
export async function chooseModels(purpose: Purpose, choices: readonly ModelChoice[]): Promise<ModelConfig> {
  await write(async () => {
    const known = await query<{ id: string }>(
      `select id from connections where port = 'model' and workspace_id is null and id = any($1)`,
      [choices.map(({ connectionId }) => connectionId)],
    );
    const missing = choices.findIndex(({ connectionId }) => !known.some(({ id }) => id === connectionId));
    if (missing >= 0)
      throw new AppError('validation', 'Choose a connection that is there.', {
        field: `choices.${missing}.connectionId`,
      });
    await query('delete from model_choices where workspace_id is null and purpose = $1', [purpose]);
    await insertRows(
      'model_choices',
      choices.map((choice, position) => ({ id: newId(), purpose, position, ...choice })),
    );
    await changed('models.chosen', { purpose, models: choices.map(({ model }) => model) });
  });
  return readConfig();
}

/** @throws AppError `not_found`; ProviderError in the provider's words */
export async function availableModels(connectionId: string, workspaceId: string): Promise<string[]> {
  const client = await openTarget({ connectionId }, workspaceId);
  try {
    return await client.models(AbortSignal.timeout(LIST_TIMEOUT));
  } catch (error) {
    throw asProviderError(error);
  }
}

type PriceInput = z.output<typeof NewModelPrice>;

async function uniquely<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'This model has a price already.', { field: 'model' });
  }
}

/** @throws AppError `conflict` when the model has a price */
export function createPrice(input: PriceInput): Promise<ModelPrice> {
  return uniquely(() =>
    write(async () => {
      const price = await insertRow('model_prices', { id: newId(), ...input }, PRICE);
      await changed('models.price_set', { ...input });
      return price;
    }),
  );
}

/** @throws AppError `not_found`, `stale`, `conflict` */
export function updatePrice(id: string, { version, ...input }: PriceInput & { version: number }): Promise<ModelPrice> {
  return uniquely(() =>
    write(async () => {
      const current = await selectRow('model_prices', PRICE, { id }, { lock: 'update' });
      if (!current) throw notFound('The price');
      requireVersion(current, version);
      const price = await updateRow(
        'model_prices',
        { ...input, version: version + 1, updatedAt: new Date().toISOString() },
        { id },
        PRICE,
      );
      await changed('models.price_set', { ...input });
      return price!;
    }),
  );
}

function requireVersion(current: { version: number }, version: number | undefined): void {
  if (current.version !== version)
    throw new AppError('stale', 'Someone else changed this in the meantime. Review it, then try again.', {
      details: { current },
    });
}

/** @throws AppError `not_found` */
export function removePrice(id: string): Promise<void> {
  return write(async () => {
    const price = await selectRow('model_prices', ['model'], { id });
    if (!price || (await deleteRows('model_prices', { id })) === 0) throw notFound('The price');
    await changed('models.price_removed', { model: price.model });
  });
}

type LimitInput = z.output<typeof models.limit.body>;

/** @throws AppError `not_found` for an unknown workspace, `stale` */
export async function setLimit({ version, workspaceId, ...figures }: LimitInput): Promise<ModelConfig> {
  await write(async () => {
    const current = await selectRow('model_limits', ['id', 'version'], { workspaceId }, { lock: 'update' });
    if (current) {
      requireVersion(current, version);
      await updateRow(
        'model_limits',
        { ...figures, version: current.version + 1, updatedAt: new Date().toISOString() },
        { id: current.id },
        ['id'],
      );
    } else {
      if (workspaceId && !(await selectRow('workspaces', ['id'], { id: workspaceId }))) throw notFound('The workspace');
      await insertRow('model_limits', { id: newId(), workspaceId, ...figures });
    }
    await changed('models.limit_set', { workspaceId, ...figures });
  });
  return readConfig();
}

/** @throws AppError `not_found` */
export function removeLimit(workspaceId: string): Promise<void> {
  return write(async () => {
    if ((await deleteRows('model_limits', { workspaceId })) === 0) throw notFound('The limit');
    await changed('models.limit_removed', { workspaceId });
  });
}
