/**
 * Lucide's icons without names, shape keys, and the code that recomputes them. The shapes of an icon, up to eight,
 * become one path: each shape is an element to create, style, and layer, and a page has a hundred icons.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ICONS = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;
const OURS = join(import.meta.dirname, '../../src/web/ui/create-icon.ts');

export function lightIcons(): Plugin {
  return {
    name: 'light-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/createLucideIcon.mjs') && importer && ICONS.test(importer) ? OURS : undefined,
    transform: (code, id) =>
      ICONS.test(id)
        ? {
            code: joinShapes(code.replace(/,\s*key:\s*"[^"]*"/g, '').replace(/\b(size:\s*24|name:\s*"[^"]*"),/g, '')),
            map: null,
          }
        : undefined,
  };
}

const SHAPE = /\[\s*"(\w+)",\s*\{([^}]*)\}\s*\]/g;

/**
 * An icon's module with all its shapes as one path; unchanged where a shape has attributes that a path cannot express.
 */
export function joinShapes(code: string): string {
  const shapes = [...code.matchAll(SHAPE)];
  const paths = shapes.map(([, tag, attributes]) =>
    pathOf(
      tag!,
      Object.fromEntries([...attributes!.matchAll(/(\w+): "([^"]*)"/g)].map(([, name, value]) => [name!, value!])),
    ),
  );
  if (shapes.length < 2 || paths.includes(undefined)) return code;
  const [first, last] = [shapes[0]!, shapes.at(-1)!];
  return `${code.slice(0, first.index)}["path", { d: ${JSON.stringify(paths.join(''))} }]${code.slice(last.index + last[0].length)}`;
}

/** An SVG shape as path data that can follow other path data; undefined where that is impossible. */
function pathOf(
  tag: string,
  { d, cx, cy, r, x1, y1, x2, y2, x, y, width, height, rx, ry = rx, points, ...rest }: Record<string, string>,
): string | undefined {
  if (Object.keys(rest).length > 0) return undefined;
  if (tag === 'path' && d) return absoluteStart(d);
  if (tag === 'line' && x1 && y1 && x2 && y2) return `M${x1} ${y1}L${x2} ${y2}`;
  if (tag === 'polyline' && points) return `M${points}`;
  if (tag === 'circle' && cx && cy && r)
    return `M${Number(cx) - Number(r)} ${cy}a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0-${2 * Number(r)} 0z`;
  if (tag === 'rect' && width && height && ry === rx)
    return rectangle(Number(x ?? 0), Number(y ?? 0), Number(width), Number(height), Number(rx ?? 0));
  return undefined;
}

function rectangle(x: number, y: number, width: number, height: number, radius: number): string {
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  const corner = (dx: number, dy: number) =>
    radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`;
  return `M${x + radius} ${y}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`;
}

const NUMBER = String.raw`[-+]?(?:\d*\.\d+|\d+\.?)`;
const FROM_HERE = new RegExp(String.raw`^m\s*(${NUMBER})[\s,]*(${NUMBER})\s*(.*)$`);

/** A path's initial `m` is absolute; after another path it would be relative to that one's end. */
function absoluteStart(d: string): string {
  const [, x, y, rest] = FROM_HERE.exec(d) ?? [];
  if (rest === undefined) return d;
  return `M${x} ${y}${/^[-+.\d]/.test(rest) ? 'l' : ''}${rest}`;
}
