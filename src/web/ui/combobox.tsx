import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import { cx } from './cx.ts';
import type { FieldControlProps } from './field.tsx';
import { controlClass } from './input.tsx';
import { OptionList, optionId } from './option-list.tsx';
import { Popover } from './popover.tsx';
import { type Option, type OptionSource, useEnter, useOptions } from './use-options.ts';

export interface ComboboxProps extends Partial<FieldControlProps> {
  /** Accessible name of the list, and of the field when it has no label. */
  label: string;
  source: OptionSource;
  value: Option | null;
  onChange: (option: Option | null) => void;
  placeholder?: string;
  /** Allows typed text as a new choice; its `value` is then empty. */
  allowNew?: (text: string) => string;
  disabled?: boolean;
  autoFocus?: boolean;
  className?: string;
}

/** Chooses one of many by typing: fixed choices or a remote search. Arrows move, Enter chooses, Escape closes. */
export function Combobox({
  label,
  source,
  value,
  onChange,
  placeholder,
  allowNew,
  disabled,
  autoFocus,
  className,
  id,
  ...aria
}: ComboboxProps) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  /** Typed text; null shows the chosen option's label. */
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const query = text ?? '';
  const found = useOptions(source, query, open);
  const isNew =
    allowNew &&
    query.trim() !== '' &&
    !found.options.some((option) => option.label.toLowerCase() === query.trim().toLowerCase());
  const options = isNew ? [...found.options, { value: '', label: allowNew(query.trim()) }] : found.options;

  const close = () => {
    setOpen(false);
    setText(null);
  };
  const pick = (option: Option) => {
    onChange(option.value === '' ? { value: '', label: query.trim() } : option);
    close();
  };
  const shown = found.loading ? undefined : options[active];
  const onEnter = useEnter({ loading: found.loading, open }, shown, pick);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setOpen(true);
      else
        setActive(
          (index) => (index + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % Math.max(1, options.length),
        );
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };

  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      keepFocus
      className="w-[max(14rem,var(--radix-popover-trigger-width))]"
      anchor={
        <span className={cx('relative flex items-center', className)}>
          <input
            {...aria}
            id={id}
            role="combobox"
            aria-label={id ? undefined : label}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && shown ? optionId(listId, active) : undefined}
            autoComplete="off"
            autoFocus={autoFocus}
            disabled={disabled}
            placeholder={placeholder}
            value={text ?? value?.label ?? ''}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={close}
            onKeyDown={onKeyDown}
            className={cx(controlClass, 'h-control pr-8')}
          />
          {value && !disabled ? (
            <button
              type="button"
              aria-label={`Clear ${label}`}
              onClick={() => onChange(null)}
              className="absolute right-1 inline-flex size-6 items-center justify-center rounded-sm text-muted hover:text-ink"
            >
              <X size={14} aria-hidden="true" />
            </button>
          ) : (
            <ChevronDown size={16} className="pointer-events-none absolute right-2.5 text-muted" aria-hidden="true" />
          )}
        </span>
      }
    >
      <OptionList
        id={listId}
        label={label}
        options={options}
        active={found.loading ? -1 : active}
        selected={value ? [value.value] : []}
        loading={found.loading}
        failed={found.failed}
        onPick={pick}
        onActive={setActive}
      />
    </Popover>
  );
}
