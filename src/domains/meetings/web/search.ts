/** The addresses of the pages: the words that are searched, the open meeting, and the days of the team's figures. */
import { isDay } from '../../../kernel/days.ts';
import type { RawSearch } from '../../../web/router/page.ts';

export interface MeetingsSearch {
  search: string;
  meeting: string | undefined;
  /** Passage to show. */
  at: number | undefined;
}

/** Reads the address; what does not fit is left out. */
export function parseMeetingsSearch(raw: RawSearch): MeetingsSearch {
  const { search, meeting, at } = raw;
  const position =
    typeof at === 'number' ? at : typeof at === 'string' && /^\d{1,5}$/.test(at) ? Number(at) : undefined;
  return {
    search: typeof search === 'string' ? search.slice(0, 200) : '',
    meeting: typeof meeting === 'string' && /^[0-9a-f-]{36}$/.test(meeting) ? meeting : undefined,
    at: position,
  };
}

export interface TeamSearch {
  from: string;
  to: string;
}

/** @param today default: the 30 days that end today */
export const parseTeamSearch =
  (today: () => string, monthBefore: () => string) =>
  (raw: RawSearch): TeamSearch => ({
    from: typeof raw['from'] === 'string' && isDay(raw['from']) ? raw['from'] : monthBefore(),
    to: typeof raw['to'] === 'string' && isDay(raw['to']) ? raw['to'] : today(),
  });
