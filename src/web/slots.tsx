/** Slots: places in which domains above show parts of theirs, so that the one below need not know them. */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { loadChunk } from './router/chunk.ts';

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
const loaded = new Map<SlotPart, ComponentType<object>>();

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

interface SlotPartsProps<Props extends object> {
  of: Slot<Props>;
  props: Props;
  /** Only parts with this key. */
  named?: string;
  /** A part that cannot be loaded is left out instead of failing the page. */
  optional?: boolean;
}

/** Shows the parts of a slot. */
export function SlotParts<Props extends object>({ of, props, named, optional = false }: SlotPartsProps<Props>) {
  return parts
    .filter(({ slot, key, when }) => slot === of.name && key === named && (!when || when(props as never)))
    .map((part) => (
      <LoadedPart key={`${part.slot} ${parts.indexOf(part)}`} part={part} props={props} optional={optional} />
    ));
}

/** Not `lazy`, which may hold a loaded part back for a third of a second. */
function LoadedPart({ part, props, optional }: { part: SlotPart; props: object; optional: boolean }) {
  const [code, setCode] = useState<ComponentType<object> | null>(() => loaded.get(part) ?? null);
  useEffect(() => {
    if (code) return undefined;
    let isGone = false;
    loadChunk(part.load).then(
      (module) => {
        loaded.set(part, module.default as ComponentType<object>);
        if (!isGone) setCode(() => module.default as ComponentType<object>);
      },
      (error: unknown) => {
        if (isGone || optional) return;
        setCode(() => {
          throw error;
        });
      },
    );
    return () => {
      isGone = true;
    };
  }, [code, part, optional]);
  return code ? createElement(code, props) : part.fallback;
}
