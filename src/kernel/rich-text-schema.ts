/** Texts with formatting in the contract. Apart from `rich-text.ts`, which pages load without schemas. */
import * as z from 'zod';
import { checkRichText } from './rich-text.ts';
import { hasWords, richTextToPlain } from './rich-text-render.ts';
import type { RichText } from './rich-text-types.ts';
import { trimmed } from './text.ts';

const isDoc = (value: unknown) =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'doc';

const DESCRIPTION =
  'A text with formatting, as ProseMirror JSON: `doc` of `paragraph`, `heading` (level 2 or 3), `bulletList`, `orderedList`, `taskList`, `blockquote`, `codeBlock`, and `horizontalRule`; in them `text` (marks `bold`, `italic`, `strike`, `code`, `link`), `hardBreak`, and `mention` (`id`, `label`).';

/** A text with formatting in an answer. */
export const RichTextBody = z
  .custom<RichText>((value) => isDoc(value), 'Enter an object of type doc.')
  .meta({ type: 'object', description: DESCRIPTION });

/**
 * A text with formatting in a request: refused with the path of the first thing that is not allowed.
 * @param longest characters of its plain form
 */
export function richTextInput(longest: number) {
  return RichTextBody.transform((value, context): RichText => {
    const checked = checkRichText(value);
    if ('doc' in checked) {
      if (!hasWords(checked.doc.content)) context.addIssue({ code: 'custom', message: 'Enter some text.' });
      else if (trimmed(richTextToPlain(checked.doc)).length > longest)
        context.addIssue({ code: 'custom', message: `Enter up to ${longest} characters.` });
      else return checked.doc;
    } else context.addIssue({ code: 'custom', path: checked.path, message: checked.message });
    return z.NEVER;
  }).meta({ type: 'object', description: DESCRIPTION });
}
