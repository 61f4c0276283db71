import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useRef, useState } from 'react';
import { fold } from '../../../kernel/text.ts';
import { read } from '../../../web/api/request.ts';
import { Textarea } from '../../../web/ui/input.tsx';
import { OptionList, optionId } from '../../../web/ui/option-list.tsx';
import { Popover } from '../../../web/ui/popover.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { identity } from '../../../domains/identity/contract.ts';
import { mentionAt } from '../../engine/mentions.ts';

/** Names shown at a time; typing on narrows them. */
const SHOWN = 8;

interface MentionFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  'aria-label': string;
  value: string;
  onChange: (text: string) => void;
  /** Somebody was chosen: their name now stands in the text. */
  onMention: (id: string) => void;
}

/**
 * A text in which an @ offers the colleagues whom it may name. Arrows choose, Enter or Tab takes, Escape lets it be.
 */
export function MentionField({ value, onChange, onMention, onKeyDown, ...rest }: MentionFieldProps) {
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<{ from: number; query: string }>();
  const [active, setActive] = useState(0);
  const members = useQuery({ ...read(identity.members), enabled: typed !== undefined }).data?.items;
  const wanted = fold(typed?.query ?? '');
  const options = (members ?? [])
    .filter(
      (member) =>
        member.active &&
        fold(member.name)
          .split(' ')
          .some((_, nth, words) => words.slice(nth).join(' ').startsWith(wanted)),
    )
    .slice(0, SHOWN)
    .map((member): Option => ({ value: member.id, label: member.name, detail: member.email }));
  // A name that nobody has is no mention: the list is out of the way.
  const open = typed !== undefined && (options.length > 0 || members === undefined);

  const look = (element: HTMLTextAreaElement) => {
    const next =
      element.selectionStart === element.selectionEnd ? mentionAt(element.value, element.selectionStart) : undefined;
    if (next?.query !== typed?.query) setActive(0);
    setTyped(next);
  };
  const take = (option: Option) => {
    const element = field.current;
    if (!element || !typed) return;
    const caret = typed.from + option.label.length + 2;
    onChange(`${value.slice(0, typed.from)}@${option.label} ${value.slice(element.selectionStart).replace(/^ /, '')}`);
    onMention(option.value);
    setTyped(undefined);
    // The caret goes behind the name once the field holds it.
    requestAnimationFrame(() => element.setSelectionRange(caret, caret));
  };

  return (
    <Popover
      label="Teammates"
      open={open}
      onOpenChange={(next) => {
        if (!next) setTyped(undefined);
      }}
      keepFocus
      className="w-72"
      anchor={
        <div>
          <Textarea
            {...rest}
            ref={field}
            value={value}
            aria-autocomplete="list"
            aria-controls={open ? listId : undefined}
            aria-activedescendant={open && options[active] ? optionId(listId, active) : undefined}
            onChange={(event) => {
              onChange(event.target.value);
              look(event.target);
            }}
            onSelect={(event) => {
              if (typed) look(event.currentTarget);
            }}
            onBlur={() => setTyped(undefined)}
            onKeyDown={(event) => {
              const option = options[active];
              const plain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
              if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
                setActive(
                  (active + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % Math.max(1, options.length),
                );
              else if (open && option && plain && (event.key === 'Enter' || event.key === 'Tab')) take(option);
              else if (open && event.key === 'Escape') setTyped(undefined);
              else {
                onKeyDown?.(event);
                return;
              }
              event.preventDefault();
              event.stopPropagation();
            }}
          />
        </div>
      }
    >
      <OptionList
        id={listId}
        label="Teammates"
        options={options}
        active={active}
        selected={[]}
        loading={members === undefined}
        onPick={take}
        onActive={setActive}
      />
    </Popover>
  );
}
