import {
  cloneElement,
  createContext,
  lazy,
  Suspense,
  useContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useOverlayOpening } from './overlay-opening.ts';
import { whenIdle } from './page-settled.ts';
import type { MenuItemProps, MenuParts, MenuRadioGroupProps } from './menu-layer.tsx';

const loadLayer = () => import('./menu-layer.tsx');
const MenuLayer = lazy(loadLayer);

/** The parts of a menu's content; provided by the layer once it has loaded. */
const Parts = createContext<MenuParts | null>(null);

export interface MenuProps {
  /** The button that opens it; must accept a ref and props, like Button and IconButton. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end' | 'center';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Accessible name when the trigger's own does not fit. */
  label?: string;
  className?: string;
}

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown']);

/** A menu of actions under a button. */
export function Menu({ trigger, children, align = 'end', open, onOpenChange, label, className }: MenuProps) {
  const opening = useOverlayOpening(open, onOpenChange);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // The menu takes the focus, so the button must not take it afterward.
    if (!opening.open) event.preventDefault();
    opening.setOpen(!opening.open);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.has(event.key)) return;
    event.preventDefault();
    opening.setOpen(event.key === 'ArrowDown' || !opening.open);
  };
  const button = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    ref: opening.anchor,
    id: opening.triggerId,
    onPointerDown,
    onKeyDown,
    onPointerEnter: opening.approach,
    onFocus: opening.approach,
    'aria-haspopup': 'menu',
    'aria-expanded': opening.open,
    'aria-controls': opening.open ? opening.contentId : undefined,
  });
  return (
    <>
      {button}
      <Suspense fallback={null}>
        {opening.near && (
          <MenuLayer opening={opening} align={align} label={label} className={className} Parts={Parts}>
            {children}
          </MenuLayer>
        )}
      </Suspense>
    </>
  );
}
whenIdle(loadLayer);

function useParts(): MenuParts {
  const parts = useContext(Parts);
  if (!parts) throw new Error('This stands only inside a Menu');
  return parts;
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

export function MenuRadioGroup(props: MenuRadioGroupProps) {
  const { RadioGroup } = useParts();
  return <RadioGroup {...props} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts();
  return <Label>{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator />;
}
