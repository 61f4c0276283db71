import Filter from 'lucide-react/icons/list-filter';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import type { ReactElement } from 'react';
import { useMemo, useState } from 'react';
import {
  allConditions,
  type Condition,
  type FilterField,
  type Filter as FilterValue,
  isGroup,
  MAX_CONDITIONS,
  NO_FILTER,
} from '../../../kernel/filter-terms.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { OptionSource } from '../../ui/use-options.ts';
import { ConditionForm } from './condition-form.tsx';
import { addCondition, addGroup, type Place, removeCondition, replaceCondition, setMatch } from './edit.ts';
import { conditionWords, type ValueNamer } from './labels.ts';

export interface FilterBarProps {
  fields: readonly FilterField[];
  filter: FilterValue;
  onFilterChange: (filter: FilterValue) => void;
  /** Options of fields whose choices come from the server. */
  sourceOf: (field: FilterField) => OptionSource;
  /** Names of listed values: a person's name for an id. */
  nameOf: ValueNamer;
}

/** The filter as chips that can be changed and removed, with groups one level deep. Stored in the page's address. */
export function FilterBar({ fields, filter, onFilterChange, sourceOf, nameOf }: FilterBarProps) {
  const known = useMemo(() => new Map(fields.map((field) => [field.field, field])), [fields]);
  const full = allConditions(filter).length >= MAX_CONDITIONS;
  const common = { fields, sourceOf, nameOf };
  const chip = (condition: Condition, place: Place) => (
    <Chip
      key={place.join('.')}
      {...common}
      known={known}
      condition={condition}
      onApply={(next) => onFilterChange(replaceCondition(filter, place, next))}
      onRemove={() => onFilterChange(removeCondition(filter, place))}
    />
  );
  return (
    <div
      role="group"
      aria-label="Filters"
      className="flex items-center gap-1.5 max-sm:overflow-x-auto max-sm:py-0.5 sm:flex-wrap in-[[role=dialog]]:flex-wrap"
    >
      {filter.conditions.map((part, index) => (
        <span key={index} className="contents">
          {index > 0 && (
            <MatchWord
              match={filter.match}
              onChange={index === 1 ? (match) => onFilterChange(setMatch(filter, match)) : undefined}
            />
          )}
          {isGroup(part) ? (
            <span
              role="group"
              aria-label={`Group, ${part.match === 'all' ? 'all' : 'any'} of`}
              className="inline-flex items-center gap-1.5 rounded-lg max-sm:shrink-0 sm:flex-wrap border border-dashed border-control px-1.5 py-1"
            >
              {part.conditions.map((condition, inner) => (
                <span key={inner} className="contents">
                  {inner > 0 && (
                    <MatchWord
                      match={part.match}
                      onChange={inner === 1 ? (match) => onFilterChange(setMatch(filter, match, index)) : undefined}
                    />
                  )}
                  {chip(condition, [index, inner])}
                </span>
              ))}
              {!full && (
                <AddCondition
                  {...common}
                  onApply={(condition) => onFilterChange(addCondition(filter, condition, index))}
                >
                  <Button size="sm" variant="ghost" icon={<Plus />} aria-label="Add a condition to this group" />
                </AddCondition>
              )}
            </span>
          ) : (
            chip(part, [index])
          )}
        </span>
      ))}
      {!full && (
        <AddCondition {...common} onApply={(condition) => onFilterChange(addCondition(filter, condition))}>
          <Button size="sm" variant="ghost" icon={<Filter />}>
            {filter.conditions.length === 0 ? 'Filter' : 'Add filter'}
          </Button>
        </AddCondition>
      )}
      {!full && filter.conditions.length > 0 && (
        <AddCondition {...common} onApply={(condition) => onFilterChange(addGroup(filter, condition))}>
          <Button size="sm" variant="ghost">
            Add group
          </Button>
        </AddCondition>
      )}
      {filter.conditions.length > 0 && (
        <Button size="sm" variant="ghost" onClick={() => onFilterChange(NO_FILTER)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** "and" or "or" between conditions; the first of a row can be switched. */
function MatchWord({
  match,
  onChange,
}: {
  match: FilterValue['match'];
  onChange?: (match: FilterValue['match']) => void;
}) {
  const word = match === 'all' ? 'and' : 'or';
  if (!onChange) return <span className="px-0.5 text-xs text-muted">{word}</span>;
  const other = match === 'all' ? 'any' : 'all';
  return (
    <button
      type="button"
      onClick={() => onChange(other)}
      data-tooltip={match === 'all' ? 'All must be true. Switch to any.' : 'Any may be true. Switch to all.'}
      className="inline-flex h-6 items-center rounded-sm border border-line px-1.5 text-xs text-muted hover:bg-hover hover:text-ink"
    >
      {word}
      <span className="sr-only">, switch to {other === 'all' ? 'and' : 'or'}</span>
    </button>
  );
}

interface ChipProps extends Pick<FilterBarProps, 'fields' | 'sourceOf' | 'nameOf'> {
  known: ReadonlyMap<string, FilterField>;
  condition: Condition;
  onApply: (condition: Condition) => void;
  onRemove: () => void;
}

function Chip({ fields, known, condition, sourceOf, nameOf, onApply, onRemove }: ChipProps) {
  const [open, setOpen] = useState(false);
  const words = conditionWords(condition, known, nameOf);
  return (
    <span className="inline-flex h-7 max-w-full items-stretch max-sm:shrink-0 rounded-md border border-line bg-accent-soft text-xs text-accent-ink pointer-coarse:h-11">
      <Popover
        label={`Change the filter on ${words.field}`}
        open={open}
        onOpenChange={setOpen}
        className="w-80"
        trigger={
          <button type="button" className="flex min-w-0 items-center gap-1 rounded-l-md pr-1 pl-2 hover:bg-hover">
            <span className="font-medium">{words.field}</span>
            <span className="whitespace-nowrap">{words.operator}</span>
            {words.value && <span className="truncate font-medium">{words.value}</span>}
          </button>
        }
      >
        <ConditionForm
          fields={fields}
          condition={condition}
          sourceOf={sourceOf}
          nameOf={nameOf}
          onApply={(next) => {
            setOpen(false);
            onApply(next);
          }}
        />
      </Popover>
      <button
        type="button"
        aria-label={`Remove the filter on ${words.field}`}
        onClick={onRemove}
        className="inline-flex w-6 items-center justify-center rounded-r-md hover:bg-hover pointer-coarse:w-11"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

function AddCondition({
  children,
  onApply,
  ...rest
}: Pick<FilterBarProps, 'fields' | 'sourceOf' | 'nameOf'> & {
  children: ReactElement;
  onApply: (condition: Condition) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Popover label="Add a filter" trigger={children} open={open} onOpenChange={setOpen} className="w-80">
      <ConditionForm
        {...rest}
        onApply={(condition) => {
          setOpen(false);
          onApply(condition);
        }}
      />
    </Popover>
  );
}
