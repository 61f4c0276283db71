import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Maximize2 from 'lucide-react/icons/maximize-2';
import Minimize2 from 'lucide-react/icons/minimize-2';
import X from 'lucide-react/icons/x';
import { memo, useDeferredValue } from 'react';
import { cx } from '../../../../web/ui/cx.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import type { Dashboard, DashboardLayout, WidgetId } from '../../contract/dashboard.ts';
import { useDrag } from '../../../../web/ui/use-drag.ts';
import { usePacked } from './layout-packing.ts';
import { renderWidget } from './widgets.tsx';

type Widgets = DashboardLayout['widgets'];

/** The list with one widget at another place. */
export function moveWidget(widgets: Widgets, id: WidgetId, to: number): Widgets {
  const moved = widgets.find((one) => one.id === id);
  if (!moved) return widgets;
  const rest = widgets.filter((one) => one !== moved);
  return [...rest.slice(0, Math.max(0, to)), moved, ...rest.slice(Math.max(0, to))];
}

/** A widget's content, which arranging does not rerender. */
const Widget = memo(function Widget({ id, data }: { id: WidgetId; data: Dashboard }) {
  return renderWidget(id, data);
});

interface WidgetGridProps {
  data: Dashboard;
  widgets: Widgets;
  nameOf: (id: WidgetId) => string;
  /** Present while one arranges: told of each change. */
  onChange?: (widgets: Widgets) => void;
}

/** The widgets in their order, in two columns where there is room. */
export function WidgetGrid({ data, widgets, nameOf, onChange }: WidgetGridProps) {
  const { drag, start } = useDrag<WidgetId>(({ item, over }) => {
    if (over && over !== item)
      onChange?.(
        moveWidget(
          widgets,
          item,
          widgets.findIndex(({ id }) => id === over),
        ),
      );
  });
  const list = usePacked<HTMLUListElement>(widgets);
  // Frames and handles first: all that the cards hold is styled again when they are out of reach, which may come a
  // moment later.
  const inert = useDeferredValue(onChange !== undefined);
  return (
    <ul ref={list} className="grid items-start gap-4 lg:grid-cols-2">
      {widgets.map(({ id, wide }, index) => (
        <li
          key={id}
          data-drop={id}
          data-widget={id}
          aria-label={nameOf(id)}
          className={cx(
            'min-w-0',
            wide && 'lg:col-span-2',
            onChange && 'rounded-lg border border-dashed border-control p-2',
            drag?.item === id && 'opacity-50',
            drag && drag.item !== id && drag.over === id && 'border-accent bg-accent-soft',
          )}
        >
          {onChange && (
            <div className="mb-2 flex items-center gap-1">
              <span
                className="flex min-h-8 flex-1 cursor-grab touch-none items-center gap-1 text-sm font-medium select-none active:cursor-grabbing"
                onPointerDown={(event) => start(event, id)}
              >
                <GripVertical size={16} aria-hidden="true" className="text-faint" />
                {nameOf(id)}
              </span>
              <IconButton
                size="sm"
                label={`Move ${nameOf(id)} up`}
                icon={<ArrowUp />}
                disabled={index === 0}
                onClick={() => onChange(moveWidget(widgets, id, index - 1))}
              />
              <IconButton
                size="sm"
                label={`Move ${nameOf(id)} down`}
                icon={<ArrowDown />}
                disabled={index === widgets.length - 1}
                onClick={() => onChange(moveWidget(widgets, id, index + 1))}
              />
              <IconButton
                size="sm"
                label={wide ? `Make ${nameOf(id)} narrower` : `Make ${nameOf(id)} wider`}
                icon={wide ? <Minimize2 /> : <Maximize2 />}
                className="max-lg:hidden"
                onClick={() => onChange(widgets.map((one) => (one.id === id ? { id, wide: !wide } : one)))}
              />
              <IconButton
                size="sm"
                label={`Remove ${nameOf(id)}`}
                icon={<X />}
                onClick={() => onChange(widgets.filter((one) => one.id !== id))}
              />
            </div>
          )}
          <div inert={inert} className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
            <Widget id={id} data={data} />
          </div>
        </li>
      ))}
    </ul>
  );
}
