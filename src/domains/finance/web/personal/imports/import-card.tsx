import { useQuery, useQueryClient } from '@tanstack/react-query';
import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import { call, read } from '../../../../../web/api/request.ts';
import { toast } from '../../../../../web/shell/toast.ts';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../../web/ui/card.tsx';
import { Checkbox } from '../../../../../web/ui/checkbox.tsx';
import { confirm } from '../../../../../web/ui/confirm.ts';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { Field } from '../../../../../web/ui/field.tsx';
import { counted, money, signedMoney } from '../../../../../web/ui/format.ts';
import { ProgressBar } from '../../../../../web/ui/progress-bar.tsx';
import { Select } from '../../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../../web/ui/time.tsx';
import { jobs } from '../../../../admin/contract.ts';
import {
  type BankImport,
  type BankImportOptions,
  type BankImportPreview,
  bankImports,
} from '../../../contract/imports.ts';
import { FINANCE } from '../../../paths.ts';
import { attempt } from '../../accounts/run-action.ts';
import { useAccounts } from '../../accounts/use-ledger.ts';
import { Figure, FIGURES } from '../../frame/figure.tsx';
import { useFinance } from '../../frame/use-finance.ts';
import { PAGE } from '../overview/labels.ts';
import { useTransactionActs } from '../transactions/use-transactions.ts';
import { type ColumnRole, OUTCOMES, ROLES, STATES } from './import-labels.ts';

const ORDERS = [
  { value: 'ymd', label: 'year, month, day' },
  { value: 'mdy', label: 'month, day, year' },
  { value: 'dmy', label: 'day, month, year' },
  { value: 'ydm', label: 'year, day, month' },
];

