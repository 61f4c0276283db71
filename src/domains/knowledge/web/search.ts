/** What the addresses of the pages say. */
import type { RawSearch } from '../../../web/router/page.ts';

export const SHOWN = ['all', 'failed', 'waiting', 'unsure', 'stale', 'duplicates'] as const;
export type Shown = (typeof SHOWN)[number];

export const SHOWN_LABELS: Readonly<Record<Shown, string>> = {
  all: 'All documents',
  failed: 'Failed',
  waiting: 'Waiting',
  unsure: 'Low OCR confidence',
  stale: 'Not changed for long',
  duplicates: 'Duplicates',
};

export interface KnowledgeSearch {
  /** Words to find passages by. */
  q: string;
  source: string | undefined;
  document: string | undefined;
  /** Passage of the document to show. */
  passage: string | undefined;
  show: Shown;
  /** Answer to show. */
  answer: string | undefined;
}

const ID = /^[0-9a-f-]{36}$/;
const idIn = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined);
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export const parseKnowledgeSearch = (raw: RawSearch): KnowledgeSearch => ({
  q: text(raw['q']).slice(0, 500),
  source: idIn(raw['source']),
  document: idIn(raw['document']),
  passage: idIn(raw['passage']),
  show: SHOWN.find((value) => value === raw['show']) ?? 'all',
  answer: idIn(raw['answer']),
});

export const ASK_TABS = ['ask', 'verified', 'gaps', 'settings'] as const;
/** Of `/ai-knowledge-base`. */
export interface AskSearch {
  tab: (typeof ASK_TABS)[number];
  answer: string | undefined;
}
export const parseAskSearch = (raw: RawSearch): AskSearch => ({
  tab: ASK_TABS.find((value) => value === raw['tab']) ?? 'ask',
  answer: idIn(raw['answer']),
});

/** Of `/knowledge-testing-dashboard`. */
export interface TestSearch {
  set: string | undefined;
  run: string | undefined;
}
export const parseTestSearch = (raw: RawSearch): TestSearch => ({ set: idIn(raw['set']), run: idIn(raw['run']) });
