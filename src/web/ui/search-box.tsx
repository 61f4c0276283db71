import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type Ref, useEffect, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

/** Milliseconds after the last keystroke before the list updates: short enough to feel immediate. */
const TYPING_PAUSE = 120;

interface SearchBoxProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  /** Label: "Search contacts". */
  label: string;
  placeholder: string;
  /** As wide as its place. */
  fill?: boolean;
}

/** Searches while typing. An outside change of the address (Back, a view) takes precedence. */
export function SearchBox({ ref, value, onChange, label, placeholder, fill = false }: SearchBoxProps) {
  const [text, setText] = useState(value);
  /** The last value written to the address. */
  const sent = useRef(value);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const page = location.pathname;
    const timer = setTimeout(() => {
      // A pressed link is navigating already: changing this page's address would cancel that.
      if (location.pathname !== page) return;
      sent.current = text;
      onChange(text);
    }, TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text, onChange]);

  return (
    <div role="search" className={fill ? 'w-full' : 'w-full sm:w-64 xl:w-80'}>
      <Input
        ref={ref}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        leading={<Search size={16} />}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.stopPropagation();
          setText('');
        }}
        trailing={
          text ? <IconButton size="sm" label="Clear search" icon={<X />} onClick={() => setText('')} /> : undefined
        }
      />
    </div>
  );
}
