/** Services of a workspace, as its people would ask about them: each domain declares its own and says how it is. */

export type ServiceStatus = 'active' | 'inactive' | 'pending' | 'warning' | 'error';

export interface Judgement {
  status: ServiceStatus;
  /** One sentence that says why. */
  detail: string;
}

export interface Service {
  /** Never changed, it is stored: `webhooks`. */
  id: string;
  name: string;
  /** How it is in each of the workspaces; one that is left out has nothing of it. Runs as system. */
  judge: (workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, Judgement>>;
}

const services = new Map<string, Service>();

/** Declares a service; the order of declaration is the order in which people see them. */
export function defineService(service: Service): void {
  if (services.has(service.id)) throw new Error(`There are two services called ${service.id}`);
  services.set(service.id, service);
}

export const allServices = (): readonly Service[] => [...services.values()];

/** One judgement for each row of a query. */
export const judged = <Row extends { workspace_id: string }>(
  rows: readonly Row[],
  judge: (row: Row) => Judgement,
): Map<string, Judgement> => new Map(rows.map((row) => [row.workspace_id, judge(row)]));

/** The same for all of them. */
export const alike = (workspaceIds: readonly string[], judgement: Judgement): Map<string, Judgement> =>
  new Map(workspaceIds.map((id) => [id, judgement]));

/** A count with its noun: "1 run", "2 runs". */
export const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
