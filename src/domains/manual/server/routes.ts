import { type BoundRoute, route } from '../../../server/http/route.ts';
import { manual, type ManualPassage } from '../contract.ts';
import type { Section } from '../engine/passages.ts';
import { type Manual, openManual } from './pages.ts';

const RESULTS = 12;
const TOPICS = 6;

function passageOf({ slug, page, heading, anchor, markdown, ...rest }: Section & { quote?: string }): ManualPassage {
  return { slug, page, heading, anchor, quote: rest.quote ?? '', text: markdown };
}

export function manualRoutes(): BoundRoute[] {
  let opened: Manual | undefined;
  const book = () => (opened ??= openManual());
  return [
    route(manual.pages, () => ({ items: book().pages })),
    route(manual.search, ({ query }) => ({ items: book().search(query.q, RESULTS).map(passageOf) })),
    route(manual.answer, ({ query }) => ({
      items: book()
        .answer(query.q, query.place ? { place: query.place } : {})
        .map(passageOf),
    })),
    route(manual.topics, ({ query }) => {
      const here = book().about(query.place, TOPICS);
      const items = here.length > 0 ? here : book().beginning(TOPICS);
      return { about: here.length > 0, items: items.map(passageOf) };
    }),
  ];
}
