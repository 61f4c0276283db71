import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass } from './input.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly SelectOption[];
  /** An empty first choice, for a field that may stay empty. */
  placeholder?: string;
}

/**
 * The browser's own list: right on every device, with every keyboard and screen reader, and without the inline styles
 * that a Content-Security-Policy refuses. For long or remote lists see Combobox.
 */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className={cx('relative flex items-center', className)}>
      <select {...rest} className={cx(controlClass, 'h-control appearance-none truncate pr-8')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} className="pointer-events-none absolute right-2.5 text-muted" aria-hidden="true" />
    </span>
  );
}
