import Columns3 from 'lucide-react/icons/columns-3';
import Rows3 from 'lucide-react/icons/rows-3';
import Settings2 from 'lucide-react/icons/settings-2';
import Upload from 'lucide-react/icons/upload';
import UserPlus from 'lucide-react/icons/user-plus';
import { lazy } from 'react';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { BulkSelection } from '../../../../records/contract/bulk.ts';
import type { LeadRow } from '../../contract/leads.ts';
import { MergePicked } from '../duplicates/merge-picked.tsx';
import { type ListMode, RecordList } from '../../../../records/web/record-list.tsx';
import { leadKit } from './lead-kit.ts';
import { LeadBoard } from './lead-board.tsx';
import { LeadCard, leadColumns, STANDARD_LEAD_COLUMNS } from './lead-columns.tsx';
import { prepareList } from '../../../../records/web/preload.ts';

const NewLeadDialog = lazy(() => import('./new-lead-dialog.tsx'));

const MODES: readonly ListMode[] = [
  { id: '', label: 'Table', icon: <Rows3 /> },
  { id: 'board', label: 'Board', icon: <Columns3 />, render: ({ search }) => <LeadBoard search={search} /> },
];

export const prepare = prepareList(leadKit);

/** `/leads`: who may become a customer, as a table or by status, from the first word to the conversion. */
export default function LeadListPage() {
  const admin = useSessionUser()?.role === 'admin';
  return (
    <RecordList
      kit={leadKit}
      columns={leadColumns}
      standardColumns={STANDARD_LEAD_COLUMNS}
      card={card}
      modes={MODES}
      renderNew={(close) => <NewLeadDialog onClose={close} />}
      actions={
        <>
          {admin && (
            <Link to="/leads/settings" className={buttonClass()}>
              <Settings2 size={16} aria-hidden="true" />
              <span className="max-sm:sr-only">Rules and forms</span>
            </Link>
          )}
          <Link to="/leads/import" className={buttonClass()}>
            <Upload size={16} aria-hidden="true" />
            <span className="max-sm:sr-only">Import</span>
          </Link>
        </>
      }
      firstUse={firstUse}
      bulkActions={merge}
    />
  );
}

const merge = (selected: BulkSelection, done: () => void) => (
  <MergePicked kind="lead" selected={selected} onMerged={done} />
);
const card = (lead: LeadRow) => <LeadCard lead={lead} />;

const firstUse = (create: () => void) => <FirstUse onCreate={create} />;

function FirstUse({ onCreate }: { onCreate: () => void }) {
  const admin = useSessionUser()?.role === 'admin';
  return (
    <EmptyState
      icon={<UserPlus />}
      title="No leads yet"
      action={
        <>
          <Button variant="primary" onClick={onCreate}>
            Add lead
          </Button>
          <Link to="/leads/import" className={buttonClass()}>
            <Upload size={16} aria-hidden="true" />
            Import file
          </Link>
          {admin && (
            <Link to="/leads/settings" search={{ tab: 'forms' }} className={buttonClass()}>
              Create web form
            </Link>
          )}
        </>
      }
    >
      Leads are people and companies who may become customers. Add one, import a list, or put a form on your website.
      New leads are scored, assigned, and checked for duplicates.
    </EmptyState>
  );
}
