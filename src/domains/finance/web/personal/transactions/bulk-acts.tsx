import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import FolderInput from 'lucide-react/icons/folder-input';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import TagIcon from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { call } from '../../../../../web/api/request.ts';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import type { Selection } from '../../../../../web/table/selection.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { OptionPicker } from '../../../../../web/ui/option-picker.tsx';
import { Popover } from '../../../../../web/ui/popover.tsx';
import { transfers } from '../../../contract/recurring.ts';
import type { BulkTransactions, Transaction, TransactionFilter } from '../../../contract/transactions.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useCategories } from '../../accounts/use-ledger.ts';
import { useTransactionActs } from './use-transactions.ts';

interface BulkActsProps {
  ledgerId: string;
  filter: TransactionFilter;
  trash: boolean;
  selection: Selection;
  rows: readonly Transaction[];
  onDone: () => void;
}

/** Actions on the selected transactions, each with undo. */
export function BulkActs({ ledgerId, filter, trash, selection, rows, onDone }: BulkActsProps) {
  const acts = useTransactionActs();
  const { options, nameOf } = useCategories();
  const [tag, setTag] = useState('');
  const [panel, setPanel] = useState<'category' | 'tag'>();
  const change = async (set: BulkTransactions['set'], what: string) => {
    setPanel(undefined);
    const wanted = selection.kind === 'some' ? { ids: [...selection.ids] } : { filter, except: [...selection.except] };
    if (await acts.changeMany({ ledgerId, ...wanted, set }, what)) onDone();
  };
  if (trash)
    return selection.kind === 'some' ? (
      <Button
        size="sm"
        variant="ghost"
        icon={<RotateCcw />}
        onClick={() => void change({ deleted: false }, 'restored')}
      >
        Restore
      </Button>
    ) : null;
  const pair = pairOf(selection, rows);
  const link = async () => {
    const made = await attempt('Couldn’t link the transactions', () => call(transfers.link, { body: pair! }));
    if (!made) return;
    offerUndo({
      title: 'Linked as a transfer',
      undo: async () => {
        await call(transfers.remove, { params: { id: made.id } });
        await acts.refresh();
      },
    });
    void acts.refresh();
    onDone();
  };
  return (
    <>
      <Popover
        label="Set category"
        open={panel === 'category'}
        onOpenChange={(open) => setPanel(open ? 'category' : undefined)}
        className="w-64"
        trigger={
          <Button size="sm" variant="ghost" icon={<FolderInput />}>
            Category
          </Button>
        }
      >
        <OptionPicker
          label="Category"
          value={[]}
          source={[{ value: 'none', label: 'No category' }, ...options]}
          onChange={([option]) =>
            void change(
              { categoryId: option!.value === 'none' ? null : option!.value },
              option!.value === 'none' ? 'uncategorized' : `set to ${nameOf(option!.value)}`,
            )
          }
        />
      </Popover>
      <Popover
        label="Add tag"
        open={panel === 'tag'}
        onOpenChange={(open) => setPanel(open ? 'tag' : undefined)}
        className="w-64"
        trigger={
          <Button size="sm" variant="ghost" icon={<TagIcon />}>
            Tag
          </Button>
        }
      >
        <form
          className="flex gap-2 p-1"
          onSubmit={(event) => {
            event.preventDefault();
            if (tag.trim()) void change({ addTags: [tag.trim()] }, `tagged “${tag.trim()}”`);
            setTag('');
          }}
        >
          <Input
            aria-label="Tag"
            value={tag}
            maxLength={60}
            autoFocus
            onChange={(event) => setTag(event.target.value)}
          />
          <Button type="submit">Add</Button>
        </form>
      </Popover>
      {pair && (
        <Button size="sm" variant="ghost" icon={<ArrowLeftRight />} onClick={() => void link()}>
          Link as transfer
        </Button>
      )}
      <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => void change({ deleted: true }, 'deleted')}>
        Delete
      </Button>
    </>
  );
}

/** The two sides, where exactly two are selected that could be a transfer. */
function pairOf(selection: Selection, rows: readonly Transaction[]): { outId: string; inId: string } | undefined {
  if (selection.kind !== 'some' || selection.ids.size !== 2) return undefined;
  const two = rows.filter((row) => selection.ids.has(row.id) && !row.transfer && !row.activity);
  const out = two.find((row) => row.amount.startsWith('-'));
  const into = two.find((row) => !row.amount.startsWith('-'));
  return out && into && out.accountId !== into.accountId ? { outId: out.id, inId: into.id } : undefined;
}
