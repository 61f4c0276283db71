/**
 * The family of ports to services outside. A port is an interface in `<port>/port.ts`, which declares itself in
 * `PortClient`. An adapter is one `defineProvider()`. People connect providers in Settings → Connections
 * (`domains/connections`), where their settings are kept; code asks that domain for a client.
 */
import * as z from 'zod';
import type { Port } from '../../kernel/ports.ts';
import { type OutgoingAnswer, type OutgoingRequest, sendOutgoing } from '../http-client/client.ts';
import { type OutgoingStream, streamOutgoing, type StreamRequest } from '../http-client/stream.ts';
import { log } from '../observability/log.ts';
import { redactUrl } from '../observability/redact.ts';
import { ProviderError } from './provider-error.ts';

export type { Port } from '../../kernel/ports.ts';

/** The client that each port opens. Port files add theirs by declaration. */
// oxlint-disable-next-line typescript/no-empty-interface -- port files extend it
export interface PortClient {}
/** Ports that exist so far. */
export type OpenPort = Port & keyof PortClient;

/** The guarded way out: no private addresses unless allowed, time-outs, size limits, redacted logs. */
export interface GuardedFetch {
  (request: OutgoingRequest): Promise<OutgoingAnswer>;
  stream(request: StreamRequest): Promise<OutgoingStream>;
}

export interface ProviderContext {
  /** On whose behalf; null for the installation itself. */
  workspaceId: string | null;
  /** Null for embedded providers, and for settings that are tried before they are kept. */
  connectionId: string | null;
  fetch: GuardedFetch;
}

/** An incoming request from a service. */
export interface Delivery {
  /** The full public address that the service called, with its query. */
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/** Something that a service reported, in the port's own terms. */
export interface ProviderEvent {
  /** The service's id of the report, which is handled once. */
  id: string;
  /** `<port>.<past tense>`: `sms.received`. Subscribers get it as an event of the workspace. */
  type: string;
  data: Record<string, unknown>;
  /** The workspace it concerns, where the service carries that for us. */
  workspaceId?: string | undefined;
}

export interface ProviderSpec<P extends OpenPort, S extends z.ZodObject> {
  port: P;
  /** `twilio`, `stripe`, `embedded`. Connections are kept under it, so it never changes. */
  id: string;
  name: string;
  /** One sentence for the page. That of an embedded provider says what it does not do. */
  summary: string;
  /** Works without settings, an account, and a network; used where nothing is connected. */
  embedded?: true;
  /** Settings, with `.meta({ title, description })` as label and hint of each field. */
  settings: S;
  /** Settings that are sealed at rest and never shown again. */
  secrets: readonly (keyof z.output<S> & string)[];
  /** Opens a client: a plain object. It calls no one yet. */
  open(settings: z.output<S>, context: ProviderContext): PortClient[P];
  /**
   * Tries the settings without lasting effects.
   * @throws ProviderError with the service's own words
   */
  verify(settings: z.output<S>, context: ProviderContext): Promise<void>;
  /**
   * Reads what the service calls us with.
   * @throws ProviderError `refused` when its signature is not right
   */
  receive?(settings: z.output<S>, delivery: Delivery, context: ProviderContext): ProviderEvent[];
}

/** A field of a provider's settings, as the page shows it. */
export interface SettingField {
  name: string;
  label: string;
  hint: string;
  kind: 'text' | 'secret' | 'number' | 'choice' | 'flag';
  required: boolean;
  /** Of a choice. */
  options: string[];
  initial: string | number | boolean | null;
}

export interface Provider<P extends OpenPort = OpenPort> {
  readonly port: P;
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly embedded: boolean;
  readonly settings: z.ZodObject;
  readonly secrets: readonly string[];
  readonly fields: readonly SettingField[];
  /** Whether the service calls us. */
  readonly receives: boolean;
  open(settings: unknown, context: ProviderContext): PortClient[P];
  verify(settings: unknown, context: ProviderContext): Promise<void>;
  receive(settings: unknown, delivery: Delivery, context: ProviderContext): ProviderEvent[];
}

const registry = new Map<string, Provider>();
const keyOf = (port: Port, id: string) => `${port}/${id}`;

/** Declares a provider; once per port and id. */
export function defineProvider<P extends OpenPort, S extends z.ZodObject>(spec: ProviderSpec<P, S>): Provider<P> {
  const { port, id, settings } = spec;
  if (registry.has(keyOf(port, id))) throw new Error(`There are two providers ${keyOf(port, id)}`);
  if (spec.embedded && embeddedProvider(port)) throw new Error(`The port ${port} has two embedded providers`);
  const provider: Provider<P> = {
    port,
    id,
    name: spec.name,
    summary: spec.summary,
    embedded: spec.embedded ?? false,
    settings,
    secrets: spec.secrets,
    fields: fieldsOf(settings, spec.secrets),
    receives: spec.receive !== undefined,
    open: (given, context) => spec.open(settings.parse(given), context),
    verify: (given, context) => spec.verify(settings.parse(given), context),
    receive(given, delivery, context) {
      if (!spec.receive) throw new ProviderError('refused', `${spec.name} has nothing to report.`);
      return spec.receive(settings.parse(given), delivery, context);
    },
  };
  registry.set(keyOf(port, id), provider as Provider);
  return provider;
}

/** All providers, in the order in which they were declared. */
export const allProviders = (): Provider[] => [...registry.values()];

export function findProvider(port: Port, id: string): Provider | undefined {
  return registry.get(keyOf(port, id));
}

/** The provider of a port that needs no connection. */
export function embeddedProvider(port: Port): Provider | undefined {
  return allProviders().find((provider) => provider.port === port && provider.embedded);
}

/** The guarded way out for a provider; each call leaves a line in the log at level `debug`, without secrets. */
export function guardedFetch(provider: { port: Port; id: string }, facts: Record<string, unknown> = {}): GuardedFetch {
  const note = ({ method = 'GET', url }: OutgoingRequest, outcome: object) =>
    log().debug(
      { port: provider.port, provider: provider.id, ...facts, method, url: redactUrl(url), ...outcome },
      'provider called',
    );
  const noted = async <A extends { status: number }>(request: OutgoingRequest, send: () => Promise<A>): Promise<A> => {
    try {
      const answer = await send();
      note(request, { status: answer.status });
      return answer;
    } catch (error) {
      note(request, { failure: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  };
  return Object.assign((request: OutgoingRequest) => noted(request, () => sendOutgoing(request)), {
    stream: (request: StreamRequest) => noted(request, () => streamOutgoing(request)),
  });
}

const JsonField = z.object({
  title: z.string().default(''),
  description: z.string().default(''),
  type: z.string().default('string'),
  enum: z.array(z.string()).default([]),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable().default(null),
});
const JsonSettings = z.object({
  properties: z.record(z.string(), JsonField).default({}),
  required: z.array(z.string()).default([]),
});

function fieldsOf(settings: z.ZodObject, secrets: readonly string[]): SettingField[] {
  const { properties, required } = JsonSettings.parse(z.toJSONSchema(settings, { io: 'input' }));
  return Object.entries(properties).map(([name, field]) => ({
    name,
    label: field.title || name,
    hint: field.description,
    kind: secrets.includes(name) ? 'secret' : kindOf(field),
    required: required.includes(name),
    options: field.enum,
    initial: field.default,
  }));
}

function kindOf({ type, enum: options }: z.infer<typeof JsonField>): SettingField['kind'] {
  if (options.length > 0) return 'choice';
  if (type === 'boolean') return 'flag';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}
