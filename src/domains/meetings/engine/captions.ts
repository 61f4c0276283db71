/** A transcript as WebVTT, for players that show captions. */
interface Said {
  name: string;
  startMs: number | null;
  endMs: number | null;
  text: string;
}

/** A passage whose end is not known is shown until the next one, or so long. */
const LAST_MS = 5_000;

const two = (value: number) => String(value).padStart(2, '0');
const time = (ms: number) =>
  `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Passages without a time are left out. */
export function captionsOf(said: readonly Said[]): string {
  const cues = said.flatMap(({ name, startMs, endMs, text }, index) => {
    if (startMs === null) return [];
    const end = endMs ?? said[index + 1]?.startMs ?? startMs + LAST_MS;
    return [
      `${time(startMs)} --> ${time(Math.max(end, startMs + 1))}\n${name ? `${escaped(name)}: ` : ''}${escaped(text)}`,
    ];
  });
  return `${['WEBVTT', ...cues].join('\n\n')}\n`;
}
