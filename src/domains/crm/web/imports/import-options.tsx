import type { ReactNode } from 'react';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { MultiCombobox } from '../../../../web/ui/multi-combobox.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { DateOrder, type ImportOptions, MATCH_KINDS } from '../../contract/imports.ts';
import { useOwners, useTagSearch } from '../records/choices.ts';
import { countryOptions } from './countries.ts';
import { MATCH_LABELS } from './import-words.ts';

const ON_MATCH: Record<ImportOptions['onMatch'], { label: string; hint: string }> = {
  skip: { label: 'Skip the row', hint: 'The contact stays as it is' },
  update: { label: 'Update the contact', hint: 'With what the row has; tags, addresses and numbers are added' },
  create: { label: 'Create another contact', hint: 'Whoever is there already is not looked at' },
};
const DATE_ORDERS: Record<DateOrder, string> = { ymd: 'Year, month, day (2026-11-21)', dmy: 'Day, month, year (21/11/2026)', mdy: 'Month, day, year (11/21/2026)' };

/** How people who are there already are recognised and treated, and what every contact of the file gets. */
export function ImportOptionsForm({ options, onChange }: { options: ImportOptions; onChange: (options: ImportOptions) => void }) {
  const owners = useOwners();
  const searchTags = useTagSearch('contact');
  const set = (part: Partial<ImportOptions>) => onChange({ ...options, ...part });
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-4">
        <Choices legend="It is the same person with">
          {MATCH_KINDS.map((kind) => (
            <Checkbox
              key={kind} label={MATCH_LABELS[kind].label} hint={MATCH_LABELS[kind].hint} checked={options.matchOn.includes(kind)}
              onChange={(event) => set({ matchOn: MATCH_KINDS.filter((one) => (one === kind ? event.target.checked : options.matchOn.includes(one))) })}
            />
          ))}
        </Choices>
        {options.matchOn.length === 0 && <p className="text-xs text-muted">With nothing chosen, every row becomes a new contact.</p>}
        {options.matchOn.length > 0 && (
          <Choices legend="If the person is there already">
            {(Object.keys(ON_MATCH) as ImportOptions['onMatch'][]).map((value) => (
              <label key={value} aria-label={ON_MATCH[value].label} className="flex cursor-pointer items-start gap-2 text-sm">
                <span className="inline-flex size-6 shrink-0 items-center justify-center">
                  <input type="radio" name="on-match" className="size-4 accent-accent" checked={options.onMatch === value} onChange={() => set({ onMatch: value })} />
                </span>
                <span className="pt-0.5">{ON_MATCH[value].label}<span className="block text-xs text-muted">{ON_MATCH[value].hint}</span></span>
              </label>
            ))}
          </Choices>
        )}
        {options.matchOn.length > 0 && options.onMatch === 'update' && (
          <Field label="Where both have a value">
            {(control) => (
              <Select
                {...control} value={options.update} options={[{ value: 'fill', label: 'Keep the contact’s, fill only what is blank' }, { value: 'replace', label: 'Take the file’s' }]}
                onChange={(event) => set({ update: event.target.value === 'replace' ? 'replace' : 'fill' })}
              />
            )}
          </Field>
        )}
      </div>
      <div className="grid content-start gap-4">
        <Field label="Country of numbers without a prefix" hint="0171 234567 is read as a number of this country.">
          {(control) => <Select {...control} value={options.defaultCountry} options={countryOptions()} onChange={(event) => set({ defaultCountry: event.target.value })} />}
        </Field>
        <Field label="Dates are written as">
          {(control) => (
            <Select {...control} value={options.dateOrder} options={DateOrder.options.map((value) => ({ value, label: DATE_ORDERS[value] }))} onChange={(event) => set({ dateOrder: DateOrder.parse(event.target.value) })} />
          )}
        </Field>
        <Field label="Owner" optional hint="Of contacts that the file names no owner for.">
          {(control) => (
            <Combobox
              {...control} label="Owner" source={owners.options} placeholder="Nobody" value={options.ownerId ? { value: options.ownerId, label: owners.nameOf(options.ownerId) } : null}
              onChange={(option) => set({ ownerId: option?.value ?? null })}
            />
          )}
        </Field>
        <Field label="Tags for all" optional>
          {(control) => (
            <MultiCombobox
              {...control} label="Tags for all" source={searchTags} placeholder="Add a tag" value={options.tags.map((tag) => ({ value: tag, label: tag }))}
              onChange={(tags) => set({ tags: tags.map((tag) => tag.value) })} create={(text) => ({ value: text, label: text })}
            />
          )}
        </Field>
        <Field label="Source" optional hint="Where these contacts come from, such as a fair or a purchase.">
          {(control) => <Input {...control} maxLength={120} value={options.source} onChange={(event) => set({ source: event.target.value })} />}
        </Field>
      </div>
    </div>
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
