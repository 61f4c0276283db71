import { useQuery } from '@tanstack/react-query';
import Archive from 'lucide-react/icons/archive';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Copy from 'lucide-react/icons/copy';
import ExternalLink from 'lucide-react/icons/external-link';
import Inbox from 'lucide-react/icons/inbox';
import MessageSquareReply from 'lucide-react/icons/message-square-reply';
import UserPlus from 'lucide-react/icons/user-plus';
import VolumeX from 'lucide-react/icons/volume-x';
import { buttonClass } from '../../../web/ui/button.tsx';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { SnoozeMenu } from '../../approvals/web/index.ts';
import { type Hit, hits, type Mark } from '../contract.ts';
import { IntentBadge } from './hit-list.tsx';
import { headOf, HIT_STATES, MARKS, moodOf, REPLY_STATES } from './labels.ts';
import { MarkedText } from './marked-text.tsx';
import type { HitActs } from './use-hit-acts.ts';

interface HitDetailProps {
  hit: Hit;
  acts: HitActs;
  snoozing: boolean;
  onSnoozing: (open: boolean) => void;
  muting: boolean;
  onMuting: (open: boolean) => void;
  onReply: () => void;
  onDecided: (act: Promise<void>) => void;
  /** Shows another post. */
  onShow: (id: string) => void;
  onClose: () => void;
}

