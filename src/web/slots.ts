/** Slots: places in which domains above show parts of theirs, so that the one below need not know them. */
import type { ComponentType, ReactNode } from 'react';

/** A place for parts that get `Props`. */
export interface Slot<Props extends object> {
  readonly name: string;
  /** For types only. */
  readonly props?: Props;
}

export interface SlotPart {
  slot: string;
  load: () => Promise<{ default: ComponentType<never> }>;
  /** Which of several places in the slot. */
  key?: string;
  order?: number;
  when?: (props: never) => boolean;
  fallback?: ReactNode;
}

export interface FillOptions<Props extends object> {
  key?: string;
  /** Lower ones come first; 0 if absent, then in the order of the domains. */
  order?: number;
  /** Condition for loading it; always if absent. */
  when?: (props: Props) => boolean;
  /** Shown while it loads, to keep its place. */
  fallback?: ReactNode;
}

const parts: SlotPart[] = [];

export const defineSlot = <Props extends object>(name: string): Slot<Props> => ({ name });

/** A part for a slot, listed in a domain's manifest. */
export const fill = <Props extends object>(
  { name }: Slot<Props>,
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: FillOptions<Props> = {},
): SlotPart => ({ slot: name, load, ...options }) as SlotPart;

/** Called once at start. */
export function fillSlots(filled: readonly SlotPart[]): void {
  parts.push(...filled);
  parts.sort((one, other) => (one.order ?? 0) - (other.order ?? 0));
}

/** The parts to show in a slot. */
export const partsOf = <Props extends object>({ name }: Slot<Props>, props: Props, named?: string): SlotPart[] =>
  parts.filter(({ slot, key, when }) => slot === name && key === named && (!when || when(props as never)));
