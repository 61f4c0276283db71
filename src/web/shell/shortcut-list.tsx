import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Switch } from '../ui/switch.tsx';
import { type KeyHint, useShownKeyHints } from './key-hints.ts';
import { commandKey, useRegisteredShortcuts, useShortcutsEnabled } from './shortcuts.ts';

/** The shortcuts available here, by group, and the switch that turns plain keys off. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const shortcuts = useRegisteredShortcuts();
  const [enabled, setEnabled] = useShortcutsEnabled();
  const hints = useShownKeyHints();
  const groups = Map.groupBy([...unique(shortcuts), ...hints], ({ group }) => group);
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Keyboard shortcuts"
      size="sm"
    >
      <div className="grid gap-5">
        {[...groups].map(([group, entries]) => (
          <section key={group}>
            <h3 className="pb-1 text-xs font-medium text-muted">{group}</h3>
            <dl className="divide-y divide-line">
              {entries.map(({ keys, label }) => (
                <div key={keys} className="flex min-h-9 items-center justify-between gap-4 text-sm">
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label="Plain keys as shortcuts"
          hint={`Off: only combinations with ${commandKey()} work.`}
          checked={enabled}
          onCheckedChange={setEnabled}
        />
      </div>
    </Dialog>
  );
}

/** Of two with the same keys the first one wins. */
function unique(shortcuts: readonly KeyHint[]): KeyHint[] {
  return [...new Map([...shortcuts].reverse().map((shortcut) => [shortcut.keys, shortcut])).values()].reverse();
}

const SIGNS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

function Keys({ keys }: { keys: string }) {
  return (
    <span className="flex items-center gap-1">
      {keys.split(/[ +]/).map((key, nth) => (
        <Kbd key={nth}>
          {key === 'Mod' ? commandKey() : (SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key))}
        </Kbd>
      ))}
    </span>
  );
}
