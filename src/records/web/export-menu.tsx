import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { messageFor } from '../../web/api/error.ts';
import { download } from '../../web/api/request.ts';
import { toast } from '../../web/shell/toast.ts';
import { formatTotal, NOTHING, type Selection, selectedCount, type Total } from '../../web/table/selection.ts';
import { Button, type ButtonProps } from '../../web/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '../../web/ui/dropdown-menu.tsx';
import { MAX_PICKED } from '../contract/bulk.ts';
import { KINDS } from '../contract/kinds.ts';
import type { ListKit, ListRow } from './list-kit.ts';
import { type ListSearch, selectionQuery } from './list-search.ts';

interface ExportProps<Row extends ListRow> {
  kit: ListKit<Row>;
  search: ListSearch;
  /** The shown columns in their order. */
  columns: readonly string[];
  total: Total | undefined;
}

/** Downloads exactly what the list shows: these records, in this order; with its columns, or with all that is known. */
export function ExportMenu<Row extends ListRow>({ total, ...props }: ExportProps<Row>) {
  const { many } = KINDS[props.kit.kind];
  return (
    <FileMenu
      {...props}
      picked={NOTHING}
      label={total ? `${formatTotal(total)} ${many} of this list` : `All ${many} of this list`}
      button={{ disabled: total?.count === 0, children: <span className="max-sm:sr-only">Export</span> }}
    />
  );
}

/** Downloads the selected records only. */
export function ExportPicked<Row extends ListRow>({
  total,
  selection,
  ...props
}: ExportProps<Row> & { selection: Selection }) {
  const named = selection.kind === 'some' ? selection.ids : selection.except;
  if (named.size > MAX_PICKED) {
    const why = `You can export up to ${MAX_PICKED} individually selected records. Select all, or narrow the list with filters.`;
    return (
      <Button size="sm" variant="ghost" icon={<Download />} disabled data-tooltip={why} aria-label={`Export. ${why}`}>
        Export
      </Button>
    );
  }
  return (
    <FileMenu
      {...props}
      picked={selection}
      label={`${formatTotal(selectedCount(selection, total))} selected`}
      button={{ size: 'sm', variant: 'ghost', children: 'Export' }}
    />
  );
}

interface FileMenuProps<Row extends ListRow> extends Omit<ExportProps<Row>, 'total'> {
  picked: Selection;
  label: string;
  button: Pick<ButtonProps, 'size' | 'variant' | 'disabled' | 'children'>;
}

function FileMenu<Row extends ListRow>({
  kit: { kind, moreExports, exportFile },
  search,
  columns,
  picked,
  label,
  button,
}: FileMenuProps<Row>) {
  const [busy, setBusy] = useState(false);
  const { many } = KINDS[kind];
  if (!exportFile) return null;
  const save = async (format: string, asShown: boolean) => {
    setBusy(true);
    const ids =
      picked.kind === 'some'
        ? { ids: [...picked.ids].join(',') || undefined }
        : { except: [...picked.except].join(',') || undefined };
    try {
      await download(exportFile, `${many}.${format}`, {
        query: {
          ...selectionQuery(search),
          ...ids,
          sort: search.sort || undefined,
          format,
          columns: asShown ? columns.join(',') : undefined,
        },
      });
    } catch (error) {
      toast({
        type: 'error',
        title: 'Export failed',
        description: messageFor(error, 'The file could not be created.'),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu label="Export" trigger={<Button {...button} icon={<Download />} loading={busy} />}>
      <MenuLabel>{label}</MenuLabel>
      <MenuItem onSelect={() => void save('csv', true)}>CSV with shown columns</MenuItem>
      <MenuItem onSelect={() => void save('csv', false)}>CSV with all fields</MenuItem>
      {moreExports?.map((one) => (
        <MenuItem key={one.format} onSelect={() => void save(one.format, false)}>
          {one.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
