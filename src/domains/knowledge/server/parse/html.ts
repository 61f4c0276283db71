/** Reads HTML: headings, paragraphs, lists, and tables; menus, scripts, and footers are left out. */
import { Parser } from 'htmlparser2';
import type { Parsed } from './parsed.ts';
import { Outline } from './outline.ts';

const LEFT_OUT = new Set(
  'script style noscript template svg nav footer iframe form button select dialog canvas audio video'.split(' '),
);
const BLOCKS = new Set(
  'p div section article main aside ul ol li table tr dl dt dd blockquote pre figure figcaption address hr details summary'.split(
    ' ',
  ),
);
const HEADING = /^h([1-6])$/;
/** Links that are followed of one page. */
const MOST_LINKS = 2_000;

export interface ParsedHtml extends Parsed {
  /** Addresses as they are written. */
  links: string[];
  /** The page asks not to be kept, or its links not to be followed. */
  noIndex: boolean;
  noFollow: boolean;
}

export function parseHtml(html: string): ParsedHtml {
  const outline = new Outline();
  const links: string[] = [];
  let title = '';
  let line = '';
  let heading: { level: number; text: string } | undefined;
  let isTitle = false;
  let robots = '';
  let cells = 0;
  /** Depth inside of an element that is left out. */
  let hidden = 0;
  const endLine = () => {
    outline.add(line.replace(/\s+/g, ' ').trim());
    line = '';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (hidden > 0 || LEFT_OUT.has(name) || 'hidden' in attributes || attributes['aria-hidden'] === 'true') {
        if (!VOID.has(name)) hidden += 1;
        return;
      }
      if (name === 'title' && title === '') isTitle = true;
      else if (name === 'meta' && attributes.name?.toLowerCase() === 'robots')
        robots += ` ${attributes.content?.toLowerCase() ?? ''}`;
      else if (name === 'a' && attributes.href && links.length < MOST_LINKS) links.push(attributes.href);
      else if (name === 'br') line += '\n';
      else if (name === 'td' || name === 'th') {
        if (cells > 0) line += ' | ';
        cells += 1;
      }
      const level = HEADING.exec(name)?.[1];
      if (level) {
        endLine();
        heading = { level: Number(level), text: '' };
      } else if (BLOCKS.has(name)) {
        endLine();
        if (name === 'tr') cells = 0;
      }
    },
    ontext(text) {
      if (hidden > 0) return;
      if (isTitle) title += text;
      else if (heading) heading.text += text;
      else line += text;
    },
    onclosetag(name) {
      if (hidden > 0) {
        if (!VOID.has(name)) hidden -= 1;
        return;
      }
      if (name === 'title') isTitle = false;
      else if (heading && HEADING.test(name)) {
        outline.heading(heading.text, heading.level);
        heading = undefined;
      } else if (BLOCKS.has(name)) endLine();
    },
  });
  parser.write(html);
  parser.end();
  endLine();
  return {
    title: title.replace(/\s+/g, ' ').trim(),
    sections: outline.end(),
    pages: null,
    links,
    noIndex: /\b(?:noindex|none)\b/.test(robots),
    noFollow: /\b(?:nofollow|none)\b/.test(robots),
  };
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
