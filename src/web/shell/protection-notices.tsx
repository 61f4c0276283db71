import { lazy, Suspense, useEffect, useState } from 'react';
import { toast } from './toast.ts';

const StorageNotice = lazy(() => import('./storage-notice.tsx'));

/**
 * Shows findings of the integrity and protection script: a browser that stores nothing, and copied confidential text.
 * The script may run before this; its findings are on the html element.
 */
export function ProtectionNotices() {
  const [closed, setClosed] = useState<string[]>([]);
  useEffect(() => {
    const look = () => setClosed((document.documentElement.dataset.keepsNothing ?? '').split(' ').filter(Boolean));
    const warn = () =>
      toast({
        type: 'warning',
        title: 'What you copied is confidential',
        description: 'Paste it only where no one else can read it.',
      });
    if (document.readyState === 'complete') look();
    else window.addEventListener('load', look, { once: true });
    window.addEventListener('gauntlet:confidential-copied', warn);
    return () => {
      window.removeEventListener('load', look);
      window.removeEventListener('gauntlet:confidential-copied', warn);
    };
  }, []);
  if (closed.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <StorageNotice closed={closed} />
    </Suspense>
  );
}
