import { lazy } from 'react';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { FinanceFrame, type Section } from '../frame/finance-frame.tsx';
import { TaxSwitches, WithProfile } from './tax-part.tsx';

const Scenarios = lazy(() => import('./scenarios.tsx'));
const Harvest = lazy(() => import('./harvest.tsx'));

const SECTIONS: readonly Section[] = [
  {
    id: 'scenarios',
    label: 'Scenarios',
    noPeriod: true,
    noCurrency: true,
    render: () => <WithProfile>{(profile, year) => <Scenarios profile={profile} year={year} />}</WithProfile>,
  },
  {
    id: 'harvest',
    label: 'Loss harvesting',
    noPeriod: true,
    noCurrency: true,
    render: () => <WithProfile>{(profile, year) => <Harvest profile={profile} year={year} />}</WithProfile>,
  },
];

/** `/tax-optimization`: what a year would cost if things were done differently. Nothing here is applied by itself. */
export default function TaxOptimizationPage() {
  useUndoKey();
  return (
    <FinanceFrame
      title="Tax optimization"
      about="Tax scenarios and loss harvesting."
      sections={SECTIONS}
      actions={<TaxSwitches />}
    />
  );
}
