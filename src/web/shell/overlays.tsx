/** What a person with an account has around every page and the first screen does not need. */
import { createElement, lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import type { SessionUser } from '../api/session.ts';
import { setOverlay, useOverlay } from './palette-state.ts';

const ShortcutList = lazy(() => import('./shortcut-list.tsx'));

/** How long after the shell the palette's code is fetched; who opens it sooner fetches it then; milliseconds. */
const PALETTE_PRELOAD = 2_000;

type PaletteCode = ComponentType<{ user: SessionUser; onClose: () => void }>;

/**
 * The palette once its code is there; until then keys that are meant for it are kept. Not `lazy`: nothing would come
 * for a third of a second at least.
 */
function usePalette(wanted: boolean): PaletteCode | null {
  const [code, setCode] = useState<PaletteCode | null>(null);
  useEffect(() => {
    if (code) return undefined;
    const load = () =>
      import('./palette.tsx').then(
        (module) => setCode(() => module.default),
        () => {
          if (wanted) setOverlay(null);
        },
      );
    const timer = setTimeout(() => void load(), wanted ? 0 : PALETTE_PRELOAD);
    return () => clearTimeout(timer);
  }, [code, wanted]);
  return code;
}

/** What lies over every page when it is called for. */
export function Overlays({ user }: { user: SessionUser }) {
  const overlay = useOverlay();
  const Palette = usePalette(overlay === 'palette');
  const close = () => setOverlay(null);
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && Palette && createElement(Palette, { user, onClose: close })}
      {overlay === 'shortcuts' && <ShortcutList onClose={close} />}
    </Suspense>
  );
}
