import ExternalLink from 'lucide-react/icons/external-link';
import { useEffect } from 'react';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import type { LinkStart } from '../../contract/bank.ts';

/** The bank's own dialog stands in another tab; coming back from it, this one looks whether it is done. */
export function SignIn({
  link,
  busy,
  onFinish,
}: {
  link: Extract<LinkStart, { kind: 'plaid' }>;
  busy: boolean;
  onFinish: (isAsked: boolean) => void;
}) {
  useEffect(() => {
    const back = () => onFinish(false);
    window.addEventListener('focus', back);
    return () => window.removeEventListener('focus', back);
  }, [onFinish]);
  return (
    <ol className="grid gap-4 text-sm">
      <li>
        <p className="mb-2">Sign in to your bank with Plaid. It opens in a new tab. We never see your password.</p>
        <a href={link.url} target="_blank" rel="noopener noreferrer" className={buttonClass({ variant: 'primary' })}>
          Open sign-in <ExternalLink size={14} aria-hidden />
        </a>
      </li>
      <li>
        <p className="mb-2">When you’re done, come back here.</p>
        <Button loading={busy} onClick={() => onFinish(true)}>
          I’ve signed in
        </Button>
      </li>
    </ol>
  );
}
