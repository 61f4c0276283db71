import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { CopyButton } from './copy-button.tsx';
import { recoveryFile } from './two-factor-secret.ts';
import './print.css';

/** The codes with three ways to keep them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [printing, setPrinting] = useState(false);
  const text = recoveryFile(codes, location.host, useSessionUser()?.email ?? 'your account');

  const save = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'gauntlet-recovery-codes.txt';
    link.click();
    // The click only starts the download; the browser still reads from the address afterwards.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    onKept();
  };
  const print = () => {
    flushSync(() => setPrinting(true));
    window.print();
    setPrinting(false);
    onKept();
  };
  return (
    <>
      <ul
        data-confidential
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken px-4 py-3 font-mono text-sm"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} what="Recovery codes" onCopied={onKept} />
        <Button size="sm" icon={<Download />} onClick={save}>
          Download
        </Button>
        <Button size="sm" icon={<Printer />} onClick={print}>
          Print
        </Button>
      </div>
      {printing && createPortal(<pre className="print-alone">{text}</pre>, document.body)}
    </>
  );
}
