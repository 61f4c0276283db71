/** Services of a workspace, as people see them. Each domain declares its own and reports its state. */

export type ServiceStatus = 'active' | 'inactive' | 'pending' | 'warning' | 'error';

export interface Judgement {
  status: ServiceStatus;
  /** One sentence with the reason. */
  detail: string;
}

export interface Service {
  /** Stored, so it never changes: `webhooks`. */
  id: string;
  name: string;
  /** The state in each workspace; a missing one has nothing of it. Runs as system. */
  judge: (workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, Judgement>>;
}

const services = new Map<string, Service>();

/** Declares a service. People see services in the order of declaration. */
export function defineService(service: Service): Service {
  if (services.has(service.id)) throw new Error(`There are two services called ${service.id}`);
  services.set(service.id, service);
  return service;
}

export const allServices = (): readonly Service[] => [...services.values()];

/** One state for each row of a query. */
export const judged = <Row extends { workspace_id: string }>(
  rows: readonly Row[],
  judge: (row: Row) => Judgement,
): Map<string, Judgement> => new Map(rows.map((row) => [row.workspace_id, judge(row)]));

/** The same state for all. */
export const alike = (workspaceIds: readonly string[], judgement: Judgement): Map<string, Judgement> =>
  new Map(workspaceIds.map((id) => [id, judgement]));

/** A count with its noun: "1 run", "2 runs". */
export const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
