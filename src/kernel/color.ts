/** Colors that people can read: contrast as WCAG 2 measures it. Colors are `#rrggbb`. */

const parts = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance (WCAG 2). */
function luminance(color: string): number {
  const [red, green, blue] = parts(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Black or white, whichever reads better on the color: one of them always has a contrast of 4.5 or more. */
export function inkOn(color: string): '#000' | '#fff' {
  return contrast(color, '#000000') > contrast(color, '#ffffff') ? '#000' : '#fff';
}

/** `share` of `to` mixed into the color. */
export function mixColors(color: string, to: string, share: number): string {
  const other = parts(to);
  return `#${parts(color)
    .map((part, n) =>
      Math.round(part + (other[n]! - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The color, moved towards black or white until text in it reads on the background (4.5). */
export function readableOn(color: string, background: string): string {
  const to = contrast(background, '#000000') > contrast(background, '#ffffff') ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mixColors(color, to, share);
    if (contrast(mixed, background) >= 4.6) return mixed;
  }
  return to;
}
