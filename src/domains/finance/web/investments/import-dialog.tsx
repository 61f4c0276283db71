import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { call } from '../../../../web/api/request.ts';
import { DropZone } from '../../../../web/files/drop-zone.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { counted } from '../../../../web/ui/format.ts';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { Account } from '../../contract/accounts.ts';
import {
  ACTIVITY_COLUMNS,
  type InvestmentFile,
  type InvestmentImport,
  investmentImports,
  type InvestmentPreview,
  MAX_INVESTMENT_FILE,
  PRICE_COLUMNS,
} from '../../contract/investment-imports.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh } from './use-portfolio.ts';
import { dayText } from './labels.ts';

const COLUMN_LABELS: Readonly<Record<(typeof ACTIVITY_COLUMNS)[number], string>> = {
  day: 'Date',
  kind: 'Type',
  security: 'Name',
  ticker: 'Ticker',
  isin: 'ISIN',
  quantity: 'Quantity',
  price: 'Price',
  amount: 'Amount',
  fee: 'Fee',
  tax: 'Tax withheld',
  currency: 'Currency',
  notes: 'Notes',
  ratio: 'Ratio, 2:1',
  newSecurity: 'New security',
  costShare: 'Cost allocation',
  cashPerUnit: 'Cash per unit',
  newPrice: 'New security price',
};
const ORDERS = [
  { value: 'ymd', label: 'Year, month, day' },
  { value: 'mdy', label: 'Month, day, year' },
  { value: 'dmy', label: 'Day, month, year' },
];
type Content = InvestmentFile['content'];
type Columns = NonNullable<InvestmentFile['columns']>;
interface Chosen {
  fileName: string;
  text: string;
  columns?: Columns;
  dateOrder?: InvestmentFile['dateOrder'];
}

