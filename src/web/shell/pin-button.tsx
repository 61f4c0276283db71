import Star from 'lucide-react/icons/star';
import { togglePin } from './pins.ts';

interface PinButtonProps {
  path: string;
  label: string;
  pinned: boolean;
}

/**
 * The star of the entry under the pointer. The keyboard pins the open page from the palette: another stop at every entry
 * would be in the way.
 */
export function PinButton({ path, label, pinned }: PinButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={pinned ? `Remove ${label} from favorites` : `Add ${label} to favorites`}
      data-tooltip={pinned ? 'Remove from favorites' : 'Add to favorites'}
      onClick={() => void togglePin({ path, title: label })}
      className="absolute inset-y-0 right-0.5 hidden w-7 items-center justify-center rounded-md bg-hover text-muted group-hover:flex hover:text-ink rail:hidden! pointer-coarse:hidden"
    >
      <Star size={14} aria-hidden="true" fill={pinned ? 'currentColor' : 'none'} />
    </button>
  );
}
