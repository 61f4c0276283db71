import Lock from 'lucide-react/icons/lock';

/** Beside the name of a record that only some may see. */
export function PrivateMark() {
  return (
    <span data-tooltip="Private" className="inline-flex shrink-0 text-muted">
      <Lock size={13} aria-hidden="true" />
      <span className="sr-only">Private</span>
    </span>
  );
}
