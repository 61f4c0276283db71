/**
 * The manifest of a domain's server half: everything that the domain brings, in one value. It lists what `define…()` and
 * `subscribe()` return, so importing the manifest is what registers them.
 */
import type { FastifyInstance } from 'fastify';
import type { App } from '../kernel/apps.ts';
import type { CatalogEntry } from './catalog.ts';
import type { Config } from './config.ts';
import type { Subscriber } from './events/subscribers.ts';
import type { Authenticate } from './http/caller.ts';
import type { FirstReadsOptions } from './http/first-reads.ts';
import type { BoundRoute } from './http/route.ts';
import type { RecurringDefinition } from './jobs/recurring.ts';
import type { OwnedKind } from './ownership/ownership.ts';
import type { BoundSocket } from './realtime/sockets.ts';
import type { Service } from './status/services.ts';

/** An account of the example business that the sign-in page offers. */
export interface ExampleAccount {
  email: string;
  label: string;
  password: string;
}

/** A workspace of the example business. */
export interface DemoWorkspace {
  key: 'operations' | 'client' | 'second_client' | 'personal';
  kind: 'operations' | 'client' | 'personal';
  name: string;
  timeZone: string;
  currency: string;
  country: string;
  /** Teammates besides the sample accounts. No one signs in as one: their passwords are random and discarded. */
  team: readonly { name: string; email: string }[];
}

/** A workspace of the example business while its data is loaded. */
export interface DemoWorkspaceContext {
  workspace: DemoWorkspace;
  workspaceId: string;
  /** User ids, the owner first. */
  people: readonly string[];
  /** ISO day. */
  today: string;
  now: Date;
}

/** Example data of a domain. Domains load in the order of the list in `src/domains.ts`. */
export interface DomainDemo {
  /** Called once for each workspace, in the name of its owner. */
  loadWorkspace?: (context: DemoWorkspaceContext) => Promise<void>;
  /** Called once as system, after all workspaces. @param ids workspace ids by key */
  loadInstallation?: (ids: ReadonlyMap<DemoWorkspace['key'], string>, now: Date) => Promise<void>;
}

export interface ServerDomain {
  /** Name of the domain's folder. */
  name: string;
  /** Exports of `contract.ts`: they name the schemas in the API's description. Absent: the domain has no names of its own. */
  contract?: Record<string, unknown>;
  /** All calls. Called once at start, when the settings are known. */
  routes?: (config: Config, example: { accounts: readonly ExampleAccount[] }) => readonly BoundRoute[];
  sockets?: readonly BoundSocket[];
  /** Reads that pages start with, by the page's path. */
  firstReads?: FirstReadsOptions['pages'];
  /** Reads that every page of a signed-in person starts with. */
  firstReadsOfEveryPage?: readonly string[];
  /** Apps that a client may have or not. */
  apps?: readonly App[];
  jobs?: readonly { name: string }[];
  recurring?: readonly RecurringDefinition[];
  subscribers?: readonly Subscriber[];
  approvalKinds?: readonly { name: string }[];
  notificationKinds?: readonly { name: string }[];
  /** Catalog entries of the domain besides its apps. */
  catalog?: readonly CatalogEntry[];
  /** Services on the status page. */
  services?: readonly Service[];
  /** Records that belong to a person and are reassigned when someone leaves. */
  ownedKinds?: readonly OwnedKind[];
  /** Server halves of the kinds of records. */
  recordKinds?: readonly object[];
  calendarFeeds?: readonly { kind: string }[];
  /** Adds addresses beside the API. */
  mount?: (app: FastifyInstance, authenticate: Authenticate, version: string) => void;
  /** Ends threads and the like when the server stops. */
  stop?: () => Promise<void>;
  demo?: () => Promise<DomainDemo>;
}

/** Declares a domain's server half. */
export const defineServerDomain = <D extends ServerDomain>(domain: D): ServerDomain => domain;
