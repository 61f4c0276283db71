import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import Tablet from 'lucide-react/icons/tablet';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import type { Device } from './canvas.tsx';

const DEVICES: readonly (readonly [Device, string, typeof Monitor])[] = [
  ['desktop', 'Show as on a desktop', Monitor],
  ['tablet', 'Show as on a tablet', Tablet],
  ['phone', 'Show as on a phone', Smartphone],
];

/** Which screen the page is shown for. */
export function Devices({ device, onDevice }: { device: Device; onDevice: (device: Device) => void }) {
  return (
    <div role="group" aria-label="Screen" className="flex">
      {DEVICES.map(([value, label, Icon]) => (
        <IconButton
          key={value}
          label={label}
          icon={<Icon />}
          pressed={device === value}
          onClick={() => onDevice(value)}
        />
      ))}
    </div>
  );
}
