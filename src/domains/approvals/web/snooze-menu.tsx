import AlarmClock from 'lucide-react/icons/alarm-clock';
import { useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { snoozeChoices } from './labels.ts';

interface SnoozeMenuProps {
  expiresAt: string | null;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onSnooze: (until: string) => void;
}

/** Puts a request aside until a better time. */
export function SnoozeMenu({ expiresAt, open, onOpenChange, onSnooze }: SnoozeMenuProps) {
  const [now, setNow] = useState(() => new Date());
  const change = (next: boolean) => {
    if (next) setNow(new Date());
    onOpenChange?.(next);
  };
  return (
    <Menu
      label="Snooze"
      open={open}
      onOpenChange={change}
      trigger={
        <Button icon={<AlarmClock />} aria-keyshortcuts="s">
          Snooze
        </Button>
      }
    >
      {snoozeChoices(now, expiresAt).map(({ label, until }) => (
        <MenuItem key={label} onSelect={() => onSnooze(until)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
