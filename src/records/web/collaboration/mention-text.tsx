import { splitMentions, type Person } from '../../engine/mentions.ts';
import { MENTION_CLASS } from '../../../web/rich-text/styles.ts';

interface MentionTextProps {
  text: string;
  mentions: readonly Person[];
}

/** Plain text with the names of teammates marked. */
export function MentionPieces({ text, mentions }: MentionTextProps) {
  return splitMentions(text, mentions).map((piece, nth) => (
    <span key={nth} className={piece.person ? MENTION_CLASS : undefined}>
      {piece.text}
    </span>
  ));
}

/** A plain-text note or comment. */
export function MentionText({ className, ...of }: MentionTextProps & { className?: string }) {
  return (
    <p className={className}>
      <MentionPieces {...of} />
    </p>
  );
}
