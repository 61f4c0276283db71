import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { moveInList } from '../engine/edit.ts';

interface ItemButtonsProps<Item> {
  items: readonly Item[];
  /** Index of the item. */
  at: number;
  /** Name of one item: `field`. */
  one: string;
  /** The last one may not be deleted. */
  keepsOne?: boolean;
  onMove: (items: Item[]) => void;
  onDelete: () => void;
}

/** Moves an item of a list up and down, and deletes it. */
export function ItemButtons<Item>({ items, at, one, keepsOne = false, onMove, onDelete }: ItemButtonsProps<Item>) {
  return (
    <div className="flex gap-1">
      <IconButton
        size="sm"
        label="Move up"
        icon={<ArrowUp />}
        disabled={at === 0}
        onClick={() => onMove(moveInList(items, at, at - 1))}
      />
      <IconButton
        size="sm"
        label="Move down"
        icon={<ArrowDown />}
        disabled={at === items.length - 1}
        onClick={() => onMove(moveInList(items, at, at + 1))}
      />
      <IconButton
        size="sm"
        label={`Delete ${one}`}
        icon={<Trash2 />}
        tone="danger"
        disabled={keepsOne && items.length === 1}
        onClick={onDelete}
      />
    </div>
  );
}
