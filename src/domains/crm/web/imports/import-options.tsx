import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../../../web/api/request.ts';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { MultiCombobox } from '../../../../web/ui/multi-combobox.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { CURRENCIES } from '../../../../kernel/money/currencies.ts';
import { type ImportKind, MATCHES } from '../../contract/import-targets.ts';
import { type ImportOptions, type MatchKind } from '../../contract/imports.ts';
import { DateOrder, DecimalSign } from '../../../../records/contract/file-notation.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';
import { pipelines } from '../../contract/pipelines.ts';
import { useOwners, useTagSearch } from '../../../../records/web/choices.ts';
import { countryOptions } from './countries.ts';
import { MATCH_LABELS } from './import-labels.ts';
import type { Gone } from './use-deleted-references.ts';

const onMatch = (kind: ImportKind): Record<ImportOptions['onMatch'], { label: string; hint: string }> => {
  const { one } = KINDS[kind];
  return {
    skip: { label: 'Skip the row', hint: `The existing ${one} is not changed` },
    update: {
      label: `Update the ${one}`,
      hint:
        kind === 'contact'
          ? 'Uses the values in the row. Tags, addresses, and phone numbers are added.'
          : 'Uses the values in the row. Tags are added.',
    },
    warn: { label: `Create another ${one} with a warning`, hint: 'The report lists likely duplicates' },
    create: { label: `Create another ${one}`, hint: 'Existing records are not checked' },
  };
};
/** There is one company of a name: another one cannot be created. */
const waysOf = (kind: ImportKind): ImportOptions['onMatch'][] =>
  kind === 'company' ? ['skip', 'update'] : ['skip', 'update', 'warn', 'create'];
const DATE_ORDERS: Record<DateOrder, string> = {
  ymd: 'Year, month, day (2026-11-21)',
  dmy: 'Day, month, year (21/11/2026)',
  mdy: 'Month, day, year (11/21/2026)',
};
const DECIMALS: Record<DecimalSign, string> = { point: '1,234.50', comma: '1.234,50' };

