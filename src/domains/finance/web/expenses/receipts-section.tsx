import FileText from 'lucide-react/icons/file-text';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Square from 'lucide-react/icons/square';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { fillPath } from '../../../../kernel/path.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { call, read } from '../../../../web/api/request.ts';
import { DropZone } from '../../../../web/files/drop-zone.tsx';
import { SendingList } from '../../../../web/files/sending-list.tsx';
import { useUploads } from '../../../../web/files/use-uploads.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { fileSize, money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { ProgressBar } from '../../../../web/ui/progress-bar.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import {
  type ExpenseReceipt,
  expenseReceipts,
  type ExpenseSetup,
  MAX_EXPENSE_RECEIPT,
} from '../../contract/expenses.ts';
import { attempt } from '../accounts/run-action.ts';
import { useExpensesSearch, useRefreshExpenses } from './use-expenses.ts';

const ExpenseDialog = lazy(() => import('./expense-dialog.tsx'));
const ACCEPT = 'image/jpeg,image/png,image/webp,application/pdf';

/** Receipts on their way to being expenses: sent, read, taken over. */
export default function ReceiptsSection({ setup }: { setup: ExpenseSetup }) {
  const [{ receipt: open }, setSearch] = useExpensesSearch();
  const refresh = useRefreshExpenses();
  const camera = useRef<HTMLInputElement>(null);
  const list = usePages(expenseReceipts.list, { query: { limit: 50 } });
  const uploads = useUploads({
    endpoint: expenseReceipts.upload,
    maxSize: MAX_EXPENSE_RECEIPT,
    tooLarge: `Receipts can be up to ${fileSize(MAX_EXPENSE_RECEIPT)}.`,
    failure: 'The receipt could not be uploaded. Try again.',
    onDone: () => void refresh(),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DropZone action="Choose receipts" accept={ACCEPT} multiple onFiles={uploads.add}>
        Drop images or PDFs here, up to {fileSize(MAX_EXPENSE_RECEIPT)} each. Text is read on this server and never
        leaves it.
        <span className="mt-2 block sm:hidden">
          <Button onClick={() => camera.current?.click()}>Take a photo</Button>
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            aria-label="Take a photo"
            onChange={(event) => {
              uploads.add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </span>
      </DropZone>
      <SendingList sending={uploads.sending} onForget={uploads.forget} onRetry={uploads.retry} />
      {list.error && list.items.length === 0 ? (
        <Failure error={list.error} what="Receipts" onRetry={list.retry} />
      ) : list.loading ? (
        <Skeleton className="h-24 w-full" />
      ) : list.items.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">All receipts are attached to expenses.</p>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2">
          {list.items.map((one) => (
            <Row key={one.id} one={one} onOpen={() => setSearch({ receipt: one.id })} onChanged={refresh} />
          ))}
        </ul>
      )}
      <LoadMore hasMore={list.hasMore} onMore={list.more} loading={list.loadingMore} />
      {open && <Sorting key={open} id={open} setup={setup} onClose={() => setSearch({ receipt: '' })} />}
    </div>
  );
}

/** The receipt that is being made an expense of. */
function Sorting({ id, setup, onClose }: { id: string; setup: ExpenseSetup; onClose: () => void }) {
  const { data } = useQuery(read(expenseReceipts.get, { params: { id } }));
  if (!data || data.expenseId) return null;
  return (
    <Suspense fallback={null}>
      <ExpenseDialog setup={setup} receipt={data} onClose={onClose} />
    </Suspense>
  );
}

function Row({ one, onOpen, onChanged }: { one: ExpenseReceipt; onOpen: () => void; onChanged: () => Promise<void> }) {
  const params = { id: one.id };
  const act = async (failure: string, work: () => Promise<unknown>) => {
    const done = await attempt(failure, async () => {
      await work();
      return true;
    });
    await onChanged();
    return done === true;
  };
  const busy = one.state === 'queued' || one.state === 'reading';
  const keep = async () => {
    if (!(await act('Couldn’t keep the receipt', () => call(expenseReceipts.keep, { params, body: { kept: true } }))))
      return;
    offerUndo({
      title: 'Both receipts kept',
      undo: async () => {
        await call(expenseReceipts.keep, { params, body: { kept: false } });
        await onChanged();
      },
    });
  };
  const remove = async () => {
    if (
      await confirm({
        title: `Delete ${one.name}?`,
        description: 'The file is permanently deleted.',
        action: 'Delete receipt',
        tone: 'danger',
      })
    )
      await act('Couldn’t delete the receipt', () => call(expenseReceipts.remove, { params }));
  };
  return (
    <li data-testid="row" className="flex min-w-0 gap-3 rounded-lg border border-line bg-raised p-3">
      <span className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-md bg-sunken text-muted">
        {one.type === 'application/pdf' ? (
          <FileText size={24} aria-hidden="true" />
        ) : (
          <img
            src={fillPath(expenseReceipts.file.path, params)}
            alt=""
            loading="lazy"
            className="size-full object-cover"
          />
        )}
      </span>
      <div className="grid min-w-0 flex-1 content-between gap-1">
        <div className="min-w-0">
          <p className="truncate text-sm font-medium" title={one.name}>
            {one.proposal?.merchant?.value ?? one.name}
          </p>
          <p className="truncate text-xs text-muted">
            {one.proposal?.total
              ? money(one.proposal.total.value, one.proposal.currency?.value ?? 'USD')
              : fileSize(one.size)}
            {one.proposal?.day && (
              <>
                {' '}
                · <DayText value={one.proposal.day.value} />
              </>
            )}
          </p>
        </div>
        {busy ? (
          <ProgressBar
            label={`Reading ${one.name}`}
            value={one.state === 'reading' ? one.share : undefined}
            valueText={`${one.share}%`}
          />
        ) : one.state === 'failed' || one.error ? (
          <p className="text-xs text-danger-ink">{one.error}</p>
        ) : one.state === 'cancelled' ? (
          <p className="text-xs text-muted">Not read</p>
        ) : null}
        {one.sameAs && <Twice one={one} same={one.sameAs} onRemove={() => void remove()} onKeep={() => void keep()} />}
      </div>
      <div className="flex flex-col items-end justify-between gap-1">
        <span className="flex">
          {busy ? (
            <IconButton
              size="sm"
              label={`Stop reading ${one.name}`}
              icon={<Square />}
              onClick={() => void act('Couldn’t stop reading', () => call(expenseReceipts.cancel, { params }))}
            />
          ) : (
            one.state !== 'read' && (
              <IconButton
                size="sm"
                label={`Read ${one.name} again`}
                icon={<RotateCcw />}
                onClick={() => void act('Couldn’t read the receipt', () => call(expenseReceipts.read, { params }))}
              />
            )
          )}
          <IconButton size="sm" label={`Delete ${one.name}`} icon={<Trash2 />} onClick={() => void remove()} />
        </span>
        {!busy && (
          <Button size="sm" variant="primary" onClick={onOpen}>
            Create expense
          </Button>
        )}
      </div>
    </li>
  );
}

/** It seems to be a receipt that was sent before: pointed out, never refused. */
function Twice({
  one,
  same,
  onRemove,
  onKeep,
}: {
  one: ExpenseReceipt;
  same: NonNullable<ExpenseReceipt['sameAs']>;
  onRemove: () => void;
  onKeep: () => void;
}) {
  const [, setSearch] = useExpensesSearch();
  const what = (
    <>
      {same.merchant ?? same.name}
      {same.day && (
        <>
          {' '}
          of <DayText value={same.day} />
        </>
      )}
    </>
  );
  return (
    <div
      role="group"
      aria-label={`${one.name} was already uploaded`}
      className="mt-1 grid gap-1.5 rounded-md bg-warning-soft p-2 text-xs text-warning-ink"
    >
      <p>
        {same.why === 'file' ? 'Identical to' : 'Looks like'} the receipt {what}
        {same.expenseId && (
          <>
            ,{' '}
            <button
              type="button"
              className="underline underline-offset-2"
              onClick={() => setSearch({ tab: '', open: same.expenseId! })}
            >
              an expense already
            </button>
          </>
        )}
        . Keep both?
      </p>
      <span className="flex gap-1.5">
        <Button size="sm" onClick={onKeep}>
          Keep both
        </Button>
        <Button size="sm" onClick={onRemove}>
          Delete this one
        </Button>
      </span>
    </div>
  );
}