/** One file: what it would do, and what it did. */
export function ImportCard({ current }: { current: BankImport }) {
  const { canEdit, linkSearch } = useFinance();
  const { nameOf } = useAccounts();
  const client = useQueryClient();
  const acts = useTransactionActs();
  const [busy, setBusy] = useState(false);
  const params = { id: current.id };
  const act = async (what: string, work: () => Promise<BankImport>): Promise<BankImport | undefined> => {
    setBusy(true);
    const answer = await attempt(what, work);
    setBusy(false);
    if (answer) client.setQueryData(read(bankImports.get, { params }).queryKey, answer);
    void client.invalidateQueries({ queryKey: [FINANCE.imports] });
    return answer;
  };
  const setOptions = (options: BankImportOptions) =>
    act('Couldn’t read the file with these settings', () =>
      call(bankImports.setOptions, { params, body: { version: current.version, options } }),
    );
  const revert = async () => {
    if (
      !(await confirm({
        title: `Undo the import of ${current.fileName}?`,
        description: `This removes ${counted(current.counts.added, 'imported transaction')}, even those edited since, and restores what the import changed.`,
        action: 'Undo import',
        tone: 'danger',
      }))
    )
      return;
    const answer = await act('Couldn’t undo the import', () => call(bankImports.revert, { params }));
    if (answer?.state === 'reverted') {
      toast({ type: 'success', title: 'Import undone', description: current.fileName });
      void acts.refresh();
    }
  };
  const { counts, state } = current;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 text-lg font-semibold break-words">{current.fileName}</h2>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        <span className="text-sm text-muted">
          {current.format.toUpperCase()} into {nameOf(current.accountId)}
        </span>
        <span className="ml-auto flex gap-2">
          {canEdit && (state === 'ready' || state === 'failed') && counts.added + counts.linked + counts.posted > 0 && (
            <Button
              variant="primary"
              loading={busy}
              onClick={() => void act('Couldn’t start the import', () => call(bankImports.start, { params }))}
            >
              Import {counted(counts.added + counts.linked + counts.posted, 'transaction')}
            </Button>
          )}
          {canEdit && state === 'done' && (
            <Button loading={busy} onClick={() => void revert()}>
              Undo import…
            </Button>
          )}
        </span>
      </div>
      {current.error && <Banner tone="danger">{current.error}</Banner>}
      {current.jobId && <UnderWay jobId={current.jobId} isTakingBack={state === 'reverting'} />}
      {state === 'ready' && counts.added + counts.linked + counts.posted === 0 && (
        <Banner>Nothing in this file is new. All of it was imported before.</Banner>
      )}
      <dl className={FIGURES}>
        <Figure
          label={state === 'done' ? 'Imported' : 'New'}
          value={counts.added.toLocaleString()}
          {...(state === 'done'
            ? { to: PAGE, search: { ...linkSearch, tab: 'transactions', period: 'all', import: current.id } }
            : {})}
        />
        <Figure label="Already here" value={counts.known.toLocaleString()} note="left unchanged" />
        <Figure
          label="Linked"
          value={(counts.linked + counts.posted).toLocaleString()}
          note="to what is here or was pending"
        />
        <Figure
          label="Skipped"
          value={(counts.deleted + counts.skipped).toLocaleString()}
          note={
            counts.deleted > 0
              ? `${counted(counts.deleted, 'one', 'ones')} you deleted`
              : counts.skipped > 0
                ? 'listed in the notes'
                : 'nothing skipped'
          }
        />
      </dl>
      {current.problems.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer text-muted">
            {counted(current.problems.length, 'note')} about the file
          </summary>
          {/* oxlint-disable-next-line react/no-array-index-key -- remarks have no names and never move */}
          <ul className="mt-2 list-disc pl-5">
            {current.problems.map((problem, index) => (
              <li key={index}>
                {problem.row !== undefined && `Line ${problem.row}: `}
                {problem.message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {state === 'ready' && (
        <Preview current={current} canEdit={canEdit} onOptions={(options) => void setOptions(options)} />
      )}
    </>
  );
}

/** How far the job is. Whoever did not start it sees that it runs, and cannot stop it. */
function UnderWay({ jobId, isTakingBack }: { jobId: string; isTakingBack: boolean }) {
  const [stopping, setStopping] = useState(false);
  const params = { id: jobId };
  const { data: job } = useQuery({ ...read(jobs.get, { params }), retry: false });
  const client = useQueryClient();
  const stop = async () => {
    setStopping(true);
    await attempt('Couldn’t stop the import', () => call(jobs.cancel, { params }));
    setStopping(false);
    void client.invalidateQueries({ queryKey: [FINANCE.imports] });
  };
  const { done, total } = job?.progress ?? { done: 0, total: null };
  const words =
    total === null
      ? isTakingBack
        ? 'Starting'
        : 'Checking for existing transactions'
      : `${done.toLocaleString()} of ${counted(total, 'transaction')}`;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="grid min-w-48 flex-1 gap-1.5">
        <ProgressBar
          label={isTakingBack ? 'Undoing the import' : 'Importing'}
          {...(total === null ? {} : { value: done, max: total, valueText: words })}
        />
        <p className="tabular text-sm text-muted">
          {job?.cancelling
            ? isTakingBack
              ? 'Stopping; everything stays.'
              : 'Stopping; nothing of it is kept.'
            : words}
        </p>
      </div>
      {job && (
        <Button icon={<Square />} loading={stopping || job.cancelling} onClick={() => void stop()}>
          Stop
        </Button>
      )}
    </div>
  );
}

function Preview({
  current,
  canEdit,
  onOptions,
}: {
  current: BankImport;
  canEdit: boolean;
  onOptions: (options: BankImportOptions) => void;
}) {
  const { items } = useAccounts();
  const { data, error, refetch } = useQuery(read(bankImports.preview, { params: { id: current.id } }));
  const currency = items.find((account) => account.id === current.accountId)?.currency ?? 'USD';
  if (error && !data) return <Failure error={error} what="Preview" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <>
      <BalanceChange balance={data.balance} />
      {canEdit && <Options current={current} preview={data} onOptions={onOptions} />}
      <Card>
        <CardHeader
          title="Preview"
          description={
            data.rows.length < current.counts.lines
              ? `The first ${data.rows.length} of ${counted(current.counts.lines, 'line')}.`
              : undefined
          }
        />
        <CardBody>
          <div tabIndex={0} role="group" aria-label="Preview, table" className="max-h-128 overflow-auto">
            <table className="w-full text-sm">
              <thead>
                <tr className="text-left text-xs text-muted">
                  {['Day', 'Payee', 'Result', 'Amount'].map((name) => (
                    <th
                      key={name}
                      scope="col"
                      className={`sticky top-0 bg-raised px-2 py-1.5 font-medium first:pl-0 last:text-right`}
                    >
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- lines of a file have no names and never move
                  <tr key={index} data-testid="row" className="border-t border-line">
                    <td className="py-1.5 pr-2 whitespace-nowrap">
                      <DayText value={row.day} />
                    </td>
                    <td className="max-w-64 truncate px-2">{row.payee || row.memo}</td>
                    <td className="px-2">
                      <Badge tone={OUTCOMES[row.outcome].tone}>{OUTCOMES[row.outcome].label}</Badge>
                    </td>
                    <td className="tabular py-1.5 pl-2 text-right whitespace-nowrap">
                      {signedMoney(row.amount, currency)}
                      {row.original && (
                        <span className="block text-xs text-muted">
                          {signedMoney(row.original.amount, row.original.currency)}
                        </span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </CardBody>
      </Card>
    </>
  );
}

/** The import's effect on today's balance, with a warning for old files. */
function BalanceChange({ balance: { before, after, currency, from, to, old } }: Pick<BankImportPreview, 'balance'>) {
  if (before === after || !from || !to) return null;
  const words = (
    <>
      Importing changes today’s balance, and net worth with it, from {money(before, currency)} to{' '}
      {money(after, currency)}.
    </>
  );
  return old ? (
    <Banner tone="warning">
      This file is old: its new transactions are from <DayText value={from} />
      {from !== to && (
        <>
          {' '}
          to <DayText value={to} />
        </>
      )}
      . {words} If the opening balance already includes them, change it or leave them out.
    </Banner>
  ) : (
    <p className="text-sm text-muted">{words}</p>
  );
}

function Options({
  current: { options, format, counts },
  preview,
  onOptions,
}: {
  current: BankImport;
  preview: BankImportPreview;
  onOptions: (options: BankImportOptions) => void;
}) {
  const flag = (name: 'inverted' | 'loose' | 'reimportDeleted', label: string, hint: string) => (
    <Checkbox
      label={label}
      hint={hint}
      checked={options[name] ?? false}
      onChange={(event) => onOptions({ ...options, [name]: event.target.checked })}
    />
  );
  const taken = Object.fromEntries(
    preview.columns.flatMap((column, index) => (column.role ? [[column.role, index]] : [])),
  ) as Partial<Record<ColumnRole, number>>;
  const setRole = (index: number, role: string) =>
    onOptions({
      ...options,
      columns: Object.fromEntries([
        ...Object.entries(taken).filter(([name, at]) => at !== index && name !== role),
        ...(role ? [[role, index]] : []),
      ]),
    });
  return (
    <Card>
      <CardHeader title="How the file is read" />
      <CardBody className="grid gap-4">
        {preview.statements.length > 1 && (
          <Field label="Statement">
            {(control) => (
              <Select
                {...control}
                options={preview.statements.map((one, index) => ({
                  value: String(index),
                  label: `${one.name || one.number || `Statement ${index + 1}`}, ${counted(one.lines, 'line')}`,
                }))}
                value={String(preview.statement)}
                onChange={(event) => onOptions({ ...options, statement: Number(event.target.value) })}
              />
            )}
          </Field>
        )}
        {preview.columns.length > 0 && (
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {preview.columns.map((column, index) => (
              <Field key={`${column.name}/${index}`} label={column.name || `Column ${index + 1}`}>
                {(control) => (
                  <Select
                    {...control}
                    placeholder="Not used"
                    options={ROLES}
                    value={column.role ?? ''}
                    onChange={(event) => setRole(index, event.target.value)}
                  />
                )}
              </Field>
            ))}
          </div>
        )}
        {preview.dateOrder !== null && (
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <Field label="Date format">
              {(control) => (
                <Select
                  {...control}
                  options={ORDERS}
                  value={options.dateOrder ?? preview.dateOrder ?? 'ymd'}
                  onChange={(event) =>
                    onOptions({
                      ...options,
                      dateOrder: event.target.value as NonNullable<BankImportOptions['dateOrder']>,
                    })
                  }
                />
              )}
            </Field>
          </div>
        )}
        <div className="grid gap-2 sm:grid-cols-2">
          {format === 'csv' && flag('inverted', 'Money out is positive', 'As in the files of some cards.')}
          {counts.deleted > 0 &&
            flag('reimportDeleted', 'Restore deleted transactions', `${counted(counts.deleted, 'line')} of the file.`)}
          {flag(
            'loose',
            'Link to transactions with another ID',
            'Only if the bank changes its IDs. Real duplicates may be lost.',
          )}
        </div>
      </CardBody>
    </Card>
  );
}
