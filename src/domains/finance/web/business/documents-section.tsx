import Plus from 'lucide-react/icons/plus';
import Receipt from 'lucide-react/icons/receipt';
import Repeat from 'lucide-react/icons/repeat';
import SearchX from 'lucide-react/icons/search-x';
import Settings from 'lucide-react/icons/settings';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useReadAhead } from '../../../../web/api/read-ahead.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { useNewRecordLink } from '../../../../web/router/use-new-record-link.ts';
import { type Shortcut, useShortcuts } from '../../../../web/shell/shortcuts.ts';
import { type Column, type ColumnLayout, formatLayout, parseLayout } from '../../../../web/table/columns.ts';
import { ColumnsMenu } from '../../../../web/table/columns-menu.tsx';
import { DataTable } from '../../../../web/table/data-table.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { SearchBox } from '../../../../web/ui/search-box.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { type DocumentKind, documents, type DocumentSummary } from '../../contract/documents.ts';
import { useFinance } from '../frame/use-finance.ts';
import { documentRead, useBusinessSearch } from './use-business.ts';
import {
  CREDIT_LABELS,
  documentName,
  KIND_WORDS,
  STATUS_LABELS,
  STATUS_TONES,
  statusLabel,
  wordsOf,
} from './labels.ts';

const DocumentDialog = lazy(() => import('./document-dialog.tsx'));
const loadSheet = () => import('./document-sheet.tsx');
const DocumentSheet = lazy(loadSheet);
const SettingsDialog = lazy(() => import('./settings-dialog.tsx'));
const SchedulesDialog = lazy(() => import('./schedules-dialog.tsx'));

const NO_SORTING: never[] = [];
const ignore = () => undefined;
const CREDIT_OPTIONS = [
  { value: 'unpaid', label: 'Unused' },
  ...Object.entries(CREDIT_LABELS).map(([value, label]) => ({ value, label })),
];
const STATUS_OPTIONS = [
  { value: 'unpaid', label: 'Unpaid' },
  ...Object.entries(STATUS_LABELS).map(([value, label]) => ({ value, label })),
];

const status = (one: DocumentSummary) => <Badge tone={STATUS_TONES[one.status]}>{statusLabel(one)}</Badge>;

/** Beside what they lower, credit notes count below zero. */
const signed = (one: DocumentSummary, amount: string, amongOwn: boolean): string =>
  money(one.credit && !amongOwn && amount !== '0' ? `-${amount}` : amount, one.currency);

function columnsOf(
  kind: DocumentKind,
  credit: boolean,
  open: (one: DocumentSummary) => void,
): Column<DocumentSummary>[] {
  return [
    {
      id: 'name',
      header: kind === 'invoice' ? 'Number' : 'Vendor’s number',
      width: 150,
      hideable: false,
      cell: (one) => (
        <button
          type="button"
          tabIndex={-1}
          className={`max-w-full truncate text-left leading-6 hover:underline ${one.number || one.reference ? 'font-medium' : 'text-muted'}`}
          onClick={() => open(one)}
        >
          {documentName(one)}
        </button>
      ),
    },
    {
      id: 'party',
      header: KIND_WORDS[kind].party,
      width: 260,
      cell: (one) => <span className="truncate">{one.party.name}</span>,
    },
    { id: 'status', header: 'Status', width: 110, cell: status },
    { id: 'day', header: 'Date', width: 120, cell: (one) => <DayText value={one.day} className="tabular" /> },
    ...(credit
      ? []
      : [
          {
            id: 'due',
            header: 'Due',
            width: 120,
            cell: (one: DocumentSummary) => (one.credit ? '–' : <DayText value={one.dueDay} className="tabular" />),
          },
        ]),
    {
      id: 'total',
      header: 'Total',
      width: 130,
      align: 'end',
      cell: (one) => <span className="tabular">{signed(one, one.total, credit)}</span>,
    },
    {
      id: 'open',
      header: credit ? 'Left' : 'Amount due',
      width: 130,
      align: 'end',
      cell: (one) => (
        <span className="tabular">
          {one.status === 'draft' || one.due === '0' ? '–' : signed(one, one.due, credit)}
        </span>
      ),
    },
  ];
}

