import Building2 from 'lucide-react/icons/building-2';
import CopyCheck from 'lucide-react/icons/copy-check';
import Upload from 'lucide-react/icons/upload';
import Users from 'lucide-react/icons/users';
import { lazy } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { BulkSelection } from '../../../../records/contract/bulk.ts';
import type { CompanyRow } from '../../contract/companies.ts';
import { MergePicked } from '../duplicates/merge-picked.tsx';
import { RecordList } from '../../../../records/web/record-list.tsx';
import { CompanyCard, companyColumns, STANDARD_COMPANY_COLUMNS } from './company-columns.tsx';
import { companyKit } from './company-kit.ts';

const NewCompanyDialog = lazy(() => import('./new-company-dialog.tsx'));

/** `/companies`: find, filter, edit and act on the companies behind the contacts. */
export default function CompanyListPage() {
  return (
    <RecordList
      kit={companyKit}
      columns={companyColumns}
      standardColumns={STANDARD_COMPANY_COLUMNS}
      card={card}
      firstUse={firstUse}
      actions={
        <>
          <Link to="/contacts" className={buttonClass()}>
            <Users size={16} aria-hidden="true" />
            <span className="max-sm:sr-only">Contacts</span>
          </Link>
          <Link to="/companies/import" className={buttonClass()}>
            <Upload size={16} aria-hidden="true" />
            <span className="max-sm:sr-only">Import</span>
          </Link>
          <Link
            to="/duplicates"
            search={{ kind: 'company' }}
            className={buttonClass()}
            aria-label="Duplicates"
            data-tooltip="Duplicates"
          >
            <CopyCheck size={16} aria-hidden="true" />
          </Link>
        </>
      }
      renderNew={(close) => <NewCompanyDialog onClose={close} />}
      bulkActions={merge}
    />
  );
}

const merge = (selected: BulkSelection, done: () => void) => (
  <MergePicked kind="company" selected={selected} onMerged={done} />
);
const card = (company: CompanyRow) => <CompanyCard company={company} />;

const firstUse = (create: () => void) => (
  <EmptyState
    icon={<Building2 />}
    title="No companies yet"
    action={
      <>
        <Button variant="primary" onClick={create}>
          Add company
        </Button>
        <Link to="/companies/import" className={buttonClass()}>
          <Upload size={16} aria-hidden="true" />
          Import file
        </Link>
      </>
    }
  >
    A company brings its contacts, opportunities, and activities together. Companies are also created automatically when
    a contact, opportunity, or import names one.
  </EmptyState>
);
