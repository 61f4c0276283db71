import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { download } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { formatTotal, type Total } from '../../../../web/table/selection.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '../../../../web/ui/dropdown-menu.tsx';
import { contacts } from '../../contract/contacts.ts';
import { type ContactsSearch, selectionQuery } from './search.ts';

interface ExportMenuProps {
  search: ContactsSearch;
  /** The shown columns in their order. */
  columns: readonly string[];
  total: Total | undefined;
}

/** Downloads exactly what the list shows: these contacts, in this order, with these columns. */
export function ExportMenu({ search, columns, total }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const save = async (format: 'csv' | 'vcard') => {
    setBusy(true);
    try {
      await download(contacts.exportFile, format === 'csv' ? 'contacts.csv' : 'contacts.vcf', {
        query: { ...selectionQuery(search), sort: search.sort || undefined, format, columns: format === 'csv' ? columns.join(',') : undefined },
      });
    } catch (error) {
      toast({ type: 'error', title: 'The export failed', description: messageFor(error, 'The file could not be made.') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu label="Export" trigger={<Button icon={<Download />} loading={busy} disabled={total?.count === 0}><span className="max-sm:sr-only">Export</span></Button>}>
      <MenuLabel>{total ? `${formatTotal(total)} contacts of this list` : 'All contacts of this list'}</MenuLabel>
      <MenuItem onSelect={() => void save('csv')}>CSV with the shown columns</MenuItem>
      <MenuItem onSelect={() => void save('vcard')}>vCard for address books</MenuItem>
    </Menu>
  );
}
