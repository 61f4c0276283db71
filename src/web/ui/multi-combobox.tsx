import type { KeyboardEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { Tag } from './badge.tsx';
import { cx } from './cx.ts';
import type { FieldControlProps } from './field.tsx';
import { OptionList, optionId } from './option-list.tsx';
import { Popover } from './popover.tsx';
import { type Option, type OptionSource, useEnter, useOptions } from './use-options.ts';

export interface MultiComboboxProps extends Partial<FieldControlProps> {
  label: string;
  source: OptionSource;
  value: readonly Option[];
  onChange: (options: Option[]) => void;
  placeholder?: string;
  /** Allows typed text as a new choice; returns the option to add. */
  create?: (text: string) => Option;
  /** Takes the focus when it appears, with its choices open. */
  autoFocus?: boolean;
  className?: string;
}

/** Chooses several by typing; each becomes a tag. Backspace in the empty field removes the last one. */
export function MultiCombobox({
  label,
  source,
  value,
  onChange,
  placeholder,
  create,
  autoFocus,
  className,
  id,
  ...aria
}: MultiComboboxProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(autoFocus === true);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found = useOptions(source, text, open);
  const typed = text.trim();
  const isNew =
    create && typed !== '' && !found.options.some((option) => option.label.toLowerCase() === typed.toLowerCase());
  const options = isNew ? [...found.options, { ...create(typed), label: `Add “${typed}”` }] : found.options;
  const chosen = value.map((option) => option.value);

  const toggle = (option: Option) => {
    if (isNew && option === options.at(-1)) onChange([...value, create(typed)]);
    else if (chosen.includes(option.value)) onChange(value.filter((other) => other.value !== option.value));
    else onChange([...value, option]);
    setText('');
    setActive(0);
    // The list would cover the next content of a dialog; typing or an arrow key reopens it.
    setOpen(false);
    input.current?.focus();
  };
  const shown = found.loading ? undefined : options[active];
  const onEnter = useEnter({ loading: found.loading, open }, shown, toggle);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setOpen(true);
      else
        setActive(
          (index) => (index + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % Math.max(1, options.length),
        );
    } else if ((event.key === 'Enter' || (event.key === ',' && typed)) && open) {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && text === '') {
      onChange(value.slice(0, -1));
    }
  };

  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      keepFocus
      className="w-[max(14rem,var(--radix-popover-trigger-width))]"
      anchor={
        <span
          onClick={(event) => {
            if (event.target === event.currentTarget) input.current?.focus();
          }}
          className={cx(
            'flex min-h-control flex-wrap items-center gap-1 rounded-md border border-control bg-canvas px-1 py-0.5',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-[-1px] has-focus-visible:outline-accent-ink',
            className,
          )}
        >
          {value.map((option) => (
            <Tag
              key={option.value}
              removeLabel={`Remove ${option.label}`}
              onRemove={() => onChange(value.filter((other) => other.value !== option.value))}
            >
              {option.label}
            </Tag>
          ))}
          <input
            {...aria}
            ref={input}
            id={id}
            role="combobox"
            aria-label={id ? undefined : label}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && shown ? optionId(listId, active) : undefined}
            autoComplete="off"
            autoFocus={autoFocus}
            placeholder={value.length === 0 ? placeholder : undefined}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => {
              setOpen(false);
              setText('');
            }}
            onKeyDown={onKeyDown}
            className="h-6 min-w-20 flex-1 bg-transparent px-1.5 text-[length:var(--control-text)] outline-none focus-visible:outline-none"
          />
        </span>
      }
    >
      <OptionList
        id={listId}
        label={label}
        options={options}
        active={found.loading ? -1 : active}
        selected={chosen}
        multiple
        loading={found.loading}
        failed={found.failed}
        onPick={toggle}
        onActive={setActive}
      />
    </Popover>
  );
}
