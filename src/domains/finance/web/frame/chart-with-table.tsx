import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import Table from 'lucide-react/icons/table';
import { type ReactNode, useId, useState } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { saveCsv } from './save-csv.ts';

export interface TableColumn {
  key: string;
  label: string;
  /** Figures stand at the end of their column. */
  numeric?: boolean;
}

export interface TableRow {
  key: string;
  /** Text by column. */
  cells: Readonly<Record<string, string>>;
  /** Exact values for the file, where the text is rounded or worded. */
  raw?: Readonly<Record<string, string>>;
  /** Where the rows behind it are. */
  to?: string;
  search?: RawSearch;
  /** A sum of the others. */
  strong?: boolean;
}

interface ChartWithTableProps {
  title: string;
  note?: ReactNode;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  /** Name of the file, without its ending. */
  fileName: string;
  actions?: ReactNode;
  /** Said where there are no rows. */
  empty?: ReactNode;
  /** The table stands open: where it says more than the chart. */
  open?: boolean;
  /** Every row, for the file, where `rows` are only the first of them. */
  allRows?: (() => Promise<readonly TableRow[]>) | undefined;
  /** Saves it as a document. */
  onPdf?: (() => void) | undefined;
  /** The chart. */
  children?: ReactNode;
}

/**
 * A chart and the figures that it is drawn from: the table can be opened beneath it and saved as CSV; a row opens what
 * is behind it.
 */
export function ChartWithTable({
  title,
  note,
  columns,
  rows,
  fileName,
  actions,
  empty = 'No data in this period',
  open = false,
  allRows,
  onPdf,
  children,
}: ChartWithTableProps) {
  const [shown, setShown] = useState(open);
  const tableId = useId();
  const save = async () => {
    try {
      const all = allRows ? await allRows() : rows;
      saveCsv(
        fileName,
        columns.map((column) => column.label),
        all.map((row) => columns.map(({ key }) => row.raw?.[key] ?? row.cells[key] ?? '')),
      );
    } catch {
      toast({
        type: 'error',
        title: 'Couldn’t create the file',
        description: 'Some rows could not be loaded. Try again.',
      });
    }
  };
  return (
    <Card className="min-w-0">
      <CardHeader
        title={title}
        description={note}
        actions={
          <>
            {actions}
            {rows.length > 0 && children && (
              <IconButton
                size="sm"
                label={`${shown ? 'Hide' : 'Show'} the table of ${title}`}
                icon={<Table />}
                aria-expanded={shown}
                aria-controls={tableId}
                onClick={() => setShown(!shown)}
              />
            )}
            {rows.length > 0 && (
              <IconButton size="sm" label={`Save ${title} as CSV`} icon={<Download />} onClick={() => void save()} />
            )}
            {rows.length > 0 && onPdf && (
              <IconButton size="sm" label={`Save ${title} as PDF`} icon={<FileText />} onClick={onPdf} />
            )}
          </>
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {rows.length === 0 ? <p className="py-6 text-center text-sm text-muted">{empty}</p> : children}
        {rows.length > 0 && (shown || !children) && (
          <div id={tableId}>
            <FigureTable label={title} columns={columns} rows={rows} whole={!children} />
          </div>
        )}
      </CardBody>
    </Card>
  );
}

/**
 * A plain table of figures; its first column names the row and opens what is behind it.
 * @param whole without a height of its own: its sum must not be scrolled for
 */
export function FigureTable({
  label,
  columns,
  rows,
  whole = false,
}: {
  label: string;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  whole?: boolean;
}) {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={`${label}, table`}
      className={cx('relative overflow-auto', !whole && 'max-h-96')}
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            {columns.map(({ key, label: name, numeric }) => (
              <th
                key={key}
                scope="col"
                className={cx(
                  'sticky top-0 bg-raised px-2 py-1.5 font-medium whitespace-nowrap first:pl-0 last:pr-0',
                  numeric && 'text-right',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.key}
              data-testid="row"
              className={cx('border-b border-line last:border-0', row.strong && 'font-semibold')}
            >
              {columns.map(({ key, numeric }, place) => {
                const text = row.cells[key] ?? '';
                if (place > 0)
                  return (
                    <td
                      key={key}
                      className={cx('px-2 py-1.5 whitespace-nowrap last:pr-0', numeric && 'tabular text-right')}
                    >
                      {text}
                    </td>
                  );
                return (
                  <th
                    key={key}
                    scope="row"
                    className={cx('py-1.5 pr-2 text-left whitespace-nowrap', !row.strong && 'font-normal')}
                  >
                    {row.to ? (
                      <Link
                        to={row.to}
                        search={row.search}
                        className="text-accent-ink underline-offset-2 hover:underline"
                      >
                        {text}
                      </Link>
                    ) : (
                      text
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
