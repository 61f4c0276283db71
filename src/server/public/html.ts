/** HTML as a value. `html` escapes what is put into it, so that a name can never become markup. */

/** Markup that is safe to send. Only `html`, `join`, and `trusted` make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** Text is escaped, markup stays, lists are joined, and nothing (null, undefined, false) adds nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text and for values in quotation marks. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign]!);
}

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return (value as readonly HtmlValue[]).map(textOf).join('');
  return escapeHtml(String(value as string | number));
}

/** html`<p title="${name}">…</p>`: attributes must be in quotation marks. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0]!;
  for (let i = 0; i < values.length; i++) text += textOf(values[i]) + parts[i + 1]!;
  return new Html(text);
}

/** Text in paragraphs: a blank line starts another, a single break stays one. */
export function paragraphs(text: string): Html[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((part) => html`<p>${part.split('\n').map((line, i) => (i === 0 ? line : html`<br>${line}`))}</p>`);
}

/** An address for `href`: of the web, of a mailbox, of a phone, or of this site. Anything else could run a script. */
export function safeHref(address: string): string {
  return /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(address) ? address : '#';
}

/** Marks text of our own as markup. Never pass anything that came from a person. */
export function trusted(text: string): Html {
  return new Html(text);
}
