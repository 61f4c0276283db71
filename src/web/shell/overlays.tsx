/** Overlays of signed-in people that the first screen does not need. */
import { createElement, lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import type { SessionUser } from '../api/session.ts';
import { loadPalettes } from './commands.ts';
import { setOverlay, useOverlay } from './palette-state.ts';

const ShortcutList = lazy(() => import('./shortcut-list.tsx'));

/** Milliseconds after the shell until the palette's code loads; opening it earlier loads it then. */
const PALETTE_PRELOAD = 2_000;

type PaletteCode = ComponentType<{ user: SessionUser; onClose: () => void }>;

/**
 * The palette once its code has loaded; keys typed until then are kept. Not `lazy`, which would wait at least a third
 * of a second.
 */
function usePalette(wanted: boolean): PaletteCode | null {
  const [code, setCode] = useState<PaletteCode | null>(null);
  useEffect(() => {
    if (code) return undefined;
    const load = () =>
      Promise.all([import('./palette.tsx'), loadPalettes()]).then(
        ([module]) => setCode(() => module.default),
        () => {
          if (wanted) setOverlay(null);
        },
      );
    const timer = setTimeout(() => void load(), wanted ? 0 : PALETTE_PRELOAD);
    return () => clearTimeout(timer);
  }, [code, wanted]);
  return code;
}

/** Overlays above every page. */
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
