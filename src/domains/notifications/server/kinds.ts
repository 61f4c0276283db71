/** The kinds of news that there are. Each domain declares its own beside the code that tells of it. */
import type { Ways } from '../contract.ts';

export type Role = 'admin' | 'opus_team' | 'user';

export interface NotificationKind {
  /** Never changed once people have chosen: `import_finished`. */
  name: string;
  /** Heading in the settings that related kinds stand under: `Contacts`. */
  group: string;
  /** Label in the settings: `Finished imports`. */
  label: string;
  /** When it comes, in one sentence. */
  hint: string;
  /** Default delivery. */
  ways: Ways;
  /** Only these roles are told of it, so only they are asked whether they want it. Absent: everyone. */
  roles?: readonly Role[];
}

const kinds = new Map<string, NotificationKind>();

/** Declares a kind of news; the settings offer it from then on. Call it once, where the module is loaded. */
export function defineNotificationKind(kind: NotificationKind): NotificationKind {
  if (kinds.has(kind.name)) throw new Error(`There are two types of notification called ${kind.name}`);
  kinds.set(kind.name, Object.freeze(kind));
  return kind;
}

/** The kinds that people of this role can be told of, group by group. */
export function kindsFor(role: Role): NotificationKind[] {
  return [...kinds.values()]
    .filter(({ roles }) => !roles || roles.includes(role))
    .sort((a, b) => a.group.localeCompare(b.group, 'en') || a.label.localeCompare(b.label, 'en'));
}
