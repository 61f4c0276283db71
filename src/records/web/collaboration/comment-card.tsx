import Check from 'lucide-react/icons/check';
import Eye from 'lucide-react/icons/eye';
import Heart from 'lucide-react/icons/heart';
import Laugh from 'lucide-react/icons/laugh';
import PartyPopper from 'lucide-react/icons/party-popper';
import Pencil from 'lucide-react/icons/pencil';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import SmilePlus from 'lucide-react/icons/smile-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { RichText } from '../../../kernel/rich-text-types.ts';
import { messageFor } from '../../../web/api/error.ts';
import type { SessionUser } from '../../../web/api/session.ts';
import { dropDraft } from '../../../web/form/draft.ts';
import { toast } from '../../../web/shell/toast.ts';
import { cx } from '../../../web/ui/cx.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Popover } from '../../../web/ui/popover.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type Comment, LONGEST_COMMENT, REACTIONS, type Reaction } from '../../contract/collaboration.ts';
import { staleDetails } from '../changes.ts';
import { asDrafted, TheirsBanner } from '../note-draft.tsx';
import { NoteEditor, type Written } from '../note-editor.tsx';
import { NoteText } from './note-text.tsx';
import type { CommentActs } from './use-comments.ts';

/** Shows a toast if the action fails. */
export const sayFailed = (act: Promise<unknown>, title: string): Promise<unknown> =>
  act.catch((error: unknown) => toast({ type: 'error', title, description: messageFor(error, 'Try again.') }));

interface CommentCardProps {
  comment: Comment;
  acts: CommentActs;
  user: SessionUser | null | undefined;
}

/** One comment: who said what and when, reactions, and what its writer can do with it. */
export function CommentCard({ comment, acts, user }: CommentCardProps) {
  /** The comment as it was when editing began: what the save is based on. */
  const [editing, setEditing] = useState<Comment>();
  /** The version saved in another window. */
  const [theirs, setTheirs] = useState<Comment>();
  const draftName = `comment-edit:${comment.id}`;
  const done = () => {
    setEditing(undefined);
    setTheirs(undefined);
  };
  const saveChecklist = async (body: RichText, version: number) => {
    const saving = acts.change({ id: comment.id, version }, { body });
    void sayFailed(saving, 'Couldn’t save the checklist');
    return saving;
  };
  const save = async (base: Comment, written: Written) => {
    try {
      await acts.change(base, written);
    } catch (error) {
      const stale = staleDetails<Comment>(error);
      if (stale) setTheirs(stale.current);
      throw error;
    }
  };
  if (comment.deleted) return <p className="text-muted italic">This comment was deleted.</p>;
  const own = comment.author !== null && comment.author.id === user?.id;
  const react = (reaction: string, on: boolean) =>
    void sayFailed(acts.react(comment, reaction as Reaction, on), 'Couldn’t save the reaction');
  const mine = new Set(
    comment.reactions.filter(({ people }) => people.some(({ id }) => id === user?.id)).map(({ reaction }) => reaction),
  );
  return (
    <article aria-label={`Comment by ${comment.author?.name ?? 'a former member'}`}>
      <div className="mb-1 flex min-h-control-sm items-center gap-2">
        <p className="min-w-0 flex-1 text-xs text-muted">
          <span className="font-medium text-ink">{comment.author?.name ?? 'Former member'}</span>{' '}
          <RelativeTime value={comment.createdAt} />
          {comment.editedAt && ', edited'}
        </p>
        {!editing && (
          <span className="flex" data-noprint>
            <ReactionPicker mine={mine} onPick={(reaction) => react(reaction, !mine.has(reaction))} />
            {own && (
              <IconButton
                size="sm"
                label="Edit comment"
                icon={<Pencil />}
                onClick={() => setEditing(asDrafted(comment, draftName))}
              />
            )}
            {(own || user?.role === 'admin') && (
              <IconButton
                size="sm"
                label="Delete comment"
                icon={<Trash2 />}
                onClick={() => void sayFailed(acts.remove(comment), 'Couldn’t delete the comment')}
              />
            )}
          </span>
        )}
      </div>
      {editing && theirs && (
        <TheirsBanner
          title="You edited this comment in another window."
          said={theirs}
          onTake={() => {
            dropDraft(draftName);
            done();
          }}
        />
      )}
      {editing ? (
        <NoteEditor
          label="Comment"
          draftName={draftName}
          version={editing.version}
          longest={LONGEST_COMMENT}
          initial={editing}
          action="Save"
          autoFocus
          onSave={(written) => save(theirs ?? editing, written)}
          onCancel={done}
        />
      ) : (
        <NoteText said={comment} {...(own && { onChange: saveChecklist })} />
      )}
      {comment.reactions.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5" aria-label="Reactions">
          {comment.reactions.map(({ reaction, people }) => (
            <li key={reaction}>
              <button
                type="button"
                aria-pressed={mine.has(reaction)}
                data-tooltip={people.map(({ name }) => name).join(', ')}
                onClick={() => react(reaction, !mine.has(reaction))}
                className={cx(
                  'tabular inline-flex h-6 items-center gap-1 rounded-full border px-2 text-xs pointer-coarse:h-11',
                  mine.has(reaction) ? 'border-accent bg-accent-soft text-accent-ink' : 'border-control hover:bg-hover',
                )}
              >
                <ReactionIcon reaction={reaction} size={13} />
                <span className="sr-only">{NAMES[reaction as Reaction] ?? reaction}: </span>
                {people.length}
                <span className="sr-only">, {people.map(({ name }) => name).join(', ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

const NAMES: Record<Reaction, string> = {
  like: 'Agree',
  love: 'Love it',
  celebrate: 'Celebrate',
  laugh: 'Funny',
  look: 'Looking into it',
  done: 'Done',
};
/** Drawn rather than written: not every machine has the same signs, or any. */
const ICONS: Record<Reaction, LucideIcon> = {
  like: ThumbsUp,
  love: Heart,
  celebrate: PartyPopper,
  laugh: Laugh,
  look: Eye,
  done: Check,
};

function ReactionIcon({ reaction, size }: { reaction: string; size: number }) {
  const Icon = ICONS[reaction as Reaction] ?? ThumbsUp;
  return <Icon size={size} aria-hidden="true" />;
}

function ReactionPicker({ mine, onPick }: { mine: ReadonlySet<string>; onPick: (reaction: Reaction) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Reactions"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" label="React" icon={<SmilePlus />} />}
    >
      <div className="flex p-1">
        {REACTIONS.map((reaction) => (
          <button
            key={reaction}
            type="button"
            aria-label={NAMES[reaction]}
            data-tooltip={NAMES[reaction]}
            aria-pressed={mine.has(reaction)}
            onClick={() => {
              setOpen(false);
              onPick(reaction);
            }}
            className="inline-flex size-9 items-center justify-center rounded-md text-base hover:bg-hover aria-pressed:bg-accent-soft pointer-coarse:size-11"
          >
            <ReactionIcon reaction={reaction} size={18} />
          </button>
        ))}
      </div>
    </Popover>
  );
}
