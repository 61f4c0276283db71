/** Calculated fields, and views that show their use. */
import { calculateNext, customFieldKey } from '../index.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentUserId } from '../../../server/db/index.ts';
import { insertRows, type Row } from '../../../demo/rows.ts';

/**
 * From this amount in the reporting currency a company is a key account; each sample business has some on either side.
 */
const KEY_ACCOUNT_FROM = 40_000;

const keyOf = (label: string) => customFieldKey(label, new Set());
const WON = keyOf('Won so far');
const OPEN = keyOf('Open deals');
const PIPELINE = keyOf('Open pipeline');
const STANDING = keyOf('Standing');
const COMMISSION = keyOf('Commission (8%)');

function field(
  object: 'company' | 'opportunity',
  position: number,
  label: string,
  definition: { kind: 'formula'; formula: string } | { kind: 'rollup'; rollup: object },
  result: 'number' | 'text',
): Row {
  return {
    id: newId(),
    object,
    key: keyOf(label),
    label,
    options: [],
    position,
    result,
    formula: '',
    rollup: null,
    ...definition,
  };
}

const ofDeals = (state: 'won' | 'open', what: object) => ({
  kind: 'rollup' as const,
  rollup: {
    source: 'opportunities',
    ...what,
    filter: { match: 'all', conditions: [{ field: 'state', op: 'any_of', value: [state] }] },
  },
});

/** Companies' purchases, open amounts, and resulting rank; an owner's commission on a deal. */
export async function loadFields(): Promise<void> {
  await insertRows('custom_fields', [
    field('company', 0, 'Won so far', ofDeals('won', { function: 'sum', field: 'amount' }), 'number'),
    field('company', 1, 'Open deals', ofDeals('open', { function: 'count' }), 'number'),
    field('company', 2, 'Open pipeline', ofDeals('open', { function: 'sum', field: 'amount' }), 'number'),
    field(
      'company',
      3,
      'Standing',
      {
        kind: 'formula',
        formula: `if({${WON}} >= ${KEY_ACCOUNT_FROM}, "Key account", if({${WON}} > 0, "Customer", if({${OPEN}} > 0, "Prospect", "")))`,
      },
      'text',
    ),
    field('opportunity', 0, 'Commission (8%)', { kind: 'formula', formula: 'round({amount} * 0.08, 2)' }, 'number'),
  ]);
  for (const kind of ['company', 'opportunity'] as const) {
    let ids = ['00000000-0000-0000-0000-000000000000'];
    while (ids.length > 0) ids = await calculateNext(kind, ids.at(-1)!);
  }
  const columns = (...fields: string[]) => fields.map((name) => ({ field: name }));
  const view = (object: 'contact' | 'company' | 'opportunity', name: string, config: object) => ({
    id: newId(),
    object,
    name,
    config,
    shared: true,
    owner_id: currentUserId(),
  });
  await insertRows('saved_views', [
    view('company', 'Best customers', {
      sort: `-custom.${WON}`,
      filter: { match: 'all', conditions: [{ field: `custom.${WON}`, op: 'gt', value: 0 }] },
      columns: columns(
        'name',
        `custom.${STANDING}`,
        `custom.${WON}`,
        `custom.${OPEN}`,
        `custom.${PIPELINE}`,
        'industry',
        'owner',
        'lastActivityAt',
      ),
    }),
    view('contact', 'People at key accounts', {
      sort: 'company',
      filter: { match: 'all', conditions: [{ field: `company.custom.${STANDING}`, op: 'is', value: 'Key account' }] },
      columns: columns('name', 'title', 'company', 'email', 'phone', 'owner', 'lastActivityAt'),
    }),
    view('opportunity', 'Commissions to come', {
      sort: 'expectedClose',
      filter: { match: 'all', conditions: [{ field: 'state', op: 'any_of', value: ['open'] }] },
      columns: columns('name', 'company', 'amount', `custom.${COMMISSION}`, 'expectedClose', 'owner'),
    }),
  ]);
}
