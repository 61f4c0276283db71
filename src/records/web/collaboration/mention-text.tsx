import { splitMentions, type Person } from '../../engine/mentions.ts';

/** What somebody wrote, with the names of colleagues marked. */
export function MentionText({
  text,
  mentions,
  className,
}: {
  text: string;
  mentions: readonly Person[];
  className?: string;
}) {
  return (
    <p className={className}>
      {splitMentions(text, mentions).map((piece, nth) =>
        piece.person ? (
          <span key={nth} className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent-ink">
            {piece.text}
          </span>
        ) : (
          <span key={nth}>{piece.text}</span>
        ),
      )}
    </p>
  );
}
