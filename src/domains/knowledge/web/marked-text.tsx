/** A passage with what was found in it highlighted. Plain text: nothing of a document is run or loaded. */
export function MarkedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const parts: { text: string; isMarked: boolean; at: number }[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    if (start < at || end > text.length) continue;
    if (start > at) parts.push({ text: text.slice(at, start), isMarked: false, at });
    parts.push({ text: text.slice(start, end), isMarked: true, at: start });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false, at });
  return (
    <>
      {parts.map((part) =>
        part.isMarked ? (
          <mark key={part.at} className="rounded-sm bg-warning-soft text-ink">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
