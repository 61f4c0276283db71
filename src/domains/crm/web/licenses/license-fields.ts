import type { KindWords } from '../../../../records/web/field-labels.ts';
import { choiceWords, dayWords, decimalWords, type ValueWords } from '../../../../records/web/value-text.ts';
import { KIND_LABELS, STANDING_LABELS } from './license-labels.ts';

const LABELS = {
  name: 'name',
  kind: 'kind',
  number: 'number',
  authority: 'authority',
  holder: 'holder',
  jurisdiction: 'jurisdiction',
  standing: 'standing',
  issuedOn: 'issued on',
  expiresOn: 'expires on',
  renewalUrl: 'renewal page',
  fee: 'fee',
  feeCurrency: 'fee currency',
  responsibleId: 'responsible',
  about: 'about',
  website: 'website',
  tagline: 'tagline',
  brandColor: 'brand color',
};

const VALUES: ValueWords = {
  kind: choiceWords(KIND_LABELS),
  standing: choiceWords(STANDING_LABELS),
  issuedOn: dayWords,
  expiresOn: dayWords,
  fee: decimalWords,
};

/** How timelines word a license. */
export const LICENSE_WORDS: KindWords = { labels: LABELS, values: VALUES };
