/**
 * Reports of services as workspace events. `domains/connections` stores each one in the transaction that prevents
 * duplicates, and the outbox delivers it, so a failed handler is retried.
 */
import type { Port } from '../../kernel/ports.ts';
import { type RecordedEvent, subscribe, type Subscriber } from '../events/subscribers.ts';
import type { ProviderEvent } from './define.ts';

/** `data` of each event. Port files add theirs by declaration, under `<port>.<past tense>`. */
// oxlint-disable-next-line typescript/no-empty-interface -- port files extend it
export interface ProviderEvents {}

type TypesOf<P extends Port> = keyof ProviderEvents & `${P}.${string}`;

/** A report of a service, in the workspace that it concerns. */
export interface ReportedEvent<Data> extends RecordedEvent {
  data: Data & Record<string, unknown>;
}

/**
 * Declares what a domain does about reports of a port; its manifest lists the result under `subscribers`.
 * @param name unique and never changed: the place in the outbox is stored under it
 * @param handlers by type of event; each runs in the event's workspace and in a transaction
 */
export function onProviderEvent<P extends Port>(
  port: P,
  name: string,
  handlers: { [T in TypesOf<P>]?: (event: ReportedEvent<ProviderEvents[T]>) => Promise<void> },
): Subscriber {
  const byType = new Map(Object.entries(handlers) as [string, (event: RecordedEvent) => Promise<void>][]);
  for (const type of byType.keys())
    if (!type.startsWith(`${port}.`)) throw new Error(`The port ${port} reports no ${type}`);
  return subscribe([...byType.keys()], name, (event) => byType.get(event.type)!(event));
}

type Attribution = (event: ProviderEvent) => Promise<readonly string[]>;
const attributions = new Map<Port, Attribution>();

/**
 * Finds the workspaces of a report that names none, such as a text to a number that several workspaces share. `find`
 * runs as system.
 * @returns ids of workspaces
 */
export function attributeProviderEvents(port: Port, find: Attribution): void {
  if (attributions.has(port)) throw new Error(`Reports of the port ${port} are attributed twice`);
  attributions.set(port, find);
}

/** The workspaces that a report without one concerns. Runs as system. */
export async function attributedWorkspaces(port: Port, event: ProviderEvent): Promise<readonly string[]> {
  return (await attributions.get(port)?.(event)) ?? [];
}
