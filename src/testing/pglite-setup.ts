/** Before the PGlite run: makes the prepared cluster once, so that test files only copy it. */
import { preparedCluster } from '../server/db/open.ts';

export default async function setup(): Promise<void> {
  await preparedCluster();
}
