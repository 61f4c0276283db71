/**
 * Every text of the sources that people may see: JSX text, and string and template literals with a space in them. Tests,
 * imports, class names, and SQL are left out. One parse per file, about 2 s for the whole product.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface InterfaceText {
  /** Path from the root of the repository. */
  file: string;
  line: number;
  text: string;
}

const ROOT = join(import.meta.dirname, '../..');
/** Folders whose texts only developers see. */
const DEVELOPERS_ONLY = /(\.test\.tsx?|\.generated\.ts|\.d\.ts)$|\/(testing|attacks)\//;
const SQL =
  /^\s*(--|select\b.*\bfrom\b|insert into|update \w+( \w+)? set|delete from|with \w+ as|create (or|table)|alter table|and \w+\.|and not exists|where\b|order by|left join|join \w|coalesce\(|case when|state =)/;
/** Attributes and properties whose values no one reads. */
const UNREAD = new Set(['className', 'class', 'id', 'key', 'path', 'testId', 'data-testid', 'd', 'style', 'href']);

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Calls `visit` for each node below `node`, unless it returned false for a node above. */
function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return;
  for (const value of Object.values(node)) {
    if (isNode(value)) walk(value, visit);
    else if (Array.isArray(value)) for (const each of value) if (isNode(each)) walk(each, visit);
  }
}

function nameOf(key: unknown): string {
  if (!isNode(key)) return '';
  const name = key['name'] ?? key['value'];
  return typeof name === 'string' ? name : '';
}

/** Whether nothing below this node is read by people. */
function isUnread(node: Node): boolean {
  if (/^(Import|ExportAll)|^TS(?!As|Satisfies|NonNull)/.test(node.type)) return true;
  if (node.type === 'JSXAttribute') return UNREAD.has(nameOf(node['name']));
  if (node.type === 'Property') return UNREAD.has(nameOf(node['key']));
  if (node.type !== 'TaggedTemplateExpression') return false;
  return nameOf(node['tag']) === 'sql';
}

/** The text of a literal, or undefined if the node is none; `…` stands for what a template puts in. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return String(node['value']);
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

/** Texts of one source file. */
export function textsOf(file: string, source: string): InterfaceText[] {
  const found: InterfaceText[] = [];
  walk(parseSync(file, source).program as unknown as Node, (node) => {
    if (isUnread(node)) return false;
    const text = textOf(node)?.replace(/\s+/g, ' ').trim();
    if (text && /[A-Za-z]/.test(text) && (node.type === 'JSXText' || /[A-Z ]/.test(text)) && !SQL.test(text))
      found.push({ file, line: source.slice(0, node.start).split('\n').length, text });
    return true;
  });
  return found;
}

/** Texts of the product's sources and of its manual. */
export function interfaceTexts(): InterfaceText[] {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !DEVELOPERS_ONLY.test(file));
  const manual = readdirSync(join(ROOT, 'docs/manual')).map((name) => `docs/manual/${name}`);
  return [
    ...sources.flatMap((file) => textsOf(file, readFileSync(join(ROOT, file), 'utf8'))),
    ...manual.flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .map((text, index) => ({ file, line: index + 1, text })),
    ),
  ];
}
