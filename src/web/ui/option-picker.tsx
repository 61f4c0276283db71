import { useId, useState } from 'react';
import { Input } from './input.tsx';
import { OptionList, optionId } from './option-list.tsx';
import { type Option, type OptionSource, useEnter, useOptions } from './use-options.ts';

interface OptionPickerProps {
  label: string;
  source: OptionSource;
  value: readonly Option[];
  onChange: (options: Option[]) => void;
}

/**
 * Searches and ticks several choices in place: for a popover, where an overlapping list would hide the next content.
 */
export function OptionPicker({ label, source, value, onChange }: OptionPickerProps) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const { options, loading, failed } = useOptions(source, query, true);
  const chosen = value.map((option) => option.value);
  // Chosen options stay visible without a query, even beyond the first choices.
  const shown = query
    ? options
    : [...value.filter((option) => !options.some((other) => other.value === option.value)), ...options];
  const toggle = (option: Option) =>
    onChange(
      chosen.includes(option.value) ? value.filter((other) => other.value !== option.value) : [...value, option],
    );
  const onEnter = useEnter({ loading, open: true }, loading ? undefined : shown[active], toggle);
  return (
    <div className="rounded-md border border-line">
      <div className="p-1">
        <Input
          autoFocus
          type="search"
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={listId}
          autoComplete="off"
          placeholder="Search…"
          aria-activedescendant={!loading && shown[active] ? optionId(listId, active) : undefined}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              setActive(
                (index) => (index + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % Math.max(1, shown.length),
              );
            } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
              event.preventDefault();
              onEnter();
            }
          }}
        />
      </div>
      <OptionList
        id={listId}
        label={label}
        options={shown}
        active={loading ? -1 : active}
        selected={chosen}
        multiple
        loading={loading}
        failed={failed}
        onPick={toggle}
        onActive={setActive}
      />
    </div>
  );
}
