/** Words of a question that may name a record. */

const COMMON = new Set(
  `a about all also am an and any are as at be by can could create did do does find for from get give had has have how i in
   into is it its last list log many me mine much my name new of on open or our out please record show some task tell than
   that the their them there these they this to today tomorrow until up us was we were what when where which who whom whose
   why will with would you your contact company companies contacts lead leads opportunity opportunities deal deals activity
   activities call email phone number address update change set field`.split(/\s+/),
);
const MAX_WORDS = 4;

/** Names in capitals where there are any, else the words that are not common ones; none when nothing is left. */
export function searchWords(question: string): string {
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}@.'’&-]*/gu) ?? [];
  const telling = words.filter((word) => !COMMON.has(word.toLowerCase().replace(/['’]s$/, '')));
  const names = telling.filter((word) => /^\p{Lu}/u.test(word));
  return (names.length > 0 ? names : telling)
    .slice(0, MAX_WORDS)
    .map((word) => word.replace(/['’]s$|[.,]$/g, ''))
    .join(' ');
}
