import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { FieldError } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { fileSize } from '../ui/format.ts';
import type { Sending } from './use-uploads.ts';

/** Uploading files, each with its progress or error. */
export function SendingList({
  sending,
  onForget,
  onRetry,
}: {
  sending: readonly Sending[];
  onForget: (key: number) => void;
  onRetry: (one: Sending) => void;
}) {
  if (sending.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="Uploads">
      {sending.map((one) => {
        const percent = Math.floor(one.share * 100);
        return (
          <li key={one.key} className="rounded-lg border border-line p-3 text-sm">
            <div className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate" title={one.file.name}>
                {one.file.name}
              </span>
              <span className="tabular shrink-0 text-xs text-muted">
                {one.problem
                  ? fileSize(one.file.size)
                  : one.share < 1
                    ? `${percent}% of ${fileSize(one.file.size)}`
                    : 'Sent, being read…'}
              </span>
              {one.problem && (
                <IconButton
                  size="sm"
                  label={`Try ${one.file.name} again`}
                  icon={<RotateCcw />}
                  onClick={() => onRetry(one)}
                />
              )}
              <IconButton
                size="sm"
                label={one.problem ? `Dismiss ${one.file.name}` : `Cancel the upload of ${one.file.name}`}
                icon={<X />}
                onClick={() => onForget(one.key)}
              />
            </div>
            {one.problem ? (
              <div role="alert">
                <FieldError>{one.problem}</FieldError>
              </div>
            ) : (
              <ProgressBar
                className="mt-2"
                label={`Upload of ${one.file.name}`}
                value={one.share < 1 ? percent : undefined}
                valueText={`${percent} %`}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
