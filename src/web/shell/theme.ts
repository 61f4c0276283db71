/** Appearance: theme, accent, movement, density. Kept in this browser and put on the html element as classes. */
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

/** Whatever is stored, made whole: unknown values give way to the defaults. */
export function parseAppearance(stored: unknown): Appearance {
  const { theme, accent_color, show_animations, dense_mode } = (stored ?? {}) as Partial<Appearance>;
  return {
    theme: THEMES.find((known) => known === theme) ?? DEFAULT_APPEARANCE.theme,
    accent_color: ACCENTS.find((known) => known === accent_color) ?? DEFAULT_APPEARANCE.accent_color,
    show_animations: show_animations !== false,
    dense_mode: dense_mode === true,
  };
}

/** Classes of the html element. The script in index.html says the same before the first paint. */
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

/** Changes some of the appearance, here and in all other tabs, at once. The server keeps it by `changeAppearance()`. */
export function setAppearance(change: Partial<Appearance>): void {
  store.set({ ...store.get(), ...change });
}

export function appearance(): Appearance {
  return store.get();
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The browser's own bars take the page's colour, also where it differs from the system's. */
function paintBrowser(): void {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim();
  if (!colour) return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = colour;
}

/** Keeps the html element up to date with the settings and with the system's preference. Called once at start. */
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