const cardAmongOwn = (one: DocumentSummary) => card(one, true);
const cardBeside = (one: DocumentSummary) => card(one, false);

function card(one: DocumentSummary, amongOwn: boolean) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{one.party.name}</span>
        <span className="flex gap-1.5 truncate text-xs text-muted">
          {one.credit && 'Credit note '}
          {documentName(one)} ·{' '}
          {one.credit ? (
            <DayText value={one.day} />
          ) : (
            <>
              due <DayText value={one.dueDay} />
            </>
          )}
        </span>
      </span>
      <span className="grid justify-items-end gap-0.5">
        <span className="tabular text-sm font-medium">{signed(one, one.total, amongOwn)}</span>
        {status(one)}
      </span>
    </span>
  );
}

/** Invoices or bills, or the credit notes on them, found by state, party and words. */
export default function DocumentsSection({ kind }: { kind: DocumentKind }) {
  const { ledger, canEdit, isOwner } = useFinance();
  const [search, setSearch] = useBusinessSearch();
  const [dialog, setDialog] = useState<'new' | 'settings' | 'schedules'>();
  const credit = search.credit && !search.both;
  const words = wordsOf(kind, credit);
  useNewRecordLink('/business-finance', canEdit ? () => setDialog('new') : undefined);
  useShortcuts(
    useMemo<Shortcut[]>(
      () => (canEdit ? [{ keys: 'c', label: `New ${words.one}`, group: words.many, run: () => setDialog('new') }] : []),
      [canEdit, words],
    ),
  );
  const query = {
    ledgerId: ledger.id,
    kind,
    credit: search.both ? ('all' as const) : credit ? ('true' as const) : undefined,
    status: search.status || undefined,
    partyKey: search.party || undefined,
    dueBy: search.due || undefined,
    search: search.q || undefined,
  };
  const onIntent = useReadAhead<{ id: string }>((client, { id }) => {
    void loadSheet();
    void client.prefetchQuery(documentRead(id));
  });
  const list = usePages(documents.list, { query });
  const open = useCallback((one: DocumentSummary) => setSearch({ open: one.id }), [setSearch]);
  const columns = useMemo(() => columnsOf(kind, credit, open), [kind, credit, open]);
  const standard = useMemo(
    () => parseLayout(credit ? 'name,party,status,day,total,open' : 'name,party,status,day,due,total,open', columns),
    [credit, columns],
  );
  const layout = useMemo(
    () => (search.columns ? parseLayout(search.columns, columns) : standard),
    [search.columns, columns, standard],
  );
  const onLayoutChange = (next: ColumnLayout) =>
    setSearch({ columns: formatLayout(next) === formatLayout(standard) ? '' : formatLayout(next) }, { replace: true });
  const narrowed = search.status !== '' || search.party !== '' || search.due !== '' || search.q !== '';
  const close = () => setDialog(undefined);
  const clear = () => setSearch({ q: '', status: '', party: '', due: '' }, { replace: true });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <Select
          aria-label="Documents shown"
          className="w-36"
          options={[
            { value: '', label: KIND_WORDS[kind].many },
            { value: 'credit', label: 'Credit notes' },
            { value: 'both', label: 'Both' },
          ]}
          value={search.both ? 'both' : credit ? 'credit' : ''}
          onChange={(event) =>
            setSearch({
              credit: event.target.value === 'credit',
              both: event.target.value === 'both',
              status: '',
              q: '',
            })
          }
        />
        <SearchBox
          label={`Search ${words.many.toLowerCase()}`}
          placeholder="Number, name, or line"
          value={search.q}
          onChange={(q) => setSearch({ q }, { replace: true })}
        />
        <Select
          aria-label="Status"
          className="w-36"
          placeholder="Any status"
          options={credit ? CREDIT_OPTIONS : STATUS_OPTIONS}
          value={search.status}
          onChange={(event) => setSearch({ status: event.target.value as typeof search.status }, { replace: true })}
        />
        {search.party && (
          <Button icon={<X />} onClick={() => setSearch({ party: '' }, { replace: true })}>
            Of one {words.party.toLowerCase()} only
          </Button>
        )}
        {search.due && (
          <Button icon={<X />} onClick={() => setSearch({ due: '' }, { replace: true })}>
            Due by <DayText value={search.due} /> only
          </Button>
        )}
        <div className="ml-auto flex items-center gap-1">
          <span className="max-sm:hidden">
            <ColumnsMenu columns={columns} layout={layout} standard={standard} onLayoutChange={onLayoutChange} />
          </span>
          {!credit && (
            <Button
              variant="ghost"
              icon={<Repeat />}
              aria-label="Recurring"
              data-tooltip="Recurring"
              onClick={() => setDialog('schedules')}
            />
          )}
          {isOwner && (
            <Button
              variant="ghost"
              icon={<Settings />}
              aria-label="Invoice settings"
              data-tooltip="Invoice settings"
              onClick={() => setDialog('settings')}
            />
          )}
          {canEdit && (
            <Button
              variant="primary"
              icon={<Plus />}
              aria-label={`New ${words.one}`}
              aria-keyshortcuts="c"
              onClick={() => setDialog('new')}
            >
              New
            </Button>
          )}
        </div>
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
        <DataTable
          label={words.many}
          rows={list.items}
          columns={columns}
          rowLabel={(one) => `${documentName(one)} of ${one.party.name}`}
          card={credit ? cardAmongOwn : cardBeside}
          layout={layout}
          onLayoutChange={onLayoutChange}
          sorting={NO_SORTING}
          onSortingChange={ignore}
          loading={list.loading}
          hasMore={list.hasMore}
          onNeedMore={list.more}
          listKey={JSON.stringify(query)}
          onOpen={open}
          onIntent={onIntent}
          placeholder={
            list.error ? (
              <Failure error={list.error} what={`The ${words.many.toLowerCase()}`} onRetry={list.retry} />
            ) : narrowed ? (
              <EmptyState
                icon={<SearchX />}
                title={`No matching ${words.many.toLowerCase()}`}
                action={<Button onClick={clear}>Clear search and filters</Button>}
              >
                Try fewer words, or remove a filter.
              </EmptyState>
            ) : (
              <EmptyState
                icon={<Receipt />}
                title={`No ${words.many.toLowerCase()} yet`}
                action={
                  canEdit && (
                    <Button variant="primary" onClick={() => setDialog('new')}>
                      {credit
                        ? kind === 'invoice'
                          ? 'New credit note'
                          : 'New credit note'
                        : kind === 'invoice'
                          ? 'New invoice'
                          : 'New bill'}
                    </Button>
                  )
                }
              >
                {credit
                  ? kind === 'invoice'
                    ? 'Credit a customer, then apply it to a later invoice or refund it.'
                    : 'Record a vendor credit, then apply it to a later bill or record the refund.'
                  : kind === 'invoice'
                    ? 'Create an invoice, send it as a PDF, and match the payment from your bank.'
                    : 'Enter vendor bills to track due dates and match payments from your bank.'}
              </EmptyState>
            )
          }
        />
      </div>
      <Suspense fallback={null}>
        {dialog === 'new' && (
          <DocumentDialog
            kind={kind}
            credit={credit}
            onClose={close}
            onSaved={(made) => {
              close();
              setSearch({ open: made.id });
            }}
          />
        )}
        {dialog === 'settings' && <SettingsDialog onClose={close} />}
        {dialog === 'schedules' && <SchedulesDialog kind={kind} onClose={close} />}
        {search.open && <DocumentSheet key={search.open} id={search.open} onClose={() => setSearch({ open: '' })} />}
      </Suspense>
    </>
  );
}
