/** Collects sections while a document is read: text under the headings above it. */
import type { Section } from '../../engine/passages.ts';

/** Characters of a heading that are kept. */
const LONGEST_HEADING = 200;

export class Outline {
  readonly sections: Section[] = [];
  readonly #headings: (string | undefined)[] = [];
  #lines: string[] = [];

  place = '';
  page: number | null = null;

  add(text: string): void {
    if (text.trim() !== '') this.#lines.push(text);
  }

  /** @param level 1 for the outermost */
  heading(text: string, level: number): void {
    this.flush();
    const words = text.replace(/\s+/g, ' ').trim();
    if (words === '') return;
    this.#headings.length = Math.max(0, level - 1);
    this.#headings[level - 1] = words.slice(0, LONGEST_HEADING);
  }

  /** Begins a page, slide, or range. */
  begin(place: string, page: number | null): void {
    this.flush();
    this.place = place;
    this.page = page;
  }

  flush(): void {
    const text = this.#lines.join('\n');
    this.#lines = [];
    if (text.trim() === '') return;
    const heading = this.#headings.filter(Boolean).join(' › ');
    this.sections.push({ heading, place: this.place, page: this.page, text });
  }

  /** All sections; a heading without text under it is a section of its own, so that it is found. */
  end(): Section[] {
    this.flush();
    if (this.sections.length === 0) {
      const heading = this.#headings.filter(Boolean).join(' › ');
      if (heading) this.sections.push({ heading, place: this.place, page: this.page, text: heading });
    }
    return this.sections;
  }
}
