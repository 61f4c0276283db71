import { useState } from 'react';
import { Button } from '../../web/ui/button.tsx';
import { Dialog } from '../../web/ui/dialog.tsx';
import { RelativeTime } from '../../web/ui/time.tsx';
import { AgentName } from './agent-name.tsx';
import type { FieldWords } from './field-labels.ts';
import type { OthersChange } from './changes.ts';
import { type ConflictQuestion, useConflictQuestion } from './conflict-question.ts';

/** Draws the question of `askAboutConflict()`; mount it once on the record's page. */
export function ConflictHost({ words }: { words: FieldWords }) {
  const question = useConflictQuestion();
  return question && <StaleDialog key={question.stale.current.version} {...question} words={words} />;
}

/** Someone changed the same fields while they were being edited: shows both values of each and lets one choose. */
function StaleDialog({
  stale,
  mine,
  valueOf,
  answer,
  words,
}: ConflictQuestion & { answer: (theirs: string[] | null) => void; words: FieldWords }) {
  const disputed = stale.changed.filter(({ field }) => mine.includes(field));
  const others = stale.changed.filter(({ field }) => !mine.includes(field));
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (field: string, whose: 'mine' | 'theirs') =>
    setTheirs((now) => {
      const next = new Set(now);
      if (whose === 'theirs') next.add(field);
      else next.delete(field);
      return next;
    });
  return (
    <Dialog
      open
      onOpenChange={() => answer(null)}
      title="Someone else changed this in the meantime"
      description="Your changes are not saved yet. Choose which values to keep."
      footer={
        <>
          <Button onClick={() => answer(disputed.map(({ field }) => field))}>Use theirs</Button>
          <Button variant="primary" onClick={() => answer([...theirs])}>
            {theirs.size === 0 ? 'Keep mine' : 'Save choice'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {disputed.map((changed) => (
          <fieldset key={changed.field} className="min-w-0">
            <legend className="text-sm font-medium first-letter:uppercase">{words.labelOf(changed.field)}</legend>
            <Author change={changed} />
            <div className="mt-1.5 grid gap-1.5 sm:grid-cols-2">
              <Side
                name={changed.field}
                title="Mine"
                text={words.textOf(changed.field, valueOf(changed.field))}
                checked={!theirs.has(changed.field)}
                onChoose={() => choose(changed.field, 'mine')}
              />
              <Side
                name={changed.field}
                title="Theirs"
                text={words.textOf(changed.field, changed.to)}
                checked={theirs.has(changed.field)}
                onChoose={() => choose(changed.field, 'theirs')}
              />
            </div>
          </fieldset>
        ))}
        {others.length > 0 && (
          <section aria-label="Also changed">
            <h3 className="text-sm font-medium">Also changed and kept</h3>
            <ul className="mt-1 grid gap-1 text-sm text-muted">
              {others.map((changed) => (
                <li key={changed.field}>
                  <span className="first-letter:uppercase">{words.labelOf(changed.field)}</span>:{' '}
                  {words.textOf(changed.field, changed.from) || 'blank'} →{' '}
                  {words.textOf(changed.field, changed.to) || 'blank'}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function Author({ change }: { change: OthersChange }) {
  return (
    <p className="text-xs text-muted">
      Changed by {change.by?.name ?? (change.through ? <AgentName agent={change.through} /> : 'someone')}
      {change.at && (
        <>
          {' '}
          <RelativeTime value={change.at} />
        </>
      )}
    </p>
  );
}

function Side({
  name,
  title,
  text,
  checked,
  onChoose,
}: {
  name: string;
  title: string;
  text: string;
  checked: boolean;
  onChoose: () => void;
}) {
  return (
    <label
      aria-label={`${title}: ${text || 'Blank'}`}
      className="flex cursor-pointer items-start gap-2 rounded-md border border-line p-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft"
    >
      <input
        type="radio"
        name={`stale-${name}`}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="block text-xs text-muted">{title}</span>
        <span className="block break-words whitespace-pre-wrap">{text || 'Blank'}</span>
      </span>
    </label>
  );
}
