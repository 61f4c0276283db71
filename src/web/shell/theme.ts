/** Appearance: theme, accent, motion, density. Stored in this browser and set as classes of the html element. */
import { useSyncExternalStore } from 'react';
import { createLocalStore } from './local-store.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export const ACCENTS = ['blue', 'purple', 'green', 'red', 'orange'] as const;

/** Field names are those of `GET /api/settings/appearance`. */
export interface Appearance {
  theme: (typeof THEMES)[number];
  accent_color: (typeof ACCENTS)[number];
  show_animations: boolean;
  dense_mode: boolean;
}

export const DEFAULT_APPEARANCE: Appearance = {
  theme: 'system',
  accent_color: 'blue',
  show_animations: true,
  dense_mode: false,
};

/** Completes the stored value: unknown values become defaults. */
export function parseAppearance(stored: unknown): Appearance {
  const { theme, accent_color, show_animations, dense_mode } = (stored ?? {}) as Partial<Appearance>;
  return {
    theme: THEMES.find((known) => known === theme) ?? DEFAULT_APPEARANCE.theme,
    accent_color: ACCENTS.find((known) => known === accent_color) ?? DEFAULT_APPEARANCE.accent_color,
    show_animations: show_animations !== false,
    dense_mode: dense_mode === true,
  };
}

/** Classes of the html element. The script in index.html sets the same before the first paint. */
export function appearanceClasses(appearance: Appearance, systemIsDark: boolean): string[] {
  const dark = appearance.theme === 'system' ? systemIsDark : appearance.theme === 'dark';
  return [
    dark ? 'dark' : 'light',
    `accent-${appearance.accent_color}`,
    ...(appearance.show_animations ? [] : ['no-animations']),
    ...(appearance.dense_mode ? ['dense-mode'] : []),
  ];
}

const OURS = ['light', 'dark', ...ACCENTS.map((accent) => `accent-${accent}`), 'no-animations', 'dense-mode'];
const store = createLocalStore('appearance', parseAppearance);

/** Changes part of the appearance at once, here and in all tabs. `changeAppearance()` saves it on the server. */
export function setAppearance(change: Partial<Appearance>): void {
  store.set({ ...store.get(), ...change });
}

export function appearance(): Appearance {
  return store.get();
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The browser's own bars take the page's color, even where it differs from the system's. */
function paintBrowser(): void {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim();
  if (!colour) return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = colour;
}

/** Keeps the html element in sync with the settings and the system's preference. Called once at start. */
export function startAppearance(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const classes = appearanceClasses(store.get(), system.matches);
    const { classList, style } = document.documentElement;
    classList.remove(...OURS.filter((name) => !classes.includes(name)));
    classList.add(...classes);
    style.colorScheme = classes.includes('dark') ? 'dark' : 'light';
    paintBrowser();
  };
  system.addEventListener('change', apply);
  store.subscribe(apply);
  apply();
}
