import { useQuery, useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, useState } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import { exchangeRates } from '../../contract/forecast.ts';
import { CRM } from '../../paths.ts';
import { CurrencySelect } from '../opportunities/currency-select.tsx';

/** Exchange rates into the reporting currency, each from a day on. */
export function RatesPanel() {
  const client = useQueryClient();
  const list = useQuery(read(exchangeRates.list));
  const [draft, setDraft] = useState<{ currency: string; rate: string; day?: string }>({ currency: 'EUR', rate: '' });
  const [problems, setProblems] = useState<readonly { field: string; message: string }[]>([]);
  const [saving, setSaving] = useState(false);
  if (list.error && !list.data)
    return <Failure error={list.error} what="Exchange rates" onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton className="h-40 w-full" />;
  const { base, items, editable, today } = list.data;
  const refresh = () =>
    Promise.all([CRM.exchangeRates, CRM.opportunities].map((path) => client.invalidateQueries({ queryKey: [path] })));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      await call(exchangeRates.save, { body: { day: today, ...draft, rate: draft.rate.replace(',', '.') } });
      setDraft({ ...draft, rate: '' });
      setProblems([]);
      await refresh();
    } catch (error) {
      setProblems(
        error instanceof ApiError && error.fields.length > 0
          ? error.fields
          : [{ field: 'rate', message: messageFor(error, 'The rate could not be saved.') }],
      );
    } finally {
      setSaving(false);
    }
  };
  const remove = async (id: string) => {
    try {
      await call(exchangeRates.remove, { params: { id } });
      await refresh();
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t delete the rate', description: messageFor(error, 'Try again.') });
    }
  };
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Totals are reported in {base}. Open amounts use the latest rate, won amounts the rate on the day they were won.
        Currencies without a rate are not included in totals and are listed there.
      </p>
      {editable && (
        <form
          noValidate
          onSubmit={(event) => void save(event)}
          className="grid grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2 max-sm:grid-cols-2"
        >
          <Field label="One" error={problemOf('currency')}>
            {(control) => (
              <CurrencySelect
                {...control}
                value={draft.currency}
                onChange={(currency) => setDraft({ ...draft, currency })}
              />
            )}
          </Field>
          <Field label={`is worth, in ${base}`} error={problemOf('rate')}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                placeholder="1.0835"
                value={draft.rate}
                onChange={(event) => setDraft({ ...draft, rate: event.target.value })}
              />
            )}
          </Field>
          <Field label="from" error={problemOf('day')}>
            {(control) => (
              <Input
                {...control}
                type="date"
                value={draft.day ?? today}
                onChange={(event) => setDraft({ ...draft, day: event.target.value })}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" loading={saving} disabled={!draft.rate.trim()} className="mt-6">
            Set rate
          </Button>
        </form>
      )}
      {items.length === 0 ? (
        <p className="text-sm text-muted">No rates yet.</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {items.map((rate) => (
            <li key={rate.id} className="flex items-center gap-3 px-3 py-1.5 text-sm">
              <span className="tabular flex-1">
                1 {rate.currency} = {rate.rate} {base}
              </span>
              <span className="text-xs text-muted">
                from <DayText value={rate.day} />
              </span>
              {editable && (
                <IconButton
                  size="sm"
                  tone="danger"
                  label={`Delete ${rate.currency} rate from ${rate.day}`}
                  icon={<Trash2 />}
                  onClick={() => void remove(rate.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
