/** Exchange rates into the workspace's reporting currency, set by people and dated. */
import { notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { isCurrency } from '../../../../kernel/money/currencies.ts';
import { invalid } from '../../../../kernel/errors.ts';
import { currentUserId, currentWorkspaceId, execute, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { ExchangeRate, NewExchangeRate } from '../../contract/forecast.ts';
import type { Rates } from '../../engine/opportunities/amounts.ts';
import { CRM } from '../../paths.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';
import { OPPORTUNITIES_CHANGED } from './kind.ts';

const COLUMNS = 'id, currency, base, day, trim_scale(rate)::text as rate';

export async function listRates(): Promise<{ base: string; items: ExchangeRate[] }> {
  const { currency: base } = await workspaceSettings();
  const items = await query<ExchangeRate>(
    `select ${COLUMNS} from exchange_rates where workspace_id = $1 and base = $2
      order by currency, day desc limit 2000`,
    [currentWorkspaceId(), base],
  );
  return { base, items };
}

/** The rate of each currency that holds on `day`, into `base`. */
export async function ratesOn(day: string, base: string): Promise<Rates> {
  const rows = await query<{ currency: string; rate: string }>(
    'select distinct on (currency) currency, trim_scale(rate)::text as rate from exchange_rates where workspace_id = $1 and base = $2 and day <= $3 order by currency, day desc',
    [currentWorkspaceId(), base, day],
    'crm_rates',
  );
  return new Map(rows.map((row) => [row.currency, row.rate]));
}

/** Sets the rate of a currency from a day on. @throws AppError `validation` */
export function saveRate(input: NewExchangeRate): Promise<ExchangeRate> {
  return transaction(async () => {
    const { currency: base } = await workspaceSettings();
    if (!isCurrency(input.currency))
      throw invalid('currency', `${input.currency} is not a currency. Use a three-letter code such as EUR.`);
    if (input.currency === base) throw invalid('currency', `${base} is the reporting currency. Its rate is always 1.`);
    const [saved] = await query<ExchangeRate>(
      `insert into exchange_rates (id, workspace_id, base, currency, day, rate, created_by)
        values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (workspace_id, base, currency, day) do update
          set rate = excluded.rate, created_by = excluded.created_by, created_at = now() returning ${COLUMNS}`,
      [newId(), currentWorkspaceId(), base, input.currency, input.day, input.rate, currentUserId()],
    );
    await emit({
      type: 'exchange_rate.saved',
      subject: { type: 'exchange_rate', id: saved!.id },
      data: { ...saved },
      paths: [CRM.exchangeRates, ...OPPORTUNITIES_CHANGED],
    });
    return saved!;
  });
}

/** @throws AppError `not_found` */
export function removeRate(id: string): Promise<void> {
  return transaction(async () => {
    const removed = await execute('delete from exchange_rates where id = $1 and workspace_id = $2', [
      id,
      currentWorkspaceId(),
    ]);
    if (removed === 0) throw notFound('The rate');
    await emit({
      type: 'exchange_rate.deleted',
      subject: { type: 'exchange_rate', id },
      paths: [CRM.exchangeRates, ...OPPORTUNITIES_CHANGED],
    });
  });
}
