/** Costs of model calls, and limits per workspace. */
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { asSystem, insertRow, query, selectRow, transaction } from '../../../../server/db/index.ts';
import type { ModelUsage } from '../../../../server/providers/model/port.ts';
import type { Purpose } from '../../contract.ts';

/** The longest name that fits wins: `gpt-5-mini` before `gpt-5*`. */
const PRICE_OF = `select input_price, coalesce(cached_price, input_price) as cached_price, output_price, context_tokens
  from model_prices where model = $1 or (right(model, 1) = '*' and starts_with($1, rtrim(model, '*')))
  order by right(model, 1) = '*', length(model) desc limit 1`;

/** Most tokens that the model reads; undefined where no one entered it. */
export async function contextOf(model: string): Promise<number | undefined> {
  const [row] = await asSystem(() => query<{ context_tokens: number | null }>(PRICE_OF, [model]));
  return row?.context_tokens ?? undefined;
}

export interface OpenCall {
  workspaceId: string;
  userId: string | null;
  runId: string | null;
  purpose: Purpose;
  connectionId: string;
  model: string;
  /** Estimate of what it reads and writes at most. */
  tokens: number;
}

/**
 * Records that a call begins, with its estimate, so that calls at the same time cannot all pass under one limit.
 * @throws AppError `rate_limited` when the workspace has used up what it may
 */
export function openCall(call: OpenCall): Promise<string> {
  return asSystem(() =>
    transaction(async () => {
      const limit = await limitOf(call.workspaceId);
      if (limit.tokensPerDay !== null || limit.dollarsPerMonth !== null) await requireRoom(call, limit);
      const id = newId();
      const { tokens, ...row } = call;
      await insertRow('model_calls', { id, ...row, state: 'running', inputTokens: tokens });
      return id;
    }),
  );
}

interface Limit {
  tokensPerDay: number | null;
  dollarsPerMonth: string | null;
}

/** Locks the limit: two calls are counted one after the other. */
async function limitOf(workspaceId: string): Promise<Limit> {
  const columns = ['tokensPerDay', 'dollarsPerMonth'] as const;
  return (
    (await selectRow('model_limits', columns, { workspaceId }, { lock: 'update' })) ??
    (await selectRow('model_limits', columns, { workspaceId: null }, { lock: 'update' })) ?? {
      tokensPerDay: null,
      dollarsPerMonth: null,
    }
  );
}

async function requireRoom(call: OpenCall, { tokensPerDay, dollarsPerMonth }: Limit): Promise<void> {
  const [used] = await query<{ tokens: string; dollars: string; over: boolean }>(
    `select coalesce(sum(input_tokens + output_tokens) filter (where created_at >= date_trunc('day', now())), 0)::text as tokens,
       coalesce(sum(cost), 0)::text as dollars, coalesce(sum(cost), 0) >= $2::numeric as over
     from model_calls where workspace_id = $1 and created_at >= date_trunc('month', now())`,
    [call.workspaceId, dollarsPerMonth],
  );
  if (tokensPerDay !== null && Number(used!.tokens) + call.tokens > tokensPerDay)
    throw new AppError(
      'rate_limited',
      `This workspace may use ${tokensPerDay.toLocaleString('en')} tokens a day, and ${Number(used!.tokens).toLocaleString('en')} are used. An administrator changes the limit in Model configuration.`,
      { details: { reason: 'limit' } },
    );
  if (used!.over)
    throw new AppError(
      'rate_limited',
      `This workspace may spend $${dollarsPerMonth} a month on models, and has spent it. An administrator changes the limit in Model configuration.`,
      { details: { reason: 'limit' } },
    );
}

export interface ClosedCall {
  state: 'done' | 'failed' | 'stopped';
  error?: string;
  attempts: number;
  usage: ModelUsage;
  firstMs: number | null;
  totalMs: number;
}

/** Records how a call ended. @returns its cost in US dollars, null where the model has no price */
export async function closeCall(id: string, model: string, end: ClosedCall): Promise<string | null> {
  const [row] = await asSystem(() =>
    query<{ cost: string | null }>(
      `with price as (${PRICE_OF})
       update model_calls set state = $3, error = $4, attempts = $5, input_tokens = $6::int, cached_tokens = $7::int,
         output_tokens = $8::int, first_ms = $9, total_ms = $10,
         cost = (select round((($6::int - $7::int) * p.input_price + $7::int * p.cached_price + $8::int * p.output_price) / 1000000, 6)
           from price p)
       where id = $2 returning cost::text as cost`,
      [
        model,
        id,
        end.state,
        end.error ?? '',
        end.attempts,
        end.usage.input,
        Math.min(end.usage.cached, end.usage.input),
        end.usage.output,
        end.firstMs,
        end.totalMs,
      ],
    ),
  );
  return row?.cost ?? null;
}

/** Usage of an assistant's run including running calls: tokens, and US dollars if there is a price. */
export async function usageOfRun(runId: string): Promise<{ tokens: number; cost: string | null }> {
  const [row] = await query<{ tokens: number; cost: string | null }>(
    `select coalesce(sum(input_tokens + output_tokens), 0)::int as tokens, sum(cost)::text as cost from model_calls
      where run_id = $1`,
    [runId],
  );
  return row!;
}
