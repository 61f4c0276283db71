/** The address of the page: the run or the team that is open. */
import type { RawSearch } from '../../../web/router/page.ts';

export interface TeamSearch {
  run: string | undefined;
  team: string | undefined;
}

const ID = /^[0-9a-f-]{36}$/;
const idIn = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined);

/** Reads the address; what does not fit is left out. */
export function parseTeamSearch(raw: RawSearch): TeamSearch {
  return { run: idIn(raw['run']), team: idIn(raw['team']) };
}
