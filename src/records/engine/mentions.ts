/**
 * Teammates named in a text as `@Name`. The text stays plain: it is searched, mailed and exported as it was written.
 */

export interface Person {
  id: string;
  name: string;
}

/** A character that continues a name: `@Ann` must not match in `@Anna`. */
const GOES_ON = /[\p{L}\p{N}_]/u;
/** A character before the @ that makes it an email address. */
const LEADS_IN = /[\p{L}\p{N}._%+-]/u;

interface Place {
  from: number;
  to: number;
  person: Person;
}

/** Where people are named, in order; where one name begins another, the longer one counts. */
function placesOf(text: string, people: readonly Person[]): Place[] {
  const longestFirst = people.toSorted((one, other) => other.name.length - one.name.length);
  const places: Place[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (LEADS_IN.test(text[at - 1] ?? ' ')) continue;
    const rest = text.slice(at + 1);
    const person = longestFirst.find(
      ({ name }) =>
        name !== '' &&
        rest.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
        !GOES_ON.test(rest[name.length] ?? ' '),
    );
    if (person) places.push({ from: at, to: at + 1 + person.name.length, person });
  }
  return places;
}

/**
 * People mentioned in a text.
 * @param picked ids that the writer chose among people of the same name; without a choice, all of them are mentioned
 */
export function mentionedIn(text: string, people: readonly Person[], picked: readonly string[] = []): Person[] {
  const found = new Map<string, Person>();
  for (const { person } of placesOf(text, people)) {
    const namesakes = people.filter(({ name }) => name.toLowerCase() === person.name.toLowerCase());
    const chosen = namesakes.filter(({ id }) => picked.includes(id));
    for (const one of chosen.length > 0 ? chosen : namesakes) found.set(one.id, { id: one.id, name: one.name });
  }
  return [...found.values()];
}

/** A text in pieces: as written, and the names of people in it. */
export function splitMentions(text: string, mentions: readonly Person[]): { text: string; person?: Person }[] {
  const pieces: { text: string; person?: Person }[] = [];
  let from = 0;
  for (const place of placesOf(text, mentions)) {
    if (place.from > from) pieces.push({ text: text.slice(from, place.from) });
    pieces.push({ text: text.slice(place.from, place.to), person: place.person });
    from = place.to;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
