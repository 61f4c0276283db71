/** The text of a letter that has only HTML. */
import sanitizeHtml from 'sanitize-html';

const MAX_HTML = 300_000;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Plain text, with line ends where blocks end. */
export function textOfHtml(html: string): string {
  const spaced = html
    .slice(0, MAX_HTML)
    .replace(/\s+/g, ' ')
    .replace(/<br\b[^>]{0,200}>|<\/(?:p|div|tr|li|h[1-6]|blockquote|table|ul|ol)>/gi, '$&\n')
    .replace(/<\/t[dh]>/gi, '$& ');
  return sanitizeHtml(spaced, {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['script', 'style', 'title', 'textarea', 'noscript', 'template'],
  })
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!)
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
