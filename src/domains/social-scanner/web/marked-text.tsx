import type { Mark } from '../contract.ts';
import { cx } from '../../../web/ui/cx.ts';
import { MARKS } from './labels.ts';

/** A post's text with the words that led to its match and its scores. */
export function MarkedText({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const edges = [...new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])])]
    .filter((at) => at >= 0 && at <= text.length)
    .toSorted((a, b) => a - b);
  return (
    <>
      {edges.slice(0, -1).map((start, i) => {
        const end = edges[i + 1]!;
        const part = text.slice(start, end);
        const kinds = [
          ...new Set(marks.filter((mark) => mark.start < end && mark.end > start).map(({ kind }) => kind)),
        ];
        if (kinds.length === 0) return <span key={start}>{part}</span>;
        return (
          <mark
            key={start}
            title={kinds.map((kind) => MARKS[kind].label).join(' · ')}
            className={cx(
              'rounded-sm',
              kinds.every((kind) => kind === 'query') && 'bg-transparent text-inherit',
              ...kinds.map((kind) => MARKS[kind].className),
            )}
          >
            {part}
          </mark>
        );
      })}
    </>
  );
}
