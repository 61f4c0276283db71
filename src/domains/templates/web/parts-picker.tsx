import { Checkbox } from '../../../web/ui/checkbox.tsx';
import type { Part } from '../contract/content.ts';
import type { Counts } from '../contract/templates.ts';
import { PART_ORDER, PART_WORDS } from './labels.ts';

const HINTS: Partial<Record<Part, string>> = {
  examples: 'Invented people and deals, tagged “example”. They set no workflow off.',
  workflows: 'Switched on. Mails still wait for approval.',
};

interface PartsPickerProps {
  legend: string;
  counts?: Counts;
  /** Those that can be chosen. */
  offered: readonly Part[];
  value: readonly Part[];
  onChange: (parts: Part[]) => void;
}

/** Which parts of a template. */
export function PartsPicker({ legend, counts, offered, value, onChange }: PartsPickerProps) {
  const shown = PART_ORDER.filter((part) => offered.includes(part));
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {shown.map((part) => (
        <Checkbox
          key={part}
          checked={value.includes(part)}
          hint={HINTS[part]}
          label={counts ? `${PART_WORDS[part]} (${counts[part]})` : PART_WORDS[part]}
          onChange={(event) =>
            onChange(shown.filter((one) => (one === part ? event.target.checked : value.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}

export const partsOf = (counts: Counts): Part[] => PART_ORDER.filter((part) => counts[part] > 0);
