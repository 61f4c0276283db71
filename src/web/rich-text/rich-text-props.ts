import type { RichText } from '../../kernel/rich-text-types.ts';
import type { Person } from './mention-at.ts';

export interface RichTextFieldProps {
  /** Accessible name. */
  label: string;
  placeholder?: string;
  value: RichText;
  /** Called with each change. Another `value` than the last one from here replaces what is written. */
  onChange: (doc: RichText) => void;
  /** People whose name begins with what is typed after an @; absent: no one can be mentioned. */
  findPeople?: (query: string) => Promise<readonly Person[]>;
  /** Characters of the text; the field warns, and whoever saves must refuse more. */
  longest: number;
  autoFocus?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  /** Lines that it shows while it is empty and no one writes. */
  rows?: number;
  /** Ctrl Enter or Cmd Enter. */
  onSubmit?: () => void;
  onEscape?: () => void;
}

/** Further props of the editor, which is in its own chunk. */
export interface RichTextEditorProps extends RichTextFieldProps {
  /** Shown, after the plain field gave way. */
  shown: boolean;
  /** The selection in the plain field; null if it had no focus. */
  selection: { from: number; to: number } | null;
  onReady: () => void;
}
