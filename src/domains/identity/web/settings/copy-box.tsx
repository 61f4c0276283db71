import { CopyButton } from './copy-button.tsx';

/** A text to take along, with a button that copies it; the text itself can be selected whole. */
export function CopyBox({ text, what, onCopied }: { text: string; what: string; onCopied?: () => void }) {
  return (
    <div
      role="group"
      aria-label={what}
      data-confidential
      className="flex items-start gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3"
    >
      <pre className="min-w-0 flex-1 self-center font-mono text-xs break-all whitespace-pre-wrap select-all">
        {text}
      </pre>
      <CopyButton text={text} what={what} onCopied={onCopied} />
    </div>
  );
}
