import { Link } from '../../../web/router/link.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import type { Funnel, FunnelDocument, Theme } from '../contract.ts';
import { VARIABLES } from '../engine/variables.ts';
import type { DraftState } from './use-draft.ts';

const options = (...pairs: readonly (readonly [string, string])[]) => pairs.map(([value, label]) => ({ value, label }));

/** Look and settings of the whole funnel. */
export function DesignPanel({ draft, funnel }: { draft: DraftState; funnel: Funnel }) {
  const { name, slug, document } = draft.draft;
  const { theme, source, tags, findable } = document;
  const set = (changes: Partial<FunnelDocument>) =>
    draft.changeDocument(`funnel ${Object.keys(changes).join()}`, (one) => ({ ...one, ...changes }));
  const setTheme = (changes: Partial<Theme>) => set({ theme: { ...theme, ...changes } });
  return (
    <div className="grid gap-3 py-2">
      <Field label="Color" hint={theme.color === '' ? 'The color of your public pages.' : undefined}>
        {(control) => (
          <span className="flex items-center gap-2">
            <input
              {...control}
              type="color"
              className="h-control w-14 rounded-md border border-control bg-canvas p-1"
              value={theme.color || funnel.site.color || '#2f5bc9'}
              onChange={(event) => setTheme({ color: event.target.value })}
            />
            {theme.color !== '' && (
              <button type="button" className="text-xs text-muted underline" onClick={() => setTheme({ color: '' })}>
                Use the color of your pages
              </button>
            )}
          </span>
        )}
      </Field>
      <Field label="Background">
        {(control) => (
          <Select
            {...control}
            value={theme.mode}
            options={options(['light', 'Light'], ['dark', 'Dark'])}
            onChange={(event) => setTheme({ mode: event.target.value as Theme['mode'] })}
          />
        )}
      </Field>
      <Field label="Corners">
        {(control) => (
          <Select
            {...control}
            value={theme.corners}
            options={options(['square', 'Square'], ['soft', 'Soft'], ['round', 'Round'])}
            onChange={(event) => setTheme({ corners: event.target.value as Theme['corners'] })}
          />
        )}
      </Field>
      <Field label="Typeface">
        {(control) => (
          <Select
            {...control}
            value={theme.font}
            options={options(['sans', 'Sans serif'], ['serif', 'Serif'])}
            onChange={(event) => setTheme({ font: event.target.value as Theme['font'] })}
          />
        )}
      </Field>
      <p className="text-xs text-muted">
        Logo, imprint, privacy policy, and own domains are under{' '}
        <Link to="/settings" search={{ tab: 'public-pages' }} className="underline underline-offset-2">
          Settings → Public pages
        </Link>
        .
      </p>
      <h2 className="border-t border-line pt-3 text-sm font-semibold">Funnel</h2>
      <Field label="Name" required>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={120}
            onChange={(event) => draft.change('name', (one) => ({ ...one, name: event.target.value }))}
          />
        )}
      </Field>
      <Field label="Address" required hint={`/p/f/${slug}`}>
        {(control) => (
          <Input
            {...control}
            value={slug}
            maxLength={60}
            onChange={(event) => draft.change('slug', (one) => ({ ...one, slug: event.target.value.toLowerCase() }))}
          />
        )}
      </Field>
      <Field label="Lead source" hint="Blank: the name of the funnel.">
        {(control) => (
          <Input
            {...control}
            value={source}
            maxLength={120}
            onChange={(event) => set({ source: event.target.value })}
          />
        )}
      </Field>
      <Field label="Tags for leads" hint="Separated by commas.">
        {(control) => (
          <Input
            {...control}
            defaultValue={tags.join(', ')}
            onBlur={(event) =>
              set({
                tags: event.target.value
                  .split(',')
                  .map((tag) => tag.trim().slice(0, 60))
                  .filter(Boolean)
                  .slice(0, 20),
              })
            }
          />
        )}
      </Field>
      <Switch
        label="Search engines may list the pages"
        checked={findable}
        onCheckedChange={(checked) => set({ findable: checked })}
      />
      <h2 className="border-t border-line pt-3 text-sm font-semibold">Variables</h2>
      <p className="text-xs text-muted">
        Texts can name their visitor and campaign, with a fallback after the bar: {'{{contact.first_name|there}}'}
      </p>
      <ul className="grid gap-1 font-mono text-xs">
        {VARIABLES.map((variable) => (
          <li key={variable}>{`{{${variable}}}`}</li>
        ))}
      </ul>
    </div>
  );
}
