import { Link } from '../../../../web/router/link.tsx';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { FinanceFrame } from '../frame/finance-frame.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { Overview } from './overview.tsx';

/**
 * The whole picture: what one has and owes, what comes in and goes out, what is due, and whether the figures are fresh.
 */
export default function FinancePage() {
  return (
    <FinanceFrame
      title="Finance"
      about="Net worth, cash flow, and upcoming payments."
      sections={[{ id: 'overview', label: 'Overview', render: () => <Overview /> }]}
      actions={<AccountsLink />}
    />
  );
}

function AccountsLink() {
  const { linkSearch } = useFinance();
  return (
    <Link to="/personal-finance" search={linkSearch} className={buttonClass()}>
      All accounts
    </Link>
  );
}
