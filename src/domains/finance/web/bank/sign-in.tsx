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
        <p className="mb-2">
          Sign in to your bank on Plaid’s page. It opens in a new tab; your password is never seen here.
        </p>
        <a href={link.url} target="_blank" rel="noopener noreferrer" className={buttonClass({ variant: 'primary' })}>
          Open the sign-in <ExternalLink size={14} aria-hidden />
        </a>
      </li>
      <li>
        <p className="mb-2">When it says that you are done, come back here.</p>
        <Button loading={busy} onClick={() => onFinish(true)}>
          I have signed in
        </Button>
      </li>
    </ol>
  );
}
