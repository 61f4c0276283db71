import Upload from 'lucide-react/icons/upload';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';

interface DropZoneProps {
  /** Text of the button: "Choose a file". */
  action: string;
  /** Types for the file picker, as in the `accept` attribute; all if absent. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  /** One sentence about what may be dropped here. */
  children: ReactNode;
  className?: string;
}

/** An area for dropping files, with a button that does the same. */
export function DropZone({
  action,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  children,
  className,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    if (!disabled && chosen.length > 0) onFiles(multiple ? chosen : chosen.slice(0, 1));
  };
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={cx(
        'flex flex-col items-center justify-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center text-sm text-muted',
        over ? 'border-accent bg-accent-soft' : 'border-control',
        className,
      )}
      data-noprint
    >
      <Button icon={<Upload />} disabled={disabled} onClick={() => input.current?.click()}>
        {action}
      </Button>
      <div>{children}</div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={action}
        onChange={(event) => {
          take(event.target.files);
          // Allows the same file again after a failure.
          event.target.value = '';
        }}
      />
    </div>
  );
}
