/**
 * The SGML of OFX 1 and the XML of OFX 2 and CAMT, read by one tolerant reader: leaf elements need no end tag, unknown
 * end tags are passed over, a `<` that begins no tag is text. There is no DTD and no entity beyond the five of XML and
 * character references, so a file cannot make the reader fetch or expand anything.
 */

export interface MarkupNode {
  name: string;
  text: string;
  attributes: string;
  children: MarkupNode[];
}

const TOKEN = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s[^<>]*?)?)(\/?)>/g;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Character references and the named entities; everything else with an `&` stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{2,6}));/g,
    (all, dec: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? all;
      const code = dec ? Number(dec) : Number.parseInt(hex!, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}

/**
 * Reads `text` into a tree under a nameless root. Element names lose their namespace prefix.
 * @param upperCase element names mean the same in any case (OFX 1) and are made upper case
 */
export function parseMarkup(text: string, upperCase = false): MarkupNode {
  const nameOf = (tag: string): string => (upperCase ? withoutPrefix(tag).toUpperCase() : withoutPrefix(tag));
  const root = newNode('', '');
  const open: MarkupNode[] = [root];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    addText(open, decodeEntities(text.slice(at, match.index)));
    at = match.index + match[0].length;
    const [, cdata, slash, name, attributes = '', selfClosing] = match;
    if (cdata !== undefined) open.at(-1)!.text += cdata;
    else if (name === undefined) continue;
    else if (slash) close(open, nameOf(name));
    else openElement(open, newNode(nameOf(name), attributes), selfClosing === '/');
  }
  addText(open, decodeEntities(text.slice(at)));
  while (open.length > 1) closeTop(open);
  return root;
}

function newNode(name: string, attributes: string): MarkupNode {
  return { name, text: '', attributes, children: [] };
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function addText(open: MarkupNode[], text: string): void {
  if (open.length > 1 && (text.trim() !== '' || open.at(-1)!.text !== '')) open.at(-1)!.text += text;
}

function isLeaf(node: MarkupNode): boolean {
  return node.text.trim() !== '';
}

/** Some banks never end this one, which holds no other of its kind: the next begins where it stops. */
const RECORD = 'STMTTRN';

function openElement(open: MarkupNode[], node: MarkupNode, closed: boolean): void {
  if (node.name === RECORD) close(open, RECORD);
  // An element with text holds no others: the next start tag ends it.
  if (open.length > 1 && isLeaf(open.at(-1)!)) open.pop();
  open.at(-1)!.children.push(node);
  if (!closed) open.push(node);
}

function close(open: MarkupNode[], name: string): void {
  const depth = open.findLastIndex((node) => node.name === name);
  if (depth <= 0) return;
  while (open.length - 1 > depth) closeTop(open);
  open.pop();
}

/** An element that was never ended was an empty leaf: what seemed to stand in it stands beside it. */
function closeTop(open: MarkupNode[]): void {
  const node = open.pop()!;
  if (node.children.length > 0 && node.name !== RECORD) open.at(-1)!.children.push(...node.children.splice(0));
}

/** The first descendant along `path`, `Acct/Id/IBAN`. */
export function child(node: MarkupNode | undefined, path: string): MarkupNode | undefined {
  let at = node;
  for (const name of path.split('/')) at = at?.children.find((one) => one.name === name);
  return at;
}

/** The trimmed text along `path`; undefined when absent or blank. */
export function textAt(node: MarkupNode | undefined, path: string): string | undefined {
  return child(node, path)?.text.trim() || undefined;
}

export function childrenNamed(node: MarkupNode | undefined, name: string): MarkupNode[] {
  return node?.children.filter((one) => one.name === name) ?? [];
}

/** Every descendant called `name`, in the order of the file. */
export function descendants(node: MarkupNode, name: string): MarkupNode[] {
  return node.children.flatMap((one) =>
    one.name === name ? [one, ...descendants(one, name)] : descendants(one, name),
  );
}
