/**
 * One write and one read of every domain over HTTP, on both engines: what was written is there, also after a restart,
 * and another workspace sees nothing of it.
 *
 * @smoke
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recurringJobs } from './domains/admin/contract.ts';
import { approvalRules } from './domains/approvals/contract.ts';
import { ask } from './domains/assistants/contract.ts';
import { workflows } from './domains/automation/contract.ts';
import { clients } from './domains/clients/contract.ts';
import { community } from './domains/community/contract.ts';
import { contacts } from './domains/crm/contract.ts';
import { reports } from './domains/diagnostics/contract.ts';
import { accounts, ledgers } from './domains/finance/contract.ts';
import { settings } from './domains/identity/contract/settings.ts';
import { manual } from './domains/manual/contract.ts';
import { notifications } from './domains/notifications/contract.ts';
import { support } from './domains/support/contract.ts';
import { templates } from './domains/templates/contract.ts';
import { invitations } from './domains/workspaces/contract.ts';
import { newId } from './kernel/ids.ts';
import type { TestClient } from './testing/client.ts';
import { startTestSystem, type TestSystem } from './testing/system.ts';

/** Who walks the domains: an administrator who is a member of the network, too. */
type Person = TestClient & { userId: string; workspaceId: string };

interface Walk {
  write: (person: Person) => Promise<unknown>;
  /** Reads what was written, as text. */
  read: (person: Person) => Promise<unknown>;
  /** What stands in it. */
  shows: string;
  /** It belongs to the installation, and not to a workspace. */
  isShared?: true;
}

const RULE = { match: 'all', conditions: [{ field: 'email', op: 'contains', value: '@smoke.example' }] } as const;

/** By the name of the domain's folder. */
const WALKS: Record<string, Walk> = {
  admin: {
    write: (person) =>
      person.call(recurringJobs.pause, { params: { name: 'notifications.forget' }, body: { paused: true } }),
    read: async (person) => (await person.call(recurringJobs.list)).items.filter(({ paused }) => paused),
    shows: 'notifications.forget',
    isShared: true,
  },
  approvals: {
    write: (person) =>
      person.call(approvalRules.create, { body: { name: 'Smoke rule', kind: 'lead.form_entry', filter: RULE } }),
    read: (person) => person.call(approvalRules.list),
    shows: 'Smoke rule',
  },
  assistants: {
    write: (person) =>
      person.send('POST', ask.question.path, {
        body: { conversationId: newId(), messageId: newId(), text: 'Smoke question?' },
      }),
    read: (person) => person.call(ask.list),
    shows: 'Smoke question?',
  },
  automation: {
    write: (person) => person.call(workflows.create, { body: { name: 'Smoke workflow' } }),
    read: (person) => person.call(workflows.list),
    shows: 'Smoke workflow',
  },
  clients: {
    write: async (person) => {
      const [client] = (await person.call(clients.list)).items;
      const { id, version } = await person.call(clients.get, { params: { id: client!.id } });
      return person.call(clients.update, { params: { id }, body: { version, name: 'Smoke client' } });
    },
    read: (person) => person.call(clients.list, { query: { search: 'smoke' } }),
    shows: 'Smoke client',
    isShared: true,
  },
  community: {
    write: (person) => person.call(settings.updateProfile, { body: { name: 'Smoke Member' } }),
    read: (person) => person.call(community.profile),
    shows: 'Smoke Member',
  },
  crm: {
    write: (person) => person.call(contacts.create, { body: { firstName: 'Wilhelmina', lastName: 'Smokehouse' } }),
    // With a slip in the name: found by parts of words.
    read: (person) => person.call(contacts.list, { query: { search: 'wilhelmna smokehouse' } }),
    shows: 'Smokehouse',
  },
  diagnostics: {
    write: (person) =>
      person.call(reports.create, { body: { kind: 'error', detail: 'Smoke report', page: '/contacts', build: 'b1' } }),
    read: (person) => person.call(reports.list),
    shows: 'Smoke report',
    isShared: true,
  },
  finance: {
    write: async (person) => {
      const ledger = await person.call(ledgers.create, {
        body: { kind: 'personal', name: 'Smoke ledger', currency: 'USD' },
      });
      return person.call(accounts.create, {
        body: {
          ledgerId: ledger.id,
          name: 'Smoke account',
          kind: 'checking',
          currency: 'USD',
          openingBalance: '12.50',
        },
      });
    },
    read: async (person) => {
      const { items } = await person.call(ledgers.list);
      const ledger = items.find(({ name }) => name === 'Smoke ledger');
      return ledger && person.call(accounts.list, { query: { ledgerId: ledger.id } });
    },
    shows: 'Smoke account',
  },
  identity: {
    write: (person) => person.call(settings.updateProfile, { body: { username: 'smoke-person' } }),
    read: (person) => person.call(settings.profile),
    shows: 'smoke-person',
  },
  manual: {
    // Its pages are part of the product.
    write: () => Promise.resolve(),
    read: (person) => person.call(manual.search, { query: { q: 'import contacts' } }),
    shows: 'import',
    isShared: true,
  },
  notifications: {
    write: (person) =>
      person.call(notifications.updateSettings, { body: { security: { inApp: false, email: false } } }),
    read: async (person) => await person.call(notifications.settings),
    shows: '"inApp":false',
  },
  support: {
    write: (person) =>
      person.call(support.create, { body: { text: 'Smoke question', place: '/pricing', asked: 'pay' } }),
    read: (person) => person.call(support.list),
    shows: 'Smoke question',
  },
  templates: {
    write: (person) => person.call(templates.duplicate, { params: { ref: 'dental-practice' } }),
    read: async (person) => (await person.call(templates.list)).items.filter(({ version }) => version !== null),
    shows: 'ental',
    isShared: true,
  },
  workspaces: {
    write: (person) => person.call(invitations.create, { body: { emails: ['invited@smoke.example'], role: 'user' } }),
    read: (person) => person.call(invitations.list),
    shows: 'invited@smoke.example',
  },
};

const DOMAINS = readdirSync(join(import.meta.dirname, 'domains'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let system: TestSystem;
let person: Person;
let neighbor: Person;

beforeAll(async () => {
  system = await startTestSystem();
  const workspaceId = await system.clientWorkspace('Before');
  person = await system.signedIn({ role: 'admin', workspaceRole: 'owner', isCommunityMember: true });
  neighbor = await system.signedIn({ role: 'user', workspaceRole: 'owner', workspaceId, isCommunityMember: true });
});
afterAll(() => system.destroy());

const textOf = async ({ read }: Walk, by: Person) => JSON.stringify((await read(by)) ?? null);

describe('every domain', () => {
  it('is walked here', () => {
    expect(Object.keys(WALKS).sort()).toEqual(DOMAINS.sort());
  });

  it.each(Object.entries(WALKS))('keeps what is written: %s', async (_name, walk) => {
    await walk.write(person);
    expect(await textOf(walk, person)).toContain(walk.shows);
  });

  it('shows nothing of it to another workspace', async () => {
    const seen: string[] = [];
    for (const [name, walk] of Object.entries(WALKS)) {
      if (walk.isShared) continue;
      // A refusal shows nothing either.
      const text = await textOf(walk, neighbor).catch((error: unknown) => String(error));
      if (text.includes(walk.shows)) seen.push(name);
    }
    expect(seen).toEqual([]);
  });

  it('has it after a restart', async () => {
    await system.restart();
    const lost: string[] = [];
    for (const [name, walk] of Object.entries(WALKS))
      if (!(await textOf(walk, person)).includes(walk.shows)) lost.push(name);
    expect(lost).toEqual([]);
  });
});
