/** The value of a roll-up as SQL over the record `r` of workspace `$1`. */
import { CURRENCIES, minorUnits } from '../../../kernel/money/index.ts';
import { ROLLUP_WORDS, type RollUp } from '../../contract/rollups.ts';
import type { RecordKind } from '../../contract/kinds.ts';
import type { CustomDefinition } from '../../engine/custom-field-values.ts';
import { recordKind } from '../record-kind.ts';
import type { WorkspaceSettings } from '../workspace.ts';
import { filterSql } from '../list/filter-sql.ts';
import { kindOf } from '../list/list-kind.ts';
import type { Parameters } from '../list/sort.ts';

/** Digits after the point of a currency, for those that have not two of them. */
const DIGITS = `(case ${['0', '3', '4']
  .flatMap((digits) => {
    const codes = CURRENCIES.filter((code) => minorUnits(code) === Number(digits));
    return codes.length > 0
      ? [`when r.currency in (${codes.map((code) => `'${code}'`).join(', ')}) then ${digits}`]
      : [];
  })
  .join(' ')} else 2 end)`;

/** The targets that are plain numbers; the lines' net is rounded one by one, as `lineTotals` does. */
const NUMBERS: Readonly<Record<string, string>> = {
  'opportunities.probability': 'o.probability::numeric',
  'activities.durationMinutes': 'a.duration_minutes::numeric',
  'lines.net': `round(ln.quantity * ln.unit_price * (100 - ln.discount) / 100, ${DIGITS})`,
  'lines.quantity': 'ln.quantity',
  'lines.unitPrice': 'ln.unit_price',
  'lines.discount': 'ln.discount',
};

const INSTANTS: Readonly<Record<string, string>> = {
  'contacts.createdAt': 'c.created_at',
  'contacts.lastActivityAt': 'c.last_activity_at',
  'opportunities.closedAt': 'o.closed_at',
  'opportunities.stageEnteredAt': 'o.stage_entered_at',
  'opportunities.createdAt': 'o.created_at',
  'opportunities.lastActivityAt': 'o.last_activity_at',
  'activities.doneAt': 'a.done_at',
  'activities.createdAt': 'a.created_at',
};

/** Context for calculating a roll-up. */
export interface RollUpContext {
  settings: WorkspaceSettings;
  /** Own fields of the kinds that are rolled up. */
  own: ReadonlyMap<RecordKind, readonly CustomDefinition[]>;
}

/**
 * An opportunity's amount in the reporting currency, at the rate of the day on which it was closed or of today; null
 * without a rate.
 */
function amountSql({ currency, timeZone }: WorkspaceSettings, parameters: Parameters): string {
  const [base, zone] = [parameters.add(currency, 'text'), parameters.add(timeZone, 'text')];
  return `(case when o.currency = ${base} then o.amount else o.amount *
    (select e.rate from exchange_rates e where e.workspace_id = $1 and e.base = ${base} and e.currency = o.currency
    and e.day <= (coalesce(o.closed_at, now()) at time zone ${zone})::date order by e.day desc limit 1) end)`;
}

function targetSql(rollUp: RollUp, alias: string, { settings }: RollUpContext, parameters: Parameters): string {
  const { field = '', source } = rollUp;
  const type = rollUp.function === 'earliest' || rollUp.function === 'latest' ? 'day' : 'number';
  if (field.startsWith('custom.')) {
    const key = parameters.add(field.slice('custom.'.length), 'text');
    return type === 'day'
      ? `(nullif(${alias}.custom->>${key}, '') collate "C")`
      : `(case when jsonb_typeof(${alias}.custom->${key}) = 'number' then (${alias}.custom->>${key})::numeric end)`;
  }
  const name = `${source}.${field}`;
  if (name === 'opportunities.amount') return amountSql(settings, parameters);
  if (name === 'opportunities.expectedClose') return `(o.expected_close::text collate "C")`;
  // A whole day counts by its name, whatever zone it was planned in.
  if (name === 'activities.dueAt')
    return `(coalesce(a.day, (a.due_at at time zone ${parameters.add(settings.timeZone, 'text')})::date)::text collate "C")`;
  if (name in INSTANTS)
    return `(((${INSTANTS[name]} at time zone ${parameters.add(settings.timeZone, 'text')})::date)::text collate "C")`;
  const sql = NUMBERS[name];
  if (sql === undefined) throw new Error(`No SQL for the roll-up of ${name}`);
  return sql;
}

/** Sums and extremes are exact; an average has four digits. Money that was converted is rounded once, at the end. */
function aggregate(rollUp: RollUp, target: string, digits: number): string {
  const money = rollUp.source === 'opportunities' && rollUp.field === 'amount';
  switch (rollUp.function) {
    case 'count':
      return 'count(*)';
    case 'sum':
      return `trim_scale(coalesce(${money ? `round(sum(${target}), ${digits})` : `sum(${target})`}, 0))`;
    case 'average':
      return `trim_scale(round(avg(${target}), 4))`;
    case 'min':
    case 'max':
      return `trim_scale(${money ? `round(${rollUp.function}(${target}), ${digits})` : `${rollUp.function}(${target})`})`;
    case 'earliest':
      return `min(${target})`;
    case 'latest':
      return `max(${target})`;
  }
}

/** A roll-up is visible to everyone who sees its record, so private records do not count, except the record itself. */
function seenByAll(kind: RecordKind, alias: string): string[] {
  const isOpen = (column: string) =>
    `not exists (select 1 from private_records pr where pr.record_id = ${alias}.${column} and pr.record_id <> r.id)`;
  if (kind === 'activity') return [isOpen('lead_id'), isOpen('opportunity_id')];
  return kind === 'opportunity' || kind === 'lead' ? [isOpen('id')] : [];
}

/**
 * A scalar select of the value, a JSON number or a text.
 * @throws AppError `validation` for a filter that does not fit
 */
export function rollUpSql(object: RecordKind, rollUp: RollUp, context: RollUpContext, parameters: Parameters): string {
  const members = recordKind(object).rollUpMembers?.[rollUp.source];
  if (members === undefined) throw new Error(`No roll-up of ${rollUp.source} for ${object}`);
  const child = ROLLUP_WORDS[rollUp.source].kind;
  const list = child && kindOf(child);
  if (child && !list) throw new Error(`There is no kind ${child}`);
  const alias = list?.alias ?? 'ln';
  const target = rollUp.function === 'count' ? '' : targetSql(rollUp, alias, context, parameters);
  const value = aggregate(rollUp, target, minorUnits(context.settings.currency));
  const conditions = [`${alias}.workspace_id = $1`, members];
  if (list) {
    conditions.push(`${alias}.deleted_at is null`, ...seenByAll(list.kind, alias));
    const filter = filterSql(
      list,
      rollUp.filter,
      {
        customFields: context.own.get(list.kind) ?? [],
        timeZone: context.settings.timeZone,
        userId: null,
        now: new Date(),
      },
      parameters,
    );
    if (filter !== 'true') conditions.push(filter);
  }
  return `(select to_jsonb(${value}) from ${list?.table ?? 'opportunity_lines'} ${alias}
    where ${conditions.join(' and ')})`;
}
