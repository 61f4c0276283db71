import Lock from 'lucide-react/icons/lock';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { EndpointSpec } from '../../kernel/endpoint.ts';
import { messageFor } from '../../web/api/error.ts';
import { send } from '../../web/api/send.ts';
import { useSessionUser } from '../../web/api/session.ts';
import { toast } from '../../web/shell/toast.ts';
import { NOTHING, type Selection, type Total } from '../../web/table/selection.ts';
import { Button } from '../../web/ui/button.tsx';
import { confirm } from '../../web/ui/confirm.ts';
import type { BulkAction } from '../contract/bulk.ts';
import { canBePrivate, countOf } from '../contract/kinds.ts';
import type { CustomField } from '../contract/views.ts';
import type { BulkWhat } from './bulk-dialog.tsx';
import { ExportPicked } from './export-menu.tsx';
import type { ListKit, ListRow } from './list-kit.ts';
import type { ListSearch } from './list-search.ts';
import { bulkSelection, type useBulk } from './use-bulk.ts';
import { useRowCache } from './use-rows.ts';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

/** Up to this many are deleted at once, with Undo; more show a preview first. */
const DELETE_AT_ONCE = 20;
/** The contract's limit of one purge. */
const PURGE_MAX = 1000;

interface BulkActionsProps<Row extends ListRow> {
  kit: ListKit<Row>;
  bulk: ReturnType<typeof useBulk>;
  search: ListSearch;
  selection: Selection;
  onSelectionChange: (selection: Selection) => void;
  customFields: readonly CustomField[];
  /** The shown columns in their order. */
  columns: readonly string[];
  total: Total | undefined;
  /** Actions of this kind only, shown before the standard ones. */
  children?: ReactNode;
}

/** The actions of the bar under the list. */
export function BulkActions<Row extends ListRow>({
  kit,
  bulk,
  search,
  selection,
  onSelectionChange,
  customFields,
  columns,
  total,
  children,
}: BulkActionsProps<Row>) {
  const [dialog, setDialog] = useState<BulkWhat | null>(null);
  const user = useSessionUser();
  const { kind } = kit;
  const cache = useRowCache<Row>(kind);
  const selected = bulkSelection(selection, search);

  const run = async (action: BulkAction) => {
    setDialog(null);
    if (await bulk.run(selected, action)) onSelectionChange(NOTHING);
  };
  const remove = () => {
    if ('ids' in selected && selected.ids.length <= DELETE_AT_ONCE) void run({ kind: 'delete' });
    else setDialog('delete');
  };
  const purge = async (endpoint: EndpointSpec, ids: string[]) => {
    const sure = await confirm({
      title: `Permanently delete ${countOf(kind, ids.length)}?`,
      description: 'Their notes and files are also deleted. This can’t be undone.',
      action: `Delete ${countOf(kind, ids.length)}`,
      typed: ids.length > DELETE_AT_ONCE ? 'delete' : undefined,
    });
    if (!sure) return;
    try {
      const { purged } = await send<{ purged: number }>(endpoint.method, endpoint.path, { body: { ids } });
      onSelectionChange(NOTHING);
      toast({ type: 'success', title: `${countOf(kind, purged)} permanently deleted` });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t delete the records', description: messageFor(error, 'Try again.') });
    }
    void cache.refresh();
  };

  if (search.trash) {
    return (
      <>
        <Button size="sm" variant="ghost" icon={<RotateCcw />} onClick={() => void run({ kind: 'restore' })}>
          Restore
        </Button>
        {kit.purge && user?.role === 'admin' && 'ids' in selected && selected.ids.length <= PURGE_MAX && (
          <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => void purge(kit.purge!, selected.ids)}>
            Delete permanently
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      {children}
      <Button size="sm" variant="ghost" icon={<UserPlus />} onClick={() => setDialog('assign')}>
        Assign
      </Button>
      <Button size="sm" variant="ghost" icon={<Tag />} onClick={() => setDialog('tags')}>
        Tag
      </Button>
      <Button size="sm" variant="ghost" icon={<Pencil />} onClick={() => setDialog('edit')}>
        Edit
      </Button>
      {canBePrivate(kind) && (
        <Button size="sm" variant="ghost" icon={<Lock />} onClick={() => setDialog('share')}>
          Access
        </Button>
      )}
      <ExportPicked kit={kit} search={search} columns={columns} total={total} selection={selection} />
      <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={remove}>
        Delete
      </Button>
      {dialog && (
        <Suspense fallback={null}>
          <BulkDialog
            kit={kit}
            what={dialog}
            selection={selected}
            customFields={customFields}
            onClose={() => setDialog(null)}
            onRun={(action) => void run(action)}
          />
        </Suspense>
      )}
    </>
  );
}
