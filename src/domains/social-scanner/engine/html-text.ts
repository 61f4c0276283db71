/** HTML of posts as plain text. It is never shown as HTML. */
import { Parser } from 'htmlparser2';

const BLOCKS = new Set(
  'p div br li ul ol h1 h2 h3 h4 h5 h6 blockquote pre table tr section article header footer figure hr dd dt'.split(
    ' ',
  ),
);
const HIDDEN = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'svg']);

/** Plain text with line breaks where blocks end. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return tidy(html);
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (HIDDEN.has(name)) hidden += 1;
      else if (BLOCKS.has(name)) text += '\n';
    },
    ontext(part) {
      if (hidden === 0) text += part;
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden = Math.max(0, hidden - 1);
      else if (BLOCKS.has(name) && name !== 'br' && name !== 'hr') text += '\n';
    },
  });
  parser.end(html.slice(0, 200_000));
  return tidy(text);
}

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const FEED_TYPE = /^application\/(rss\+xml|atom\+xml|feed\+json)$/i;

/** The feed that a web page names in its head; undefined when it names none. */
export function feedLinkOf(html: string, pageUrl: string): string | undefined {
  let link: string | undefined;
  const parser = new Parser({
    onopentag(name, { rel = '', type = '', href = '' }) {
      if (link === undefined && name === 'link' && /\balternate\b/i.test(rel) && FEED_TYPE.test(type.trim()))
        if (URL.canParse(href, pageUrl)) link = new URL(href, pageUrl).href;
    },
  });
  parser.end(html.slice(0, 200_000));
  return link;
}
