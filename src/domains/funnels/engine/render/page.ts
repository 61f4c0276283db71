/** A whole step as markup: the same on the server and in previews. */
import type { Block, Step } from '../../contract/document.ts';
import { fillAll, type Values } from '../variables.ts';
import { h, isList, type Node } from '../node.ts';
import { renderBlock } from './blocks.ts';
import type { RenderContext } from './context.ts';

/** The owner of the page. */
export interface PageSite {
  name: string;
  /** Address of the logo; empty without one. */
  logo: string;
  /** The legal notice, by line. */
  imprint: string;
  privacyUrl: string;
}

const privacyHref = (url: string) => (/^https?:\/\//i.test(url) ? url : '#');

/** Makes the first heading of the page its main one. @returns undefined where the page has no heading */
function withMainHeading(node: Node): Node | undefined {
  if (!node || typeof node === 'string') return undefined;
  if (isList(node)) {
    for (const [n, child] of node.entries()) {
      const changed = withMainHeading(child);
      if (changed !== undefined) return node.with(n, changed);
    }
    return undefined;
  }
  if (node.tag === 'h2') return { ...node, tag: 'h1' };
  const children = withMainHeading(node.children);
  return children === undefined ? undefined : { ...node, children: children as readonly Node[] };
}

/** @param name stands in for the main heading where the page has none, for screen readers */
function mainOf(blocks: readonly Block[], rendered: readonly Node[], name: string): readonly Node[] {
  if (blocks.some((block) => block.type === 'hero' && block.heading !== '')) return rendered;
  const promoted = withMainHeading(rendered) as readonly Node[] | undefined;
  return promoted ?? [h('h1', { class: 'away' }, name), ...rendered];
}

export function renderStep(
  context: RenderContext,
  { blocks, name }: Pick<Step, 'blocks' | 'name'>,
  site: PageSite,
  values: Values,
): Node {
  const filled = context.mode === 'edit' ? blocks : fillAll(blocks, values);
  return h(
    'div',
    { class: context.mode === 'edit' ? 'page' : 'page live' },
    h(
      'header',
      { class: 'in top' },
      site.logo !== '' && h('img', { src: site.logo, alt: '', height: 36 }),
      h('span', null, site.name),
    ),
    h(
      'main',
      null,
      ...mainOf(
        filled,
        filled.map((block) => renderBlock(context, block)),
        name,
      ),
    ),
    h(
      'footer',
      { class: 'foot' },
      h(
        'div',
        { class: 'in' },
        site.imprint !== '' &&
          h('p', null, ...site.imprint.split('\n').map((line, n) => [n > 0 && h('br', null), line])),
        site.privacyUrl !== '' && h('p', null, h('a', { href: privacyHref(site.privacyUrl) }, 'Privacy policy')),
      ),
    ),
  );
}
