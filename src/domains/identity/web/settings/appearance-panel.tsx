import { useId, type ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import { changeAppearance } from '../../../../web/shell/appearance-sync.ts';
import { useAppearance, type Appearance } from '../../../../web/shell/theme.ts';
import { cx } from '../../../../web/ui/cx.ts';
import { Switch } from '../../../../web/ui/switch.tsx';
import { Panel } from './panel.tsx';
import { ThemePicture } from './theme-picture.tsx';

const THEMES: Record<Appearance['theme'], { label: string; hint: string }> = {
  light: { label: 'Light', hint: 'For bright rooms' },
  dark: { label: 'Dark', hint: 'Easy on the eyes at night' },
  system: { label: 'System', hint: 'Matches your device' },
};

/**
 * The solid color of each accent in the light theme, as theme.css has it, so that all five can be seen side by side.
 */
const ACCENTS: Record<Appearance['accent_color'], { label: string; className: string }> = {
  blue: { label: 'Blue', className: 'fill-[#2a5bd7]' },
  purple: { label: 'Purple', className: 'fill-[#7344d8]' },
  green: { label: 'Green', className: 'fill-[#0f7a4f]' },
  red: { label: 'Red', className: 'fill-[#cc2f3e]' },
  orange: { label: 'Orange', className: 'fill-[#b8500c]' },
};

/** How the product looks: at once in this browser, and kept on the server for the next one. */
export function AppearancePanel() {
  const appearance = useAppearance();
  const change = (part: Partial<Appearance>) => void changeAppearance(part);
  return (
    <Panel title="Appearance" description="Changes apply immediately, in every browser you sign in with.">
      <div className="grid gap-6">
        <Choices legend="Theme" className="grid grid-cols-3 gap-3 sm:max-w-xl">
          {(name) =>
            Object.entries(THEMES).map(([theme, { label, hint }]) => (
              <Choice
                key={theme}
                name={name}
                checked={appearance.theme === theme}
                onChoose={() => change({ theme: theme as Appearance['theme'] })}
                className="flex-col rounded-lg border border-line p-1.5 has-checked:border-accent has-checked:ring-1 has-checked:ring-accent"
              >
                <ThemePicture theme={theme as Appearance['theme']} />
                <span className="px-1 pt-2 pb-1">
                  <span className="block font-medium">{label}</span>
                  <span className="block text-xs text-muted max-sm:sr-only">{hint}</span>
                </span>
              </Choice>
            ))
          }
        </Choices>
        <Choices legend="Accent color" className="flex flex-wrap gap-2">
          {(name) =>
            Object.entries(ACCENTS).map(([accent, { label, className }]) => (
              <Choice
                key={accent}
                name={name}
                checked={appearance.accent_color === accent}
                onChoose={() => change({ accent_color: accent as Appearance['accent_color'] })}
                className="min-h-control items-center gap-2 rounded-md border border-line py-1 pr-3 pl-1.5 has-checked:border-accent has-checked:ring-1 has-checked:ring-accent"
              >
                <span className="relative grid size-6 place-items-center">
                  <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
                    <circle cx="10" cy="10" r="10" className={className} />
                  </svg>
                  {appearance.accent_color === accent && (
                    <Check size={14} className="absolute text-on-solid" aria-hidden="true" />
                  )}
                </span>
                {label}
              </Choice>
            ))
          }
        </Choices>
        <div className="grid gap-4 sm:max-w-xl">
          <Switch
            label="Animations"
            hint="Where your device asks for less movement, there is none in any case."
            checked={appearance.show_animations}
            onCheckedChange={(on) => change({ show_animations: on })}
            className="min-h-control"
          />
          <Switch
            label="Dense mode"
            hint="Smaller rows and controls, to show more at once."
            checked={appearance.dense_mode}
            onCheckedChange={(on) => change({ dense_mode: on })}
            className="min-h-control"
          />
        </div>
      </div>
    </Panel>
  );
}

function Choices({
  legend,
  className,
  children,
}: {
  legend: string;
  className: string;
  children: (name: string) => ReactNode;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className={className}>{children(name)}</div>
    </fieldset>
  );
}

/** A native radio button under a picture: arrow keys, readers and forms know it. */
function Choice({
  name,
  checked,
  onChoose,
  className,
  children,
}: {
  name: string;
  checked: boolean;
  onChoose: () => void;
  className: string;
  children: ReactNode;
}) {
  return (
    <label
      className={cx(
        'relative flex cursor-pointer text-sm hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-[inherit] outline-none"
      />
      {children}
    </label>
  );
}
