import { useId } from 'react';
import type { Appearance } from '../../../../web/shell/theme.ts';

/** Surfaces of the two themes, as theme.css has them: the picture shows a theme that is not the present one. */
const LOOKS = {
  light: { page: '#ffffff', side: '#f6f6f8', line: '#c9cbd1' },
  dark: { page: '#131417', side: '#0e0f11', line: '#4a4d55' },
} as const;

/** A page in small. For "system" half of it is light and half dark. */
export function ThemePicture({ theme }: { theme: Appearance['theme'] }) {
  const half = useId();
  return (
    <svg viewBox="0 0 160 90" className="w-full rounded-md border border-line" aria-hidden="true">
      <Page {...LOOKS[theme === 'dark' ? 'dark' : 'light']} />
      {theme === 'system' && (
        <>
          <clipPath id={half}>
            <path d="M92 0H160V90H68Z" />
          </clipPath>
          <g clipPath={`url(#${half})`}>
            <Page {...LOOKS.dark} />
          </g>
        </>
      )}
    </svg>
  );
}

function Page({ page, side, line }: (typeof LOOKS)[keyof typeof LOOKS]) {
  return (
    <>
      <rect width="160" height="90" fill={page} />
      <rect width="42" height="90" fill={side} />
      {[16, 28, 40, 52].map((y) => (
        <rect key={y} x="8" y={y} width={y === 28 ? 20 : 26} height="4" rx="2" fill={line} />
      ))}
      <rect x="54" y="14" width="44" height="6" rx="3" fill={line} />
      <rect x="128" y="12" width="22" height="9" rx="3" className="fill-accent" />
      {[34, 48, 62, 76].map((y) => (
        <rect key={y} x="54" y={y} width={y === 48 ? 74 : 96} height="4" rx="2" fill={line} />
      ))}
    </>
  );
}
