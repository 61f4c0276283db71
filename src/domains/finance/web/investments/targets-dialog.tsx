import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { useDiscard } from '../../../../web/form/unsaved.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { type AllocationGroup, type Dimension, portfolio } from '../../contract/portfolio.ts';
import { SECURITY_KINDS } from '../../contract/securities.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useRefresh } from './use-portfolio.ts';
import { DIMENSION_LABELS, groupLabel } from './labels.ts';

/** Shares are counted in millionths, in whole numbers: they have to make up exactly one. */
const UNITS = 1_000_000;
const percentText = (units: number): string => String(units / 10_000);

/** @returns undefined for what is no percentage with at most four decimals */
function unitsOf(text: string): number | undefined {
  if (text.trim() === '') return 0;
  return /^\d{1,3}(\.\d{1,4})?$/.test(text.trim()) ? Math.round(Number(text) * 10_000) : undefined;
}

/** How much of the whole each group is meant to be. */
export default function TargetsDialog({
  dimension,
  groups,
  onClose,
}: {
  dimension: Dimension;
  groups: readonly AllocationGroup[];
  onClose: () => void;
}) {
  const { ledger } = useFinance();
  const refresh = useRefresh();
  const { data: latest } = useQuery(read(portfolio.settings, { query: { ledgerId: ledger.id } }));
  // Targets that someone else sets while these are typed are not written over: the version is that of the beginning.
  const [settings, setSettings] = useState(latest);
  if (latest && !settings) setSettings(latest);
  const [shares, setShares] = useState<ReadonlyMap<string, string>>(
    () =>
      new Map(
        groups.map((group) => [
          group.key,
          group.target === null ? '' : percentText(Math.round(Number(group.target) * UNITS)),
        ]),
      ),
  );
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const mayClose = useDiscard([...shares], saving);
  const parts = [...shares].map(([key, text]) => ({ key, units: unitsOf(text) }));
  const wrong = parts.some(({ units }) => units === undefined);
  const total = parts.reduce((sum, { units }) => sum + (units ?? 0), 0);
  const whole = total === UNITS || total === 0;
  const addable = dimension === 'kind' ? SECURITY_KINDS.filter((kind) => kind !== 'index' && !shares.has(kind)) : [];
  const name = (key: string) => groupLabel(dimension, key, groups.find((group) => group.key === key)?.label ?? key);
  const save = async () => {
    if (!settings) return;
    setSaving(true);
    setProblem(undefined);
    try {
      const targets = Object.fromEntries(
        parts.flatMap(({ key, units }) => (units ? [[key, String(units / UNITS)]] : [])),
      );
      await call(portfolio.updateSettings, {
        params: { id: ledger.id },
        body: { version: settings.version, targets: { [dimension]: targets } },
      });
      await refresh();
      toast({ type: 'success', title: 'Targets saved' });
      onClose();
    } catch (failure) {
      setProblem(messageFor(failure, 'The targets could not be saved. Try again.'));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      size="sm"
      title={`Targets by ${DIMENSION_LABELS[dimension].toLowerCase()}`}
      description="Percentages must add up to 100. Leave all blank for no targets."
      footer={
        <>
          <span className="tabular mr-auto text-sm text-muted" role="status">
            {wrong ? 'Enter percentages.' : `${percentText(total)}% of 100%`}
          </span>
          <Button
            variant="primary"
            loading={saving}
            disabled={wrong || !whole || !settings}
            onClick={() => void save()}
          >
            Save targets
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {problem && <Banner tone="danger">{problem}</Banner>}
        {[...shares].map(([key, text]) => (
          <label key={key} className="flex items-center gap-3 text-sm">
            <span className="min-w-0 flex-1 truncate">{name(key)}</span>
            <Input
              className="w-24"
              inputMode="decimal"
              aria-label={`Target for ${name(key)}, %`}
              value={text}
              onChange={(event) => setShares(new Map(shares).set(key, event.target.value))}
            />
          </label>
        ))}
        {addable.length > 0 && (
          <Select
            aria-label="Add class"
            placeholder="Add class…"
            value=""
            options={addable.map((kind) => ({ value: kind, label: groupLabel('kind', kind, '') }))}
            onChange={(event) => setShares(new Map(shares).set(event.target.value, ''))}
          />
        )}
      </div>
    </Dialog>
  );
}
