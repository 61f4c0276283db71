/** Example data: the sync with a client, and the history of its services. */
import type { DemoWorkspace } from '../../../server/domain.ts';
import { loadClients } from './load-clients.ts';

export function loadInstallation(ids: ReadonlyMap<DemoWorkspace['key'], string>, now: Date): Promise<void> {
  return loadClients(ids.get('operations')!, ids.get('client')!, now);
}