/** One post with the words behind its scores, and what one can do with it. */
export function HitDetail(props: HitDetailProps) {
  const { hit, onClose } = props;
  const mood = moodOf(hit.sentiment);
  const marksOf = (field: Mark['field']) => hit.marks.filter((mark) => mark.field === field);
  return (
    <article data-testid="record" className="grid gap-4 p-4 sm:p-5" aria-labelledby="hit-title">
      <header className="grid gap-1.5">
        <div className="flex items-start gap-2">
          <IconButton label="Back to list" icon={<ArrowLeft />} className="lg:hidden" onClick={onClose} />
          <h2 id="hit-title" className="min-w-0 flex-1 pt-0.5 text-lg font-semibold break-words">
            {hit.title ? (
              <MarkedText text={hit.title} marks={marksOf('title')} />
            ) : (
              `Post by ${hit.author || 'an unnamed author'}`
            )}
          </h2>
        </div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          {hit.author &&
            (hit.authorUrl ? (
              <a href={hit.authorUrl} target="_blank" rel="noopener noreferrer nofollow" className="underline">
                {hit.author}
              </a>
            ) : (
              <span>{hit.author}</span>
            ))}
          <span>{hit.site || hit.sourceTitle}</span>
          <RelativeTime value={hit.postedAt} />
          <span>{hit.watchName}</span>
          {hit.state !== 'new' && <Badge tone={HIT_STATES[hit.state].tone}>{HIT_STATES[hit.state].label}</Badge>}
          {hit.replyState !== 'none' && (
            <Badge tone={REPLY_STATES[hit.replyState].tone}>{REPLY_STATES[hit.replyState].label}</Badge>
          )}
          {hit.isSample && <Badge>Sample data</Badge>}
        </p>
      </header>
      <Actions {...props} />
      {hit.text && (
        <p className="text-sm leading-6 break-words whitespace-pre-wrap">
          <MarkedText text={hit.text} marks={marksOf('text')} />
        </p>
      )}
      <Reply hit={hit} acts={props.acts} />
      <section aria-label="Scores" className="grid gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">Intent</span> <IntentBadge intent={hit.intent} />
          <span className="ml-3 font-medium">Sentiment</span>
          <Badge tone={mood?.tone ?? 'neutral'}>{mood?.label ?? 'Neutral'}</Badge>
        </p>
        {hit.reasons.length > 0 ? (
          <ul className="grid gap-0.5 text-muted">
            {hit.reasons.map(({ label, points }) => (
              <li key={label} className="flex justify-between gap-3">
                <span>{label}</span>
                <span className="tabular">{points > 0 ? `+${points}` : `−${-points}`}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">Nothing in this post shows that its author wants to buy.</p>
        )}
        <Legend marks={hit.marks} />
      </section>
      {hit.related > 0 && <Thread hit={hit} onShow={props.onShow} />}
    </article>
  );
}

/** Other posts about the same link or in the same thread. */
function Thread({ hit, onShow }: { hit: Hit; onShow: (id: string) => void }) {
  const { data } = useQuery(read(hits.list, { query: { thread: hit.id, view: 'all', limit: 20 } }));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label="Same conversation" className="grid gap-1.5">
      <h3 className="text-sm font-semibold">Same conversation</h3>
      <ul className="divide-y divide-line border-y border-line">
        {data.items.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              onClick={() => onShow(other.id)}
              className="flex w-full items-center gap-2 rounded-sm py-1.5 text-left text-sm hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{headOf(other)}</span>
                <span className="block truncate text-xs text-muted">
                  {[other.author, HIT_STATES[other.state].label].filter(Boolean).join(' · ')}
                </span>
              </span>
              <IntentBadge intent={other.intent} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Legend({ marks }: { marks: readonly Mark[] }) {
  const kinds = [...new Set(marks.map(({ kind }) => kind))];
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
      {kinds.map((kind) => (
        <span key={kind} className={`rounded-sm px-1 ${MARKS[kind].className}`}>
          {MARKS[kind].label}
        </span>
      ))}
    </p>
  );
}

function Actions({ hit, acts, snoozing, onSnoozing, muting, onMuting, onReply, onDecided }: HitDetailProps) {
  const isOpen = hit.state === 'new' || hit.state === 'snoozed';
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label="Decide">
      {hit.leadId ? (
        <Link to={`/leads/${hit.leadId}`} className={buttonClass({ variant: 'primary' })}>
          Open lead
        </Link>
      ) : (
        <Button
          variant="primary"
          icon={<UserPlus />}
          aria-keyshortcuts="l"
          onClick={() => onDecided(acts.makeLead(hit))}
        >
          Create lead
        </Button>
      )}
      {hit.replyState !== 'waiting' && (
        <Button icon={<MessageSquareReply />} aria-keyshortcuts="r" onClick={onReply}>
          Draft reply
        </Button>
      )}
      {isOpen && (
        <>
          <SnoozeMenu
            expiresAt={null}
            open={snoozing}
            onOpenChange={onSnoozing}
            onSnooze={(until) => onDecided(acts.snooze(hit, until))}
          />
          <Menu
            label="Mute"
            open={muting}
            onOpenChange={onMuting}
            trigger={
              <Button icon={<VolumeX />} aria-keyshortcuts="m" disabled={!hit.author && !hit.site}>
                Mute
              </Button>
            }
          >
            {hit.author && <MenuItem onSelect={() => onDecided(acts.mute(hit, 'author'))}>Mute {hit.author}</MenuItem>}
            {hit.site && <MenuItem onSelect={() => onDecided(acts.mute(hit, 'site'))}>Mute {hit.site}</MenuItem>}
          </Menu>
          <Button icon={<Archive />} aria-keyshortcuts="e" onClick={() => onDecided(acts.archive(hit))}>
            Archive
          </Button>
        </>
      )}
      {!isOpen && (
        <Button icon={<Inbox />} onClick={() => onDecided(acts.restore([hit.id]))}>
          Move to inbox
        </Button>
      )}
      {hit.url && (
        <a
          href={hit.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label={`Open post: ${headOf(hit)}`}
          aria-keyshortcuts="o"
          className={buttonClass({ variant: 'ghost' })}
        >
          <ExternalLink size={16} aria-hidden="true" />
          Open post
        </a>
      )}
    </div>
  );
}

/** The reply in its state. Approved, it is copied and posted by the person. */
function Reply({ hit, acts }: { hit: Hit; acts: HitActs }) {
  if (hit.replyState === 'none') return null;
  const copy = async () => {
    await navigator.clipboard.writeText(hit.reply);
    toast({ type: 'success', title: 'Reply copied' });
  };
  return (
    <section aria-label="Reply" className="grid gap-2 rounded-md border border-line px-3 py-2.5 text-sm">
      <h3 className="font-medium">{REPLY_STATES[hit.replyState].label}</h3>
      <p className="break-words whitespace-pre-wrap">{hit.reply}</p>
      {hit.replyState === 'waiting' && (
        <p className="text-muted">
          Decide in{' '}
          <Link
            to="/lead-approval"
            search={{ tab: 'outgoing' }}
            className="text-accent-ink underline underline-offset-2"
          >
            Approvals
          </Link>
          . Once it is approved, you can copy and post it.
        </p>
      )}
      {hit.replyState === 'approved' && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<Copy />} onClick={() => void copy()}>
            Copy reply
          </Button>
          <Button size="sm" onClick={() => void acts.markPosted(hit)}>
            Mark as posted
          </Button>
        </div>
      )}
    </section>
  );
}
