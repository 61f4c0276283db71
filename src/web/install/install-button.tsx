import { lazy, Suspense, useState } from 'react';
import MonitorDown from 'lucide-react/icons/monitor-down';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { install, useInstallOffer } from './install-offer.ts';

const InstallSteps = lazy(() => import('./install-steps.tsx'));

/** Offers to install the product as an app; hidden where that is impossible or done. */
export function InstallButton({ compact = false }: { /** Only the icon. */ compact?: boolean }) {
  const offer = useInstallOffer();
  const [showSteps, setShowSteps] = useState(false);
  if (offer === 'none') return null;
  const act = () => (offer === 'prompt' ? void install() : setShowSteps(true));
  return (
    <>
      {compact ? (
        <IconButton label="Install app" icon={<MonitorDown />} onClick={act} />
      ) : (
        <Button icon={<MonitorDown />} onClick={act}>
          Install app
        </Button>
      )}
      {showSteps && (
        <Suspense fallback={null}>
          <InstallSteps onClose={() => setShowSteps(false)} />
        </Suspense>
      )}
    </>
  );
}
