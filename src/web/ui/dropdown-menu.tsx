import Check from 'lucide-react/icons/check';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cloneElement } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';

export interface MenuProps {
  /** The button that opens it; must accept a ref and props, as Button and IconButton do. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end' | 'center';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Accessible name when the trigger's own does not fit. */
  label?: string;
  className?: string;
}

/** A menu of actions under a button. */
export function Menu({ trigger, children, align = 'end', open, onOpenChange, label, className }: MenuProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={cx('z-50 max-h-[min(28rem,var(--radix-dropdown-menu-content-available-height))] max-w-80 min-w-44 animate-pop-in overflow-y-auto rounded-lg bg-raised p-1 shadow-pop', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  'flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-sm select-none outline-none data-highlighted:bg-hover ' +
  'data-disabled:pointer-events-none data-disabled:text-faint pointer-coarse:min-h-11';

export interface MenuItemProps {
  icon?: ReactElement<{ size?: number | string; 'aria-hidden'?: boolean }>;
  onSelect?: (event: Event) => void;
  disabled?: boolean;
  tone?: 'neutral' | 'danger';
  shortcut?: string;
  /** Renders the child element (a link) as the item. */
  asChild?: boolean;
  children: ReactNode;
}

export function MenuItem({ icon, onSelect, disabled, tone = 'neutral', shortcut, asChild, children }: MenuItemProps) {
  const className = cx(itemClass, tone === 'danger' && 'text-danger-ink');
  if (asChild) return <Radix.Item asChild onSelect={onSelect} disabled={disabled} className={className}>{children}</Radix.Item>;
  return (
    <Radix.Item onSelect={onSelect} disabled={disabled} className={className}>
      {icon && cloneElement(icon, { size: 16, 'aria-hidden': true })}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Radix.Item>
  );
}

export function MenuRadioGroup({ value, onValueChange, options }: { value: string; onValueChange: (value: string) => void; options: readonly { value: string; label: ReactNode }[] }) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onValueChange}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={itemClass}>
          <span className="inline-flex size-4 shrink-0 items-center"><Radix.ItemIndicator><Check size={16} aria-hidden="true" /></Radix.ItemIndicator></span>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
}
