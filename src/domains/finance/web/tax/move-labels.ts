/** Steps of a scenario in words. */
import { counted, money } from '../../../../web/ui/format.ts';
import type { MOVE_KINDS, TaxMove } from '../../contract/tax-scenarios.ts';
import { PLAN_LABELS } from './labels.ts';

export const MOVE_LABELS: Readonly<Record<(typeof MOVE_KINDS)[number], string>> = {
  entity: 'Change entity type',
  retirement: 'Contribution',
  harvest: 'Harvest losses',
  depreciation: 'Depreciate a purchase',
  timing: 'Shift income or expenses',
  bunching: 'Bunch charitable gifts',
};
export const ENTITY_LABELS = { sCorporation: 'S corporation', cCorporation: 'C corporation' } as const;

export function moveText(move: TaxMove): string {
  const usd = (amount: string): string => money(amount, 'USD');
  switch (move.kind) {
    case 'entity':
      return `${ENTITY_LABELS[move.to]} with a salary of ${usd(move.salary)}`;
    case 'retirement':
      return `${usd(move.amount)} into a ${PLAN_LABELS[move.plan]}`;
    case 'harvest':
      return `${counted(move.lots.length, 'lot')} sold at a loss`;
    case 'depreciation':
      return `${move.what || 'A purchase'} for ${usd(move.cost)}, over ${move.period} years`;
    case 'timing':
      return move.what === 'income'
        ? `${usd(move.amount)} of income deferred`
        : `${usd(move.amount)} of expenses accelerated`;
    case 'bunching':
      return `Next year’s gifts of ${usd(move.yearly)} made this year`;
  }
}

/** A step to begin with. */
export function blankMove(kind: TaxMove['kind'], year: number): TaxMove {
  switch (kind) {
    case 'entity':
      return { kind, to: 'sCorporation', salary: '', costs: '2000', paidOutPercent: '0' };
    case 'retirement':
      return { kind, plan: 'sep', amount: '' };
    case 'harvest':
      return { kind, lots: [] };
    case 'depreciation':
      return {
        kind,
        what: '',
        cost: '',
        period: '5',
        placedInService: `${year}-12-15`,
        acquired: `${year}-12-01`,
        section179: '0',
        bonus: true,
      };
    case 'timing':
      return { kind, what: 'income', amount: '' };
    case 'bunching':
      return { kind, yearly: '' };
  }
}
