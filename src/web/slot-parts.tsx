import { type ComponentType, createElement, useEffect, useState } from 'react';
import { loadChunk } from './router/chunk.ts';
import { partsOf, type Slot, type SlotPart } from './slots.ts';

const loaded = new Map<SlotPart, ComponentType<object>>();

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
  return partsOf(of, props, named).map((part, nth) => (
    <LoadedPart key={nth} part={part} props={props} optional={optional} />
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
