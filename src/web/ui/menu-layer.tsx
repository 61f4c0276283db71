import Check from 'lucide-react/icons/check';
import { Menu as Radix } from 'radix-ui/internal';
import { cloneElement, useRef, type ComponentType, type Context, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import type { OverlayOpening } from './overlay-opening.ts';

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

export interface MenuRadioGroupProps {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: ReactNode }[];
}

export interface MenuParts {
  Item: ComponentType<MenuItemProps>;
  RadioGroup: ComponentType<MenuRadioGroupProps>;
  Label: ComponentType<{ children: ReactNode }>;
  Separator: ComponentType;
}

interface MenuLayerProps {
  opening: OverlayOpening;
  align: 'start' | 'end' | 'center';
  label?: string;
  className?: string;
  /** Passes the parts to the children. */
  Parts: Context<MenuParts | null>;
  children: ReactNode;
}

/** The content of a menu; loaded on demand by `dropdown-menu.tsx`. */
export default function MenuLayer({ opening, align, label, className, Parts, children }: MenuLayerProps) {
  const { open, setOpen, anchor, triggerId, contentId } = opening;
  const leftByPointer = useRef(false);
  return (
    <Radix.Root open={open} onOpenChange={setOpen} modal={false}>
      <Radix.Anchor virtualRef={anchor as { current: HTMLElement }} />
      <Radix.Portal>
        <Radix.Content
          id={contentId}
          aria-labelledby={label ? undefined : triggerId}
          aria-label={label}
          data-opener={triggerId}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onInteractOutside={() => {
            leftByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            if (!leftByPointer.current) anchor.current?.focus();
            leftByPointer.current = false;
            event.preventDefault();
          }}
          className={cx(
            'z-50 max-h-[min(28rem,var(--radix-popper-available-height))] max-w-80 min-w-44 animate-pop-in overflow-y-auto rounded-lg bg-raised p-1 shadow-pop',
            className,
          )}
        >
          <Parts value={PARTS}>{children}</Parts>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  'flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-sm select-none focus-visible:outline-offset-[-2px] data-highlighted:bg-hover ' +
  'data-disabled:pointer-events-none data-disabled:text-faint pointer-coarse:min-h-11';

function Item({ icon, onSelect, disabled, tone = 'neutral', shortcut, asChild, children }: MenuItemProps) {
  const className = cx(itemClass, tone === 'danger' && 'text-danger-ink');
  if (asChild)
    return (
      <Radix.Item asChild onSelect={onSelect} disabled={disabled} className={className}>
        {children}
      </Radix.Item>
    );
  return (
    <Radix.Item onSelect={onSelect} disabled={disabled} className={className}>
      {icon && cloneElement(icon, { size: 16, 'aria-hidden': true })}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Radix.Item>
  );
}

function RadioGroup({ value, onValueChange, options }: MenuRadioGroupProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onValueChange}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={itemClass}>
          <span className="inline-flex size-4 shrink-0 items-center">
            <Radix.ItemIndicator>
              <Check size={16} aria-hidden="true" />
            </Radix.ItemIndicator>
          </span>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

function Label({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">{children}</Radix.Label>;
}

function Separator() {
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
}

const PARTS: MenuParts = { Item, RadioGroup, Label, Separator };
