import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { type InvestmentSettings, InvestmentSettingsUpdate, portfolio } from '../../contract/portfolio.ts';
import { securities } from '../../contract/securities.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh, useSecuritySource } from './use-portfolio.ts';

/** Settings of the portfolio, such as its benchmark. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { ledger } = useFinance();
  const { data } = useQuery(read(portfolio.settings, { query: { ledgerId: ledger.id } }));
  const benchmark = useQuery({
    ...read(securities.get, { params: { id: data?.benchmarkId ?? '' } }),
    enabled: Boolean(data?.benchmarkId),
  });
  if (!data || (data.benchmarkId && !benchmark.data)) return null;
  return (
    <SettingsForm
      settings={data}
      chosen={benchmark.data ? { value: benchmark.data.id, label: benchmark.data.name } : null}
      onClose={onClose}
    />
  );
}

interface Values {
  version: number;
  benchmarkId: string | null;
  riskFreePercent: string;
}

function SettingsForm({
  settings,
  chosen,
  onClose,
}: {
  settings: InvestmentSettings;
  chosen: Option | null;
  onClose: () => void;
}) {
  const refresh = useRefresh();
  const source = useSecuritySource();
  const [option, setOption] = useState<Option | null>(chosen);
  const form = useContractForm(InvestmentSettingsUpdate, {
    defaultValues: {
      version: settings.version,
      benchmarkId: settings.benchmarkId,
      riskFreePercent: settings.riskFreePercent,
    },
    failure: 'The settings could not be saved.',
    onSubmit: async (body) => {
      await call(portfolio.updateSettings, { params: { id: settings.ledgerId }, body });
      onClose();
      await refresh();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title="Benchmark and risk-free rate" submit="Save">
      <ControlledField<Values>
        name="benchmarkId"
        label="Benchmark"
        optional
        hint="An index or fund in this ledger. Add it under Securities and import its prices."
      >
        {({ onChange }, control) => (
          <Combobox
            {...control}
            label="Benchmark"
            source={source}
            placeholder="None"
            value={option}
            onChange={(next) => {
              setOption(next);
              onChange(next?.value ?? null);
            }}
          />
        )}
      </ControlledField>
      <FormField<Values>
        name="riskFreePercent"
        label="Risk-free rate, % per year"
        inputMode="decimal"
        hint="For example, the yield on short-term Treasury bills."
        autoComplete="off"
      />
    </EntryDialog>
  );
}
