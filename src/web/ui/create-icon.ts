/**
 * Stands in for the function of that name in Lucide when the browser application is built: its own computes every
 * attribute of every icon at each drawing, and a list draws hundreds. The shapes are made once here.
 */
import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconData {
  node: readonly [tag: string, attributes: Record<string, string>][];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/** Whether an icon says something by itself; otherwise it only decorates and is hidden from screen readers. */
function speaks(props: IconProps): boolean {
  return Object.keys(props).some((name) => name.startsWith('aria-') || name === 'role' || name === 'title');
}

/** An icon of 24 units, drawn in the colour of the text. */
export default function createIcon({ node }: IconData) {
  const shapes: ReactElement[] = node.map(([tag, attributes], index) =>
    createElement(tag, { ...attributes, key: index }),
  );
  return function Icon({ size = 24, strokeWidth = 2, className, children, ...rest }: IconProps) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className,
        'aria-hidden': children || speaks(rest) ? undefined : true,
        ...rest,
      },
      shapes,
      children,
    );
  };
}
