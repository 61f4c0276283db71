import Building2 from 'lucide-react/icons/building-2';
import CopyCheck from 'lucide-react/icons/copy-check';
import Upload from 'lucide-react/icons/upload';
import Users from 'lucide-react/icons/users';
import { lazy } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { BulkSelection } from '../../../../records/contract/bulk.ts';
import type { ContactRow } from '../../contract/contacts.ts';
import { MergePicked } from '../duplicates/merge-picked.tsx';
import { RecordList } from '../../../../records/web/record-list.tsx';
import { contactColumns, STANDARD_COLUMNS } from './contact-columns.tsx';
import { ContactCard } from './contact-card.tsx';
import { contactKit } from './contact-kit.ts';
import { prepareList } from '../../../../records/web/preload.ts';

const NewContactDialog = lazy(() => import('./new-contact-dialog.tsx'));

export const prepare = prepareList(contactKit);

/** `/contacts`: find, filter, edit and act on the people of the workspace. */
export default function ContactListPage() {
  return (
    <RecordList
      kit={contactKit}
      columns={contactColumns}
      standardColumns={STANDARD_COLUMNS}
      card={card}
      firstUse={firstUse}
      actions={
        <>
          <Link to="/companies" className={buttonClass()}>
            <Building2 size={16} aria-hidden="true" />
            <span className="max-sm:sr-only">Companies</span>
          </Link>
          <Link to="/duplicates" className={buttonClass()} aria-label="Duplicates" data-tooltip="Duplicates">
            <CopyCheck size={16} aria-hidden="true" />
          </Link>
          <Link to="/contacts/import" className={buttonClass()}>
            <Upload size={16} aria-hidden="true" />
            <span className="max-sm:sr-only">Import</span>
          </Link>
        </>
      }
      renderNew={(close) => <NewContactDialog onClose={close} />}
      bulkActions={merge}
    />
  );
}

const merge = (selected: BulkSelection, done: () => void) => (
  <MergePicked kind="contact" selected={selected} onMerged={done} />
);
const card = (contact: ContactRow) => <ContactCard contact={contact} />;

const firstUse = (create: () => void) => (
  <EmptyState
    icon={<Users />}
    title="Add your contacts"
    action={
      <>
        <Link to="/contacts/import" className={buttonClass({ variant: 'primary' })}>
          <Upload size={16} aria-hidden="true" />
          Import file
        </Link>
        <Button onClick={create}>Add contact</Button>
      </>
    }
  >
    Export your contacts as CSV and import the file here. Columns are matched for you, duplicates are found, and you can
    undo the import.
  </EmptyState>
);
