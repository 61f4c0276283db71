import { type KeyboardEvent, type RefObject, useState } from 'react';
import { announce } from '../../../web/shell/announcer.tsx';
import { type KeyHint, useKeyHints } from '../../../web/shell/key-hints.ts';
import type { Step } from '../contract/definition.ts';
import { type Place, placeOf, sizeOfList } from '../engine/edit.ts';
import { findStep } from '../engine/step-tree.ts';
import { stepTitle, whereWords } from './labels.ts';

const GROUP = 'On a step';
const HINTS: readonly KeyHint[] = [
  { keys: 'ArrowUp', label: 'Previous step', group: GROUP },
  { keys: 'ArrowDown', label: 'Next step', group: GROUP },
  { keys: 'Enter', label: 'Edit step; Escape returns', group: GROUP },
  { keys: 'N', label: 'Add step after', group: GROUP },
  { keys: 'Alt+ArrowUp', label: 'Move up', group: GROUP },
  { keys: 'Alt+ArrowDown', label: 'Move down, into and out of branches', group: GROUP },
  { keys: 'Delete', label: 'Remove step', group: GROUP },
];

/** Names a place in the tree, as an attribute by which the button that adds there is found. */
export function placeKey({ parent = '', port = '', index }: Place): string {
  return `${parent}/${port}/${index}`;
}

/** Frames in a row without a menu before the focus moves on, and the most that are looked at. */
const CALM = 2;
const MAX_LOOKS = 60;

interface StepKeysOptions {
  section: RefObject<HTMLElement | null>;
  details: RefObject<HTMLElement | null>;
  steps: readonly Step[];
  /** Only to look at. */
  fixed: boolean;
  acts: {
    select: (id: string) => void;
    shift: (id: string, by: -1 | 1) => readonly Step[];
    remove: (step: Step) => void;
  };
}

/**
 * The whole of a workflow by keyboard, in the picture as in the list: the focus stands on a step, the keys do the rest.
 */
export function useStepKeys({ section, details, steps, fixed, acts }: StepKeysOptions) {
  useKeyHints(HINTS);
  const [later] = useState(() => (act: () => void) => requestAnimationFrame(() => setTimeout(act)));
  const card = (id: string) => section.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`);
  /**
   * Focuses a step once it is drawn, after a menu that closes has given the focus back; how long either takes depends
   * on the machine.
   */
  const goTo = (id: string, calm = 0, looks = 0) =>
    later(() => {
      const quiet =
        card(id) !== null && card(id) !== undefined && !document.querySelector('[role="menu"]') ? calm + 1 : 0;
      if (quiet < CALM && looks < MAX_LOOKS) goTo(id, quiet, looks + 1);
      else if (!hasMovedOn()) card(id)?.focus();
    });
  /** Whether the person works in the details already: to take the focus would close a list that is open there. */
  const hasMovedOn = () => details.current?.contains(document.activeElement) === true;

  const neighbour = (id: string, by: -1 | 1) => {
    const cards = [...section.current!.querySelectorAll<HTMLElement>('[data-step]')];
    return cards[cards.findIndex((one) => one.dataset.step === id) + by];
  };
  const addAfter = (id: string) => {
    const at = id === 'trigger' ? { index: -1 } : placeOf(steps, id);
    if (!at) return;
    const button = (index: number) =>
      section.current!.querySelector<HTMLElement>(`[data-place="${CSS.escape(placeKey({ ...at, index }))}"]`);
    const found = button(at.index + 1) ?? button(sizeOfList(steps, at));
    found?.focus();
    found?.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  };
  const shift = (id: string, by: -1 | 1) => {
    const moved = acts.shift(id, by);
    const step = findStep({ steps: [...moved] }, id);
    if (step) announce(`${stepTitle(step)}: ${whereWords(moved, id)}.`);
    goTo(id);
  };
  const remove = (id: string) => {
    const step = findStep({ steps: [...steps] }, id);
    const beside = neighbour(id, 1)?.dataset.step ?? neighbour(id, -1)?.dataset.step;
    if (!step) return;
    acts.remove(step);
    if (beside) goTo(beside);
  };
  const setUp = (id: string) => {
    acts.select(id);
    later(() => details.current?.querySelector<HTMLElement>('input, select, textarea, [role="combobox"]')?.focus());
  };

  return {
    goTo: (id: string) => goTo(id),
    onStepKey: (event: KeyboardEvent) => {
      const id = (event.target as HTMLElement).dataset.step;
      if (id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const act = actOf(event, id, fixed || id === 'trigger');
      if (!act) return;
      event.preventDefault();
      act();
    },
    /** Escape goes back to the step that is set up. */
    onDetailsKey: (event: KeyboardEvent, open: string) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !open) return;
      event.preventDefault();
      card(open)?.focus();
    },
  };

  function actOf({ key, altKey }: KeyboardEvent, id: string, still: boolean): (() => void) | undefined {
    const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
    if (altKey) return by && !still ? () => shift(id, by) : undefined;
    if (by) return () => neighbour(id, by)?.focus();
    if (key === 'Enter') return () => setUp(id);
    if (fixed) return undefined;
    if (key === 'n' || key === 'N') return () => addAfter(id);
    if ((key === 'Delete' || key === 'Backspace') && !still) return () => remove(id);
    return undefined;
  }
}
