/** The address of the editor: the view, the open step, the run that is shown over it. */
import type { RawSearch } from '../../../web/router/page.ts';

export interface EditorSearch {
  /** Empty: the canvas on a wide screen, the list on a phone. */
  view: 'canvas' | 'list' | '';
  /** Id of the open step, or `trigger`. */
  step: string;
  run: string;
  /** Number of the version that is compared, `latest`, or empty: the versions are closed. */
  versions: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function parseEditorSearch(raw: RawSearch): EditorSearch {
  return {
    view: raw['view'] === 'canvas' || raw['view'] === 'list' ? raw['view'] : '',
    step: text(raw['step']).slice(0, 20),
    run: text(raw['run']).slice(0, 36),
    versions: /^(\d{1,6}|latest)$/.test(String(raw['versions'])) ? String(raw['versions']) : '',
  };
}
