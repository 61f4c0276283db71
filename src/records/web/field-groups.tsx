/** Fields of a record in titled groups. */
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../web/ui/button.tsx';
import { cx } from '../../web/ui/cx.ts';
import { RelativeTime } from '../../web/ui/time.tsx';
import type { Agent, MadeThrough } from '../contract/field-values.ts';
import { AgentName } from './agent-name.tsx';
import { useOwners } from './choices.ts';

interface GroupProps {
  title: string;
  below?: ReactNode;
  /** False: its blank fields stay in sight. */
  folds?: boolean;
  children: ReactNode;
}

/** A titled group of fields. Blank ones come out when they are wanted; those that are being filled in stay. */
export function Group({ title, below, folds = true, children }: GroupProps) {
  const fields = useRef<HTMLDListElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  const [blank, setBlank] = useState(0);
  // Fields know themselves whether they are blank; they are counted where they are drawn.
  useLayoutEffect(() => {
    const list = fields.current;
    if (!list) return undefined;
    const count = () => setBlank(list.querySelectorAll('[data-blank]').length);
    count();
    const observer = new MutationObserver(count);
    observer.observe(list, { attributes: true, attributeFilter: ['data-blank'], childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const folded = folds && !unfolded && blank > 0;
  return (
    <section>
      <h2 className="mb-1 text-xs font-semibold text-ink">{title}</h2>
      <dl ref={fields} className={cx(folded && '[&_[data-blank]]:hidden')}>
        {children}
      </dl>
      {folded && <ShowEmpty count={blank} onShow={() => setUnfolded(true)} />}
      {below}
    </section>
  );
}

function ShowEmpty({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Button variant="ghost" size="sm" icon={<Plus />} className="-ml-2" onClick={onShow} data-noprint>
      {`Show ${count} empty ${count === 1 ? 'field' : 'fields'}`}
    </Button>
  );
}

interface FoldedGroupProps<Key extends string> {
  title: string;
  keys: readonly Key[];
  isBlank: (key: Key) => boolean;
  renderField: (key: Key) => ReactNode;
}

/** A group of which most fields are usually blank: those come out when they are wanted. */
export function FoldedGroup<Key extends string>({ title, keys, isBlank, renderField }: FoldedGroupProps<Key>) {
  const [unfolded, setUnfolded] = useState(false);
  // A field stays while it is being filled in or emptied: what shows is settled when the group is opened, not with each
  // save.
  const [seen, setSeen] = useState<ReadonlySet<Key>>(new Set());
  const filled = keys.filter((key) => !isBlank(key));
  if (filled.some((key) => !seen.has(key))) setSeen(new Set([...seen, ...filled]));
  const shown = unfolded ? keys : keys.filter((key) => seen.has(key));
  const hidden = keys.length - shown.length;
  return (
    <Group
      title={title}
      folds={false}
      below={hidden > 0 && <ShowEmpty count={hidden} onShow={() => setUnfolded(true)} />}
    >
      {shown.map(renderField)}
    </Group>
  );
}

/** When the record was made and last changed, and by whom. */
export function Origin({
  record,
}: {
  record: MadeThrough & {
    createdAt: string;
    createdBy: string | null;
    updatedAt: string;
    updatedBy: string | null;
    importId?: string | null;
  };
}) {
  const { nameOf } = useOwners();
  const by = (id: string | null, agent: Agent | undefined) =>
    id ? (
      <> by {nameOf(id)}</>
    ) : agent ? (
      <>
        {' '}
        by <AgentName agent={agent} />
      </>
    ) : null;
  return (
    <p className="border-t border-line pt-3 text-xs text-muted">
      Created <RelativeTime value={record.createdAt} />
      {by(record.createdBy, record.createdThrough)}
      {record.importId && ' by import'}
      <br />
      Updated <RelativeTime value={record.updatedAt} />
      {by(record.updatedBy, record.updatedThrough)}
    </p>
  );
}
