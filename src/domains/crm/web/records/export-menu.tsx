import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { download } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { formatTotal, type Total } from '../../../../web/table/selection.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '../../../../web/ui/dropdown-menu.tsx';
import { KINDS } from '../../contract/kinds.ts';
import type { ListKit, ListRow } from './kit.ts';
import { type ListSearch, selectionQuery } from './search.ts';

interface ExportMenuProps<Row extends ListRow> {
  kit: ListKit<Row>;
  search: ListSearch;
  /** The shown columns in their order. */
  columns: readonly string[];
  total: Total | undefined;
}

/** Downloads exactly what the list shows: these records, in this order, with these columns. */
export function ExportMenu<Row extends ListRow>({ kit: { kind, exports, exportFile }, search, columns, total }: ExportMenuProps<Row>) {
  const [busy, setBusy] = useState(false);
  const { many } = KINDS[kind];
  if (!exportFile) return null;
  const save = async (format: string) => {
    setBusy(true);
    try {
      await download(exportFile, `${many}.${format}`, {
        query: { ...selectionQuery(search), sort: search.sort || undefined, format, columns: format === exports[0]?.format ? columns.join(',') : undefined },
      });
    } catch (error) {
      toast({ type: 'error', title: 'The export failed', description: messageFor(error, 'The file could not be made.') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu label="Export" trigger={<Button icon={<Download />} loading={busy} disabled={total?.count === 0}><span className="max-sm:sr-only">Export</span></Button>}>
      <MenuLabel>{total ? `${formatTotal(total)} ${many} of this list` : `All ${many} of this list`}</MenuLabel>
      {exports.map(({ format, label }) => <MenuItem key={format} onSelect={() => void save(format)}>{label}</MenuItem>)}
    </Menu>
  );
}
