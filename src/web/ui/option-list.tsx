import Check from 'lucide-react/icons/check';
import { useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import type { Option } from './use-options.ts';

export interface OptionListProps {
  id: string;
  label: string;
  options: readonly Option[];
  /** Index of the option that Enter would choose. */
  active: number;
  selected: readonly string[];
  multiple?: boolean;
  loading?: boolean;
  failed?: boolean;
  onPick: (option: Option) => void;
  onActive: (index: number) => void;
}

/** Id of an option's element, for the field's aria-activedescendant. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/**
 * The choices under a combobox. The focus stays in the field; the active option follows the arrow keys and the pointer.
 */
export function OptionList({
  id,
  label,
  options,
  active,
  selected,
  multiple,
  loading,
  failed,
  onPick,
  onActive,
}: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        className="max-h-64 min-h-0 overflow-y-auto p-1 empty:hidden"
      >
        {options.map((option, index) => (
          <div
            key={option.value}
            id={optionId(id, index)}
            role="option"
            aria-selected={selected.includes(option.value)}
            data-highlighted={index === active ? '' : undefined}
            onPointerMove={() => {
              if (active !== index) onActive(index);
            }}
            // A press would take the focus from the field before the click arrives.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(option)}
            className={cx(
              'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 py-1 text-sm pointer-coarse:min-h-11',
              index === active && 'bg-hover',
              loading && 'text-muted',
            )}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">{option.label}</span>
              {option.detail && <span className="block truncate text-xs text-muted">{option.detail}</span>}
            </span>
            {selected.includes(option.value) && (
              <Check size={16} className="shrink-0 text-accent-ink" aria-hidden="true" />
            )}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p role="status" className="px-3 py-2.5 text-sm text-muted">
          {failed ? 'The choices could not be loaded.' : loading ? 'Searching…' : 'Nothing matches.'}
        </p>
      )}
    </>
  );
}