/** How records that are there already are recognized and treated, and what every record of the file gets. */
export function ImportOptionsForm({
  kind,
  options,
  gone,
  onChange,
}: {
  kind: ImportKind;
  options: ImportOptions;
  gone: Gone;
  onChange: (options: ImportOptions) => void;
}) {
  const owners = useOwners();
  const searchTags = useTagSearch(kind);
  const { one, many } = KINDS[kind];
  const noun = kind === 'contact' || kind === 'lead' ? 'person' : one;
  const matches: readonly MatchKind[] = MATCHES[kind];
  const ways = onMatch(kind);
  const set = (part: Partial<ImportOptions>) => onChange({ ...options, ...part });
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-4">
        <Choices legend={`Match an existing ${noun} by`}>
          {matches.map((match) => (
            <Checkbox
              key={match}
              label={MATCH_LABELS[match].label}
              hint={MATCH_LABELS[match].hint}
              checked={options.matchOn.includes(match)}
              disabled={kind === 'company'}
              onChange={(event) =>
                set({
                  matchOn: matches.filter((one) =>
                    one === match ? event.target.checked : options.matchOn.includes(one),
                  ),
                })
              }
            />
          ))}
        </Choices>
        {options.matchOn.length === 0 && (
          <p className="text-xs text-muted">If nothing is selected, every row creates a new {one}.</p>
        )}
        {options.matchOn.length > 0 && (
          <Choices legend={`If the ${noun} already exists`}>
            {waysOf(kind).map((value) => (
              <label
                key={value}
                aria-label={ways[value].label}
                className="flex cursor-pointer items-start gap-2 text-sm"
              >
                <span className="inline-flex size-6 shrink-0 items-center justify-center">
                  <input
                    type="radio"
                    name="on-match"
                    className="size-4 accent-accent"
                    checked={options.onMatch === value}
                    onChange={() => set({ onMatch: value })}
                  />
                </span>
                <span className="pt-0.5">
                  {ways[value].label}
                  <span className="block text-xs text-muted">{ways[value].hint}</span>
                </span>
              </label>
            ))}
          </Choices>
        )}
        {options.matchOn.length > 0 && options.onMatch === 'update' && (
          <Field label="Where both have a value">
            {(control) => (
              <Select
                {...control}
                value={options.update}
                options={[
                  { value: 'fill', label: `Keep the ${one}’s values and fill blank fields` },
                  { value: 'replace', label: 'Use the file’s values' },
                ]}
                onChange={(event) => set({ update: event.target.value === 'replace' ? 'replace' : 'fill' })}
              />
            )}
          </Field>
        )}
      </div>
      <div className="grid content-start gap-4">
        {kind === 'opportunity' && <SalesOptions options={options} gone={gone} onChange={set} />}
        {kind !== 'opportunity' && (
          <Field
            label="Country for phone numbers without a country code"
            hint="0171 234567 is read as a number in this country, unless the row names another."
          >
            {(control) => (
              <Select
                {...control}
                value={options.defaultCountry}
                options={countryOptions()}
                onChange={(event) => set({ defaultCountry: event.target.value })}
              />
            )}
          </Field>
        )}
        <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
          <Field label="Date format">
            {(control) => (
              <Select
                {...control}
                value={options.dateOrder}
                options={DateOrder.options.map((value) => ({ value, label: DATE_ORDERS[value] }))}
                onChange={(event) => set({ dateOrder: DateOrder.parse(event.target.value) })}
              />
            )}
          </Field>
          <Field label="Number format">
            {(control) => (
              <Select
                {...control}
                value={options.decimal}
                options={DecimalSign.options.map((value) => ({ value, label: DECIMALS[value] }))}
                onChange={(event) => set({ decimal: DecimalSign.parse(event.target.value) })}
              />
            )}
          </Field>
        </div>
        <Field
          label="Owner"
          optional
          error={gone.ownerId}
          hint={OWNER_HINTS[kind] ?? `For ${many} without an owner in the file.`}
        >
          {(control) => (
            <Combobox
              {...control}
              label="Owner"
              source={owners.options}
              placeholder="No one"
              value={options.ownerId ? { value: options.ownerId, label: owners.nameOf(options.ownerId) } : null}
              onChange={(option) => set({ ownerId: option?.value ?? null })}
            />
          )}
        </Field>
        <Field label="Tags for all rows" optional>
          {(control) => (
            <MultiCombobox
              {...control}
              label="Tags for all rows"
              source={searchTags}
              placeholder="Add tag"
              value={options.tags.map((tag) => ({ value: tag, label: tag }))}
              onChange={(tags) => set({ tags: tags.map((tag) => tag.value) })}
              create={(text) => ({ value: text, label: text })}
            />
          )}
        </Field>
        {kind !== 'company' && (
          <Field label="Source" optional hint={`Where these ${many} come from, such as a fair or a purchase.`}>
            {(control) => (
              <Input
                {...control}
                maxLength={120}
                value={options.source}
                onChange={(event) => set({ source: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
    </div>
  );
}

const OWNER_HINTS: Partial<Record<ImportKind, string>> = {
  lead: 'For leads without an owner in the file. If you choose no one, assignment rules apply.',
  opportunity: 'For opportunities without an owner in the file. If you choose no one, you own them.',
};

/** Where opportunities go that the file says nothing of, and what their amounts are in. */
function SalesOptions({
  options,
  gone,
  onChange,
}: {
  options: ImportOptions;
  gone: Gone;
  onChange: (part: Partial<ImportOptions>) => void;
}) {
  const list = useQuery(read(pipelines.list)).data?.items ?? [];
  return (
    <>
      <Field
        label="Pipeline"
        error={gone.pipelineId}
        hint="Where the file names none. Without a stage they begin in its first one."
      >
        {(control) => (
          <Select
            {...control}
            value={options.pipelineId ?? ''}
            options={[
              { value: '', label: list[0] ? `First pipeline (${list[0].name})` : 'First pipeline' },
              ...list.map(({ id, name }) => ({ value: id, label: name })),
              ...(gone.pipelineId ? [{ value: options.pipelineId!, label: 'Deleted pipeline' }] : []),
            ]}
            onChange={(event) => onChange({ pipelineId: event.target.value || null })}
          />
        )}
      </Field>
      <Field label="Currency" hint="For amounts without a currency in the file.">
        {(control) => (
          <Select
            {...control}
            value={options.currency ?? ''}
            options={[
              { value: '', label: 'Workspace currency' },
              ...CURRENCIES.map((code) => ({ value: code, label: code })),
            ]}
            onChange={(event) => onChange({ currency: event.target.value || null })}
          />
        )}
      </Field>
    </>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid gap-1.5">{children}</div>
    </fieldset>
  );
}
