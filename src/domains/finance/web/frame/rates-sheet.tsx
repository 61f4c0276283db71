import { useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { call } from '../../../../web/api/request.ts';
import { DropZone } from '../../../../web/files/drop-zone.tsx';
import { Form } from '../../../../web/form/form.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { MAX_RATE_FILE, NewRate, type Rate, rates } from '../../contract/rates.ts';
import { FINANCE } from '../../paths.ts';
import { CURRENCY_OPTIONS } from './currency-options.ts';

/** The workspace's exchange rates: entered one by one, or taken from a file. */
export default function RatesSheet({ today, onClose }: { today: string; onClose: () => void }) {
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title="Exchange rates"
      description="Amounts are converted at the rate on their date, or the most recent earlier rate. Amounts without a rate are excluded and flagged."
    >
      <div className="grid gap-6">
        <EnterRate today={today} />
        <ImportRates />
        <RateList />
      </div>
    </Sheet>
  );
}

function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [FINANCE.rates, `${FINANCE.rates}/currencies`, FINANCE.reports].map((path) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
}

function EnterRate({ today }: { today: string }) {
  const refresh = useRefresh();
  const form = useContractForm(NewRate, {
    defaultValues: { from: '', to: '', day: today, rate: '', source: 'Manual' },
    failure: 'The rate could not be saved.',
    onSubmit: async (body) => {
      await call(rates.put, { body });
      form.methods.setValue('rate', '');
      await refresh();
    },
  });
  const currency = (name: 'from' | 'to', label: string) => (
    <ControlledField<NewRate> name={name} label={label}>
      {({ value, onChange }, control) => (
        <Combobox
          {...control}
          label={label}
          source={CURRENCY_OPTIONS}
          value={value ? { value: value as string, label: value as string } : null}
          onChange={(option) => onChange(option?.value ?? '')}
        />
      )}
    </ControlledField>
  );
  return (
    <Form form={form} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        {currency('from', 'From currency')}
        {currency('to', 'To currency')}
      </div>
      <div className="grid grid-cols-2 gap-3">
        <FormField<NewRate> name="rate" label="Rate" inputMode="decimal" placeholder="1.0842" autoComplete="off" />
        <FormField<NewRate> name="day" label="Start date" type="date" />
      </div>
      <FormField<NewRate> name="source" label="Source" />
      <div>
        <Button type="submit" loading={form.saving}>
          Save rate
        </Button>
      </div>
    </Form>
  );
}

function ImportRates() {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const take = async ([file]: File[]) => {
    if (!file) return;
    setBusy(true);
    try {
      if (file.size > MAX_RATE_FILE) throw new Error('The file is too long. Split it.');
      const { added, replaced, skipped } = await call(rates.importFile, {
        body: { source: file.name.slice(0, 120), content: await file.text() },
      });
      toast({
        type: 'success',
        title: `${counted(added + replaced, 'rate')} imported`,
        description: skipped > 0 ? `${counted(skipped, 'row')} without a rate skipped.` : undefined,
      });
      await refresh();
    } catch (failure) {
      toast({
        type: 'error',
        title: 'Import failed',
        description: messageFor(failure, failure instanceof Error ? failure.message : 'Try again.'),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropZone action="Import rates" accept=".csv,text/csv" disabled={busy} onFiles={(files) => void take(files)}>
      A CSV file with date, from, to, and rate, or the European Central Bank’s file.
    </DropZone>
  );
}

function RateList() {
  const refresh = useRefresh();
  const { items, loading, error, hasMore, loadingMore, more, retry } = usePages(rates.list);
  const remove = async ({ id, ...rate }: Rate) => {
    try {
      await call(rates.remove, { params: { id } });
      await refresh();
      offerUndo({
        title: 'Rate deleted',
        undo: async () => {
          await call(rates.put, { body: rate });
          await refresh();
        },
      });
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t delete the rate', description: messageFor(failure, 'Try again.') });
    }
  };
  if (error && items.length === 0) return <Failure error={error} what="Rates" onRetry={retry} />;
  if (!loading && items.length === 0) return <p className="text-sm text-muted">No rates yet</p>;
  return (
    <div>
      <ul className="divide-y divide-line">
        {items.map((rate) => (
          <li key={rate.id} data-testid="row" className="flex items-center gap-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className="tabular">
                1 {rate.from} = {rate.rate} {rate.to}
              </span>
              <span className="block truncate text-xs text-muted">
                <DayText value={rate.day} />, {rate.source}
              </span>
            </span>
            <IconButton
              size="sm"
              label={`Delete the rate for ${rate.day}`}
              icon={<Trash2 />}
              onClick={() => void remove(rate)}
            />
          </li>
        ))}
      </ul>
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} />
    </div>
  );
}
