/**
 * Makes the HTML of a letter safe to show: sanitize-html with a short list of tags, attributes, and styles. It is shown
 * in a frame without scripts under a policy of its own, so each of these three would be enough.
 */
import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html';

const TEXT_TAGS =
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr';

/** Properties that change how a letter looks, and nothing outside it. */
const STYLES = new Set(
  'background background-color border border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color border-top-left-radius border-top-right-radius border-top-style border-top-width border-width box-sizing clear color direction display empty-cells float font font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style list-style-type margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width opacity overflow padding padding-bottom padding-left padding-right padding-top table-layout text-align text-decoration text-indent text-overflow text-transform vertical-align visibility white-space width word-break word-spacing word-wrap overflow-wrap'.split(
    ' ',
  ),
);
/** Anything that loads, runs, or hides one of these from the eye of a filter. */
const FORBIDDEN_VALUE =
  /url\s*\(|image-set|expression|javascript|behavio|-moz-binding|@import|[\\<>{}]|\/\*|var\s*\(|attr\s*\(|env\s*\(/i;
const MAX_STYLE = 2_000;

function cleanStyle(style: string): string {
  return style
    .slice(0, MAX_STYLE)
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const;
    })
    .filter(([name, value]) => STYLES.has(name) && value !== '' && !FORBIDDEN_VALUE.test(value))
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}

export interface CleanOptions {
  /** Address of an attached picture by its Content-ID; undefined where there is none. */
  pictureUrl: (contentId: string) => string | undefined;
  /** Whether pictures on other servers are loaded. */
  showRemote: boolean;
}

export interface CleanLetter {
  html: string;
  /** Pictures on other servers that are left out, or loaded; without pictures that only count readers. */
  remotePictures: number;
  /** Pictures too small to be seen, which are never loaded. */
  trackers: number;
}

const DATA_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,[a-z0-9+/=\s]+$/i;
const tiny = (value: string | undefined) => value !== undefined && /^\s*[0-2](?:px)?\s*$/.test(value);

function isTracker({ width, height, style = '' }: Attributes): boolean {
  const hidden = /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)/i.test(style);
  const small = /(?:^|;|\s)(?:max-)?(?:width|height)\s*:\s*[0-2](?:px)?\s*(?:!important)?\s*(?:;|$)/i.test(style);
  return tiny(width) || tiny(height) || hidden || small;
}

const QUOTE_CLASS =
  /(?:^|\s)(?:gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|moz-cite-prefix-quote|zmail_extra|OutlookMessageHeader)(?:\s|$)/;
const FOLD = '<details class="letter-quote">';

export function cleanHtml(html: string, { pictureUrl, showRemote }: CleanOptions): CleanLetter {
  let remotePictures = 0;
  let trackers = 0;
  let hasFold = false;

  function picture(attribs: Attributes): Attributes {
    const source = (attribs['src'] ?? '').trim();
    const rest = pick(attribs, ['alt', 'width', 'height', 'title']);
    if (/^cid:/i.test(source)) {
      const url = pictureUrl(decodeId(source.slice(4)));
      return url ? { ...rest, src: url } : rest;
    }
    if (DATA_PICTURE.test(source)) return { ...rest, src: source };
    if (!/^(?:https?:)?\/\//i.test(source)) return rest;
    if (isTracker(attribs)) {
      trackers++;
      return { 'data-drop': '1' };
    }
    remotePictures++;
    return showRemote ? { ...rest, src: source.replace(/^(?:http:)?\/\//i, 'https://') } : rest;
  }

  function tag(tagName: string, attribs: Attributes): Tag {
    const style = cleanStyle(attribs['style'] ?? '');
    const kept: Attributes = pick(attribs, SHARED);
    if (style) kept['style'] = style;
    if (tagName === 'img') return { tagName, attribs: { ...picture(attribs), ...(style && { style }) } };
    if (tagName === 'a') {
      const href = (attribs['href'] ?? '').trim();
      if (/^(?:https?:|mailto:|tel:)/i.test(href))
        Object.assign(kept, { href, target: '_blank', rel: 'noopener noreferrer nofollow' });
      return { tagName, attribs: kept };
    }
    const isQuote =
      (tagName === 'div' && QUOTE_CLASS.test(attribs['class'] ?? '')) ||
      (tagName === 'blockquote' && attribs['type'] === 'cite');
    if (isQuote && !hasFold) {
      hasFold = true;
      return { tagName: 'details', attribs: { class: 'letter-quote' } };
    }
    return { tagName: tagName === 'details' || tagName === 'summary' ? 'div' : tagName, attribs: kept };
  }

  const cleaned = sanitizeHtml(html, {
    allowedTags: TEXT_TAGS.split(' '),
    allowedAttributes: {
      '*': [...SHARED, 'style'],
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      details: ['class'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    // Values were filtered above; the second parser of styles is slow and adds nothing.
    parseStyleAttributes: false,
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'title',
      'noscript',
      'template',
      'xmp',
      'noembed',
      'noframes',
      'plaintext',
      'iframe',
      'object',
      'svg',
      'math',
    ],
    nestingLimit: 150,
    transformTags: { '*': tag },
    exclusiveFilter: ({ tag: name, attribs }) => name === 'img' && attribs['src'] === undefined && !attribs['alt'],
  });
  return { html: cleaned.replace(FOLD, `${FOLD}<summary>Quoted text</summary>`), remotePictures, trackers };
}

const SHARED = [
  'align',
  'valign',
  'bgcolor',
  'color',
  'face',
  'size',
  'width',
  'height',
  'border',
  'cellpadding',
  'cellspacing',
  'colspan',
  'rowspan',
  'dir',
  'lang',
  'title',
  'start',
  'type',
];

function pick(attribs: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(names.flatMap((name) => (attribs[name] === undefined ? [] : [[name, attribs[name]]])));
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The letter as a document of its own, for the frame. */
export function letterPage(html: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Email</title><style>
html{background:#fff;color:#1f2328;font:14px/1.5 ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
body{margin:0;padding:12px 16px}img{max-width:100%;height:auto}table{max-width:100%}pre{white-space:pre-wrap}
a{color:#0b5cad}blockquote{margin:0 0 0 8px;padding-left:10px;border-left:2px solid #d0d7de}
summary{cursor:pointer;color:#57606a;font-size:12px;padding:4px 0}
</style></head><body>${html}</body></html>`;
}

/** @param showRemote also pictures of other servers */
export const letterPolicy = (showRemote: boolean): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:${showRemote ? ' https:' : ''}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox`;
