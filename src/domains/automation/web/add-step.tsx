import Plus from 'lucide-react/icons/plus';
import { Button } from '../../../web/ui/button.tsx';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import type { StepKind } from '../contract/definition.ts';
import type { Place } from '../engine/edit.ts';
import { STEP_LABELS } from './step-labels.ts';
import { placeKey } from './step-keys.ts';

interface AddStepProps {
  label: string;
  /** Where it would stand: keys find the button by it. */
  place: Place;
  onAdd: (kind: StepKind) => void;
  compact?: boolean;
}

/** Adds a step of a chosen kind. */
export function AddStep({ label, place, onAdd, compact = false }: AddStepProps) {
  const key = placeKey(place);
  return (
    <Menu
      label={label}
      className="max-h-96 overflow-y-auto"
      trigger={
        compact ? (
          <button
            type="button"
            data-place={key}
            aria-label={label}
            className="nodrag nopan inline-flex size-6 items-center justify-center rounded-full border border-control bg-canvas text-muted hover:bg-hover hover:text-ink"
          >
            <Plus size={14} aria-hidden="true" />
          </button>
        ) : (
          <Button size="sm" variant="ghost" data-place={key} icon={<Plus />}>
            {label}
          </Button>
        )
      }
    >
      {(Object.keys(STEP_LABELS) as StepKind[]).map((kind) => {
        const { text, icon: Icon } = STEP_LABELS[kind];
        return (
          <MenuItem key={kind} icon={<Icon />} onSelect={() => onAdd(kind)}>
            {text}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
