import { useRef, useState } from 'react';
import { type Shortcut, useShortcuts } from '../../../web/shell/shortcuts.ts';

interface Triage {
  next: () => void;
  previous: () => void;
  lead: () => void;
  reply: () => void;
  mute: () => void;
  snooze: () => void;
  archive: () => void;
  open: () => void;
}

const KEYS: readonly [keys: string, label: string, act: keyof Triage][] = [
  ['j', 'Next post', 'next'],
  ['k', 'Previous post', 'previous'],
  ['l', 'Create lead', 'lead'],
  ['r', 'Draft reply', 'reply'],
  ['m', 'Mute author or site', 'mute'],
  ['s', 'Snooze', 'snooze'],
  ['e', 'Archive', 'archive'],
  ['o', 'Open post', 'open'],
];

/** Posts by keyboard. */
export function useTriage(triage: Triage): void {
  const acts = useRef(triage);
  acts.current = triage;
  const [shortcuts] = useState((): Shortcut[] =>
    KEYS.map(([keys, label, act]) => ({ keys, label, group: 'Social media scanner', run: () => acts.current[act]() })),
  );
  useShortcuts(shortcuts);
}
