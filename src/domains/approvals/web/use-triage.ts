import { useRef, useState } from 'react';
import { type Shortcut, useShortcuts } from '../../../web/shell/shortcuts.ts';

interface Triage {
  next: () => void;
  previous: () => void;
  approve: () => void;
  edit: () => void;
  reject: () => void;
  spam: () => void;
  snooze: () => void;
  undo: () => void;
  select: () => void;
}

const KEYS: readonly [keys: string, label: string, act: keyof Triage][] = [
  ['j', 'Next request', 'next'],
  ['k', 'Previous request', 'previous'],
  ['a', 'Approve', 'approve'],
  ['e', 'Edit, then approve', 'edit'],
  ['r', 'Reject', 'reject'],
  ['m', 'Mark as spam', 'spam'],
  ['s', 'Snooze', 'snooze'],
  ['z', 'Undo last decision', 'undo'],
  ['x', 'Select', 'select'],
];

/** The queue by keyboard. */
export function useTriage(triage: Triage): void {
  const acts = useRef(triage);
  acts.current = triage;
  const [shortcuts] = useState((): Shortcut[] =>
    KEYS.map(([keys, label, act]) => ({ keys, label, group: 'Approvals', run: () => acts.current[act]() })),
  );
  useShortcuts(shortcuts);
}
