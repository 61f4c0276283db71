import { useState } from 'react';
import X from 'lucide-react/icons/x';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const WORDS: Record<string, string> = {
  cookies: 'Cookies are turned off for this site, so you can’t stay signed in.',
  settings:
    'This browser does not store data for this site. Your theme, sounds, and drafts are lost when you close the page.',
};

/** Explains which features don't work when the browser blocks storage for this site. */
export default function StorageNotice({ closed }: { closed: readonly string[] }) {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  return (
    <Banner
      tone="warning"
      className="rounded-none"
      action={<IconButton label="Close" size="sm" icon={<X />} onClick={() => setShown(false)} />}
    >
      {closed.map((what) => WORDS[what]).join(' ')}
    </Banner>
  );
}
