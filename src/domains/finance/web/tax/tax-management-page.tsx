import Download from 'lucide-react/icons/download';
import { lazy } from 'react';
import { download } from '../../../../web/api/request.ts';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../../web/ui/dropdown-menu.tsx';
import { tax, type TaxProfile } from '../../contract/tax.ts';
import { attempt } from '../accounts/run-action.ts';
import { FinanceFrame, type Section } from '../frame/finance-frame.tsx';
import { TaxSwitches, WithProfile, WithYear } from './tax-part.tsx';
import { useTax } from './use-tax.ts';

const Estimate = lazy(() => import('./estimate.tsx'));
const Figures = lazy(() => import('./figures.tsx'));
const Categories = lazy(() => import('./categories.tsx'));
const Payments = lazy(() => import('./payments.tsx'));
const Documents = lazy(() => import('./documents.tsx'));

const SECTIONS: readonly Section[] = [
  {
    id: 'estimate',
    label: 'Estimate',
    noPeriod: true,
    noCurrency: true,
    render: () => (
      <WithProfile>
        {(profile, year) => (
          <WithYear profile={profile} year={year}>
            {(view) => <Estimate view={view} />}
          </WithYear>
        )}
      </WithProfile>
    ),
  },
  {
    id: 'figures',
    label: 'Income and deductions',
    noPeriod: true,
    noCurrency: true,
    render: () => (
      <WithProfile>
        {(profile, year) => (
          <WithYear profile={profile} year={year}>
            {(view) => <Figures view={view} />}
          </WithYear>
        )}
      </WithProfile>
    ),
  },
  {
    id: 'categories',
    label: 'Categories',
    noPeriod: true,
    noCurrency: true,
    render: () => <WithProfile>{(profile, year) => <Categories profile={profile} year={year} />}</WithProfile>,
  },
  {
    id: 'payments',
    label: 'Payments',
    noPeriod: true,
    noCurrency: true,
    render: () => (
      <WithProfile>
        {(profile, year) => (
          <WithYear profile={profile} year={year}>
            {(view) => <Payments view={view} />}
          </WithYear>
        )}
      </WithProfile>
    ),
  },
  {
    id: 'documents',
    label: 'Documents',
    noPeriod: true,
    noCurrency: true,
    render: () => <WithProfile>{(profile, year) => <Documents profile={profile} year={year} />}</WithProfile>,
  },
];

/** `/tax-management`: what a year comes to, from the ledgers, and what is to be paid when. */
export default function TaxManagementPage() {
  useUndoKey();
  return (
    <FinanceFrame
      title="Tax management"
      about="Federal tax estimate from your books, with estimated payments and due dates."
      sections={SECTIONS}
      actions={
        <>
          <TaxSwitches />
          <Export />
        </>
      }
    />
  );
}

function Export() {
  const { profile, year } = useTax();
  if (!profile) return null;
  const params = { id: profile.id, year };
  const save = (what: TaxProfile, kind: 'csv' | 'pdf') =>
    attempt('Couldn’t create the file', () =>
      download(kind === 'csv' ? tax.exportFile : tax.summary, `tax-${year}-${what.name}.${kind}`, { params }),
    );
  return (
    <Menu
      trigger={
        <Button icon={<Download />} aria-label="Export">
          <span className="max-sm:hidden">Export</span>
        </Button>
      }
    >
      <MenuItem onSelect={() => void save(profile, 'pdf')}>Download summary (PDF)</MenuItem>
      <MenuItem onSelect={() => void save(profile, 'csv')}>Download lines (CSV)</MenuItem>
    </Menu>
  );
}
