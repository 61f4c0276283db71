import { useState } from 'react';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { Part } from '../contract/content.ts';
import { PART_ORDER, PART_WORDS } from './labels.ts';

type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger';

export interface ListedThing {
  part: Part;
  key: string;
  label: string;
  detail?: string;
  state: { text: string; tone: Tone };
  note: string;
}

const FEW = 5;

/** Things of a template part by part, each with what becomes or became of it; what wants a look comes first. */
export function PlanList({ items }: { items: readonly ListedThing[] }) {
  const parts = PART_ORDER.filter((part) => items.some((item) => item.part === part));
  return (
    <div className="grid gap-4">
      {parts.map((part) => (
        <PartList key={part} part={part} items={items.filter((item) => item.part === part)} />
      ))}
    </div>
  );
}

const weight = ({ state, note }: ListedThing) =>
  state.tone === 'warning' || state.tone === 'danger' ? 0 : note ? 1 : 2;

function PartList({ part, items }: { part: Part; items: readonly ListedThing[] }) {
  const [all, setAll] = useState(false);
  const sorted = items.toSorted((one, other) => weight(one) - weight(other));
  const shown = all ? sorted : sorted.slice(0, Math.max(FEW, sorted.filter((item) => weight(item) < 2).length));
  return (
    <section>
      <h3 className="mb-1 flex items-baseline gap-2 text-sm font-semibold">
        {PART_WORDS[part]}
        <span className="tabular text-xs font-normal text-muted">{items.length}</span>
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {shown.map(({ key, label, detail, state, note }) => (
          <li key={key} data-testid="row" className="flex items-start gap-3 px-3 py-1.5 text-sm">
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{label}</p>
              {(note || detail) && <p className="text-xs break-words text-muted">{note || detail}</p>}
            </div>
            <Badge tone={state.tone} className="mt-0.5 shrink-0">
              {state.text}
            </Badge>
          </li>
        ))}
      </ul>
      {shown.length < sorted.length && (
        <Button variant="link" className="mt-1" onClick={() => setAll(true)}>
          Show all {items.length}
        </Button>
      )}
    </section>
  );
}
