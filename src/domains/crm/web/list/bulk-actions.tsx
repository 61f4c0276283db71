import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, Suspense, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { useSessionUser } from '../../../../web/api/session.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { NOTHING, type Selection } from '../../../../web/table/selection.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import type { BulkAction } from '../../contract/bulk.ts';
import { contacts } from '../../contract/contacts.ts';
import type { CustomField } from '../../contract/views.ts';
import type { BulkKind } from './bulk-dialog.tsx';
import type { ContactsSearch } from './search.ts';
import { bulkSelection, contactsText, type useBulk } from './use-bulk.ts';
import { useRowCache } from './use-contacts.ts';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

/** Up to this many are deleted at once, with Undo; more show a preview first. */
const DELETE_AT_ONCE = 20;
/** The contract's limit of one purge. */
const PURGE_MAX = 1000;

interface BulkActionsProps {
  bulk: ReturnType<typeof useBulk>;
  search: ContactsSearch;
  selection: Selection;
  onSelectionChange: (selection: Selection) => void;
  customFields: readonly CustomField[];
}

/** The actions of the bar under the list. */
export function BulkActions({ bulk, search, selection, onSelectionChange, customFields }: BulkActionsProps) {
  const [dialog, setDialog] = useState<BulkKind | null>(null);
  const user = useSessionUser();
  const cache = useRowCache();
  const selected = bulkSelection(selection, search);

  const run = async (action: BulkAction) => {
    setDialog(null);
    if (await bulk.run(selected, action)) onSelectionChange(NOTHING);
  };
  const remove = () => {
    if ('ids' in selected && selected.ids.length <= DELETE_AT_ONCE) void run({ kind: 'delete' });
    else setDialog('delete');
  };
  const purge = async (ids: string[]) => {
    const sure = await confirm({
      title: `Delete ${contactsText(ids.length)} for good?`,
      description: 'Their notes and files go with them. This cannot be undone.',
      action: `Delete ${contactsText(ids.length)}`,
      typed: ids.length > DELETE_AT_ONCE ? 'delete' : undefined,
    });
    if (!sure) return;
    try {
      const { purged } = await call(contacts.purge, { body: { ids } });
      onSelectionChange(NOTHING);
      toast({ type: 'success', title: `${contactsText(purged)} deleted for good` });
    } catch (error) {
      toast({ type: 'error', title: 'Nothing was deleted', description: messageFor(error, 'The contacts could not be deleted.') });
    }
    void cache.refresh();
  };

  if (search.trash) {
    return (
      <>
        <Button size="sm" variant="ghost" icon={<RotateCcw />} onClick={() => void run({ kind: 'restore' })}>Restore</Button>
        {user?.role === 'admin' && 'ids' in selected && selected.ids.length <= PURGE_MAX && (
          <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => void purge(selected.ids)}>Delete for good</Button>
        )}
      </>
    );
  }
  return (
    <>
      <Button size="sm" variant="ghost" icon={<UserPlus />} onClick={() => setDialog('assign')}>Assign</Button>
      <Button size="sm" variant="ghost" icon={<Tag />} onClick={() => setDialog('tags')}>Tag</Button>
      <Button size="sm" variant="ghost" icon={<Pencil />} onClick={() => setDialog('edit')}>Edit</Button>
      <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={remove}>Delete</Button>
      {dialog && (
        <Suspense fallback={null}>
          <BulkDialog kind={dialog} selection={selected} customFields={customFields} onClose={() => setDialog(null)} onRun={(action) => void run(action)} />
        </Suspense>
      )}
    </>
  );
}
