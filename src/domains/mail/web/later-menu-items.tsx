import { useState } from 'react';
import { MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { laterChoices } from './later-choices.ts';

/** Times to choose from in a menu, as of when it opened. */
export function LaterMenuItems({ onChoose }: { onChoose: (at: string) => void }) {
  const [now] = useState(() => new Date());
  return laterChoices(now).map(({ label, detail, at }) => (
    <MenuItem key={label} onSelect={() => onChoose(at)}>
      {label} <span className="text-muted">{detail}</span>
    </MenuItem>
  ));
}
