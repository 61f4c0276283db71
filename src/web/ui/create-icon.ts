/**
 * Replaces Lucide's function of that name in the build: Lucide's computes every attribute of every icon at each
 * drawing, and a list draws hundreds. Here the shapes are made once.
 */
import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconData {
  node: readonly [tag: string, attributes: Record<string, string>][];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/** Whether an icon has a meaning of its own; otherwise it is decorative and hidden from screen readers. */
function speaks(props: IconProps): boolean {
  return Object.keys(props).some((name) => name.startsWith('aria-') || name === 'role' || name === 'title');
}

/** An icon of 24 units in the color of the text. */
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
