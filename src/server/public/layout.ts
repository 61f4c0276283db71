/** The frame of every public page: head, brand, content, imprint. */
import { createHash } from 'node:crypto';
import { html, type Html, paragraphs, safeHref, trusted } from './html.ts';
import { directionOf } from './language.ts';
import { SCRIPT_PATH } from './script.ts';
import type { Site } from './site.ts';
import { brandStyle, STYLE } from './style.ts';

/** Content of a page. */
export interface PageContent {
  title: string;
  /** For search engines and previews. */
  description: string;
  body: Html;
  /** Language of the content; the site's if absent. */
  language?: string;
  /** Default 200. */
  status?: number;
  /** A table needs the width of the screen. */
  wide?: boolean;
  /** Loads the script for forms. */
  script?: boolean;
  /** May be found by search engines; otherwise it is for those who have the address. */
  findable?: boolean;
  /** The page brings its own frame: its style sheets are the only ones, and the body is all there is. */
  ownStyle?: readonly string[];
  /** It shows frames of the same host. */
  frames?: boolean;
}

/** Content that changes with every answer stands in for these marks, while the page around it is cached. */
export const TOKEN_MARK = '__FORM_TOKEN__';
export const WORK_MARK = '__FORM_WORK__';

/** @returns the whole document and the policy that allows exactly what is in it. */
export function layout(content: PageContent, site: Site): { document: string; policy: string } {
  const language = content.language ?? site.language;
  const styles = content.ownStyle ?? [STYLE, brandStyle(site.color)];
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${trusted(content.wide ? ' class="wide"' : '')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.title}${site.name && ` – ${site.name}`}</title>
<meta name="description" content="${content.description}">
${!content.findable && trusted('<meta name="robots" content="noindex">')}
<link rel="icon" href="data:,">
${styles.map((style) => html`<style>${trusted(style)}</style>`)}
${content.script === true && html`<script src="${SCRIPT_PATH}" defer></script>`}
</head>
<body>
${content.ownStyle ? content.body : framed(content.body, site)}
</body>
</html>
`;
  return { document: page.text, policy: policyOf(styles, content) };
}

const framed = (body: Html, site: Site): Html => html`<div class="bar"></div>
<header>${site.logo && html`<img src="${site.logo}" alt="" height="36">`}<span>${site.name}</span></header>
<main>
${body}
</main>
<footer>${paragraphs(site.imprint)}${site.privacyUrl && html`<p><a href="${safeHref(site.privacyUrl)}">Privacy policy</a></p>`}</footer>`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but the page's own styles, its script, its logo, and forms that go back to it. */
function policyOf(styles: readonly string[], { script, frames, findable }: PageContent): string {
  return [
    "default-src 'none'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    ...(script ? ["script-src 'self'"] : []),
    "img-src 'self' data:",
    ...(frames ? ["frame-src 'self'"] : []),
    // Programs that judge a page for search engines read robots.txt in its name.
    ...(findable ? ["connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The product's own frame, where a page belongs to no workspace. */
export const NO_SITE: Site = {
  workspaceId: '',
  name: '',
  logo: '',
  color: '',
  language: 'en',
  imprint: '',
  privacyUrl: '',
};

/** A page that says one thing. */
export function message(title: string, text: string, status = 200): PageContent {
  return { title, description: title, status, body: html`<h1>${title}</h1>${paragraphs(text)}` };
}

export const NOT_FOUND = message(
  'This page is not here',
  'The address is wrong, or the page was removed. Ask the person who sent it to you.',
  404,
);
export const TOO_MANY = message('Too many requests', 'Wait a minute, then try again.', 429);
