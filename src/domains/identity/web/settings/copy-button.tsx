import { useEffect, useRef, useState } from 'react';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { announce } from '../../../../web/shell/announcer.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';

/** How long the button says that it has copied; milliseconds. */
const SAID_FOR = 2_000;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** Name of the copied value for screen readers: "API key". */
  what: string;
  onCopied?: () => void;
}

/** Puts a text on the clipboard and says so in its own place. */
export function CopyButton({ text, label = 'Copy', what, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Over plain HTTP, or by a rule of the browser, pages may not write there.
      toast({ type: 'warning', title: 'Couldn’t copy', description: 'Select the text and copy it manually.' });
      return;
    }
    announce(`${what} copied`);
    onCopied?.();
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SAID_FOR);
  };
  return (
    <Button size="sm" aria-label={`${label}: ${what}`} icon={copied ? <Check /> : <Copy />} onClick={() => void copy()}>
      {copied ? 'Copied' : label}
    </Button>
  );
}