/** Brings activities or prices from a CSV: looked at, mapped, taken in, and taken back if need be. */
export default function ImportDialog({ accounts, onClose }: { accounts: readonly Account[]; onClose: () => void }) {
  const { ledger } = useFinance();
  const refresh = useRefresh();
  const [content, setContent] = useState<Content>('activities');
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? '');
  const [file, setFile] = useState<Chosen>();
  const [create, setCreate] = useState(true);
  const [replace, setReplace] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [running, setRunning] = useState(false);
  const body =
    file &&
    ((content === 'activities'
      ? { content, accountId, ...file, createSecurities: create }
      : { content, ledgerId: ledger.id, ...file, replace }) as InvestmentFile | undefined);
  const preview = useQuery({
    queryKey: [investmentImports.preview.path, body],
    queryFn: ({ signal }) => call(investmentImports.preview, { body: body!, signal, losable: true }),
    enabled: body !== undefined,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  const take = async ([given]: File[]) => {
    if (!given) return;
    setProblem(
      given.size > MAX_INVESTMENT_FILE ? 'Files can be up to 900 kB. Split the file and try again.' : undefined,
    );
    if (given.size <= MAX_INVESTMENT_FILE) setFile({ fileName: given.name.slice(0, 200), text: await given.text() });
  };
  const run = async () => {
    setRunning(true);
    setProblem(undefined);
    try {
      const done = await call(investmentImports.run, { body: body! });
      await refresh();
      onClose();
      offerUndo({
        title: `${counted(done.counts.added, content === 'prices' ? 'price' : 'activity', content === 'prices' ? 'prices' : 'activities')} imported`,
        undo: async () => {
          await call(investmentImports.revert, { params: { id: done.id } });
          await refresh();
        },
      });
    } catch (failure) {
      setProblem(messageFor(failure, 'The file could not be imported. Try again.'));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Import from CSV"
      description="Preview the changes before you import."
      footer={
        file && (
          <>
            <Button className="mr-auto" onClick={() => setFile(undefined)}>
              Choose another file
            </Button>
            <Button
              variant="primary"
              loading={running}
              disabled={!preview.data || preview.isFetching || preview.data.counts.added === 0}
              onClick={() => void run()}
            >
              {preview.data ? `Import ${counted(preview.data.counts.added, 'row')}` : 'Import'}
            </Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            aria-label="File contents"
            options={[
              { value: 'activities', label: 'Activities (purchases, sales, dividends)' },
              { value: 'prices', label: 'Prices (including benchmarks)' },
            ]}
            value={content}
            onChange={(event) => {
              setContent(event.target.value as Content);
              setFile(file && { fileName: file.fileName, text: file.text });
            }}
          />
          {content === 'activities' && (
            <Select
              aria-label="Account"
              options={accounts.map((one) => ({ value: one.id, label: one.name }))}
              value={accountId}
              onChange={(event) => setAccountId(event.target.value)}
            />
          )}
        </div>
        {!file && (
          <>
            <DropZone action="Choose a file" accept=".csv,text/csv,text/plain" onFiles={(files) => void take(files)}>
              {content === 'activities'
                ? 'Include a header row: date, type, security, ticker, or ISIN, quantity, price or amount, fee. For splits, spin-offs, and mergers, add a ratio (2:1), a new security, and the cost allocation.'
                : 'Include a header row: date, ticker, ISIN, or name, price.'}
            </DropZone>
            <Earlier />
          </>
        )}
        {file && preview.error && (
          <Banner tone="danger">{messageFor(preview.error, 'The file could not be read.')}</Banner>
        )}
        {file && !preview.data && !preview.error && <Skeleton className="h-60 w-full" />}
        {file && preview.data && (
          <>
            <Mapping
              preview={preview.data}
              content={content}
              onColumns={(columns) => setFile({ ...file, columns })}
              onOrder={(dateOrder) => setFile({ ...file, dateOrder })}
            />
            {content === 'activities' ? (
              <Checkbox
                label="Add new securities"
                checked={create}
                onChange={(event) => setCreate(event.target.checked)}
              />
            ) : (
              <Checkbox
                label="Overwrite existing prices"
                checked={replace}
                onChange={(event) => setReplace(event.target.checked)}
              />
            )}
            {preview.data.warnings.map((warning) => (
              <Banner key={warning} tone="warning">
                {warning}
              </Banner>
            ))}
            <Outcome preview={preview.data} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Mapping({
  preview,
  content,
  onColumns,
  onOrder,
}: {
  preview: InvestmentPreview;
  content: Content;
  onColumns: (columns: Columns) => void;
  onOrder: (order: NonNullable<InvestmentFile['dateOrder']>) => void;
}) {
  const roles = content === 'prices' ? PRICE_COLUMNS : ACTIVITY_COLUMNS;
  const change = (index: number, role: string) => {
    const columns: Columns = {};
    for (const [place, column] of preview.columns.entries()) {
      const next = place === index ? role : column.role === role ? '' : (column.role ?? '');
      if (next) columns[next as keyof Columns] = place;
    }
    onColumns(columns);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Column mapping</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {preview.columns.map((column, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns of a file are told apart by their place alone
          <label key={index} className="flex items-center gap-2 text-sm">
            <span className="min-w-0 flex-1 truncate" title={column.name}>
              {column.name || `Column ${index + 1}`}
            </span>
            <Select
              aria-label={`Field for ${column.name || `column ${index + 1}`}`}
              className="w-40"
              placeholder="Not imported"
              options={roles.map((role) => ({ value: role, label: COLUMN_LABELS[role] }))}
              value={column.role ?? ''}
              onChange={(event) => change(index, event.target.value)}
            />
          </label>
        ))}
        <div className="flex items-center gap-2 text-sm">
          <span className="flex-1">Date format</span>
          <Select
            aria-label="Date format"
            className="w-40"
            options={ORDERS}
            value={preview.dateOrder}
            onChange={(event) => onOrder(event.target.value as NonNullable<InvestmentFile['dateOrder']>)}
          />
        </div>
      </div>
    </fieldset>
  );
}

const TONES = { add: 'success', known: 'neutral', differs: 'warning', skip: 'warning' } as const;
const WORDS = { add: 'New', known: 'Existing', differs: 'Unchanged', skip: 'Skipped' } as const;

function Outcome({ preview: { counts, rows } }: { preview: InvestmentPreview }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-sm" role="status">
        {counted(counts.rows, 'row')}: {counts.added.toLocaleString()} new, {counts.known.toLocaleString()} existing,{' '}
        {counts.skipped.toLocaleString()} skipped.
        {counts.securities > 0 && ` ${counted(counts.securities, 'security', 'securities')} will be added.`}
      </p>
      <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {rows.map((row) => (
          <li key={row.row} className="flex items-center gap-3 px-3 py-1.5 text-sm">
            <Badge tone={TONES[row.outcome]} className="shrink-0">
              {WORDS[row.outcome]}
            </Badge>
            <span className="min-w-0 flex-1 truncate">
              {[
                row.day && dayText(row.day),
                row.kind,
                row.security,
                row.quantity,
                row.price && `at ${row.price}`,
                row.amount,
              ]
                .filter(Boolean)
                .join(' · ')}
              {row.message && <span className="text-muted"> — {row.message}</span>}
            </span>
            <span className="tabular shrink-0 text-xs text-muted">row {row.row}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Earlier imports, to take one back. */
function Earlier() {
  const { ledger } = useFinance();
  const refresh = useRefresh();
  const { items, hasMore, loadingMore, more } = usePages(investmentImports.list, { query: { ledgerId: ledger.id } });
  const revert = async (one: InvestmentImport) => {
    try {
      await call(investmentImports.revert, { params: { id: one.id } });
      await refresh();
      toast({ type: 'success', title: `Import of ${one.fileName} undone` });
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t undo the import', description: messageFor(failure, 'Try again.') });
    }
  };
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">Earlier imports</h3>
      <ul className="divide-y divide-line">
        {items.map((one) => (
          <li key={one.id} data-testid="row" className="flex items-center gap-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{one.fileName}</span>
              <span className="text-xs text-muted">
                {one.content === 'prices'
                  ? counted(one.counts.added, 'price')
                  : counted(one.counts.added, 'activity', 'activities')}
                , <RelativeTime value={one.createdAt} />
              </span>
            </span>
            {one.state === 'reverted' ? (
              <Badge>Undone</Badge>
            ) : (
              <Button size="sm" onClick={() => void revert(one)}>
                Undo import
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} />
    </section>
  );
}
