import { expect, it } from 'vitest';
import { eventsQuery, hrefIn, isEventCalendar, isWritable, readMultistatus, textOf } from './dav.ts';

const answer = (...responses: string[]) =>
  `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join('')}</multistatus>`;
const resource = (prop: string, status = 'HTTP/1.1 200 OK') =>
  `<response><href> /a%20b/ </href><propstat><prop>${prop}</prop><status>${status}</status></propstat></response>`;
const calendar = (more: string) =>
  readMultistatus(answer(resource(`<resourcetype><C:calendar/></resourcetype>${more}`)))[0]!;

it('reads resources whatever the prefixes are, and only properties that were found', () => {
  const [one] = readMultistatus(
    '<x:multistatus xmlns:x="DAV:"><x:response><x:href>/p/</x:href><x:propstat><x:prop><x:displayname>A &amp; B</x:displayname></x:prop><x:status>HTTP/1.1 200 OK</x:status></x:propstat><x:propstat><x:prop><x:getctag/></x:prop><x:status>HTTP/1.1 404 Not Found</x:status></x:propstat></x:response></x:multistatus>',
  );
  expect([one!.href, textOf(one!, 'displayname'), one!.props.has('getctag')]).toEqual(['/p/', 'A & B', false]);
  const home = readMultistatus(answer(resource('<C:calendar-home-set><href>/home/</href></C:calendar-home-set>')))[0]!;
  expect([home.href, hrefIn(home, 'calendar-home-set'), hrefIn(home, 'owner')]).toEqual([
    '/a%20b/',
    '/home/',
    undefined,
  ]);
});

it('keeps events as they are, in entities and in CDATA', () => {
  const text = 'BEGIN:VCALENDAR\r\nSUMMARY:a < b & c\r\nEND:VCALENDAR';
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  for (const given of [escaped, `<![CDATA[${text}]]>`]) {
    const [one] = readMultistatus(answer(resource(`<C:calendar-data>${given}</C:calendar-data>`)));
    expect(textOf(one!, 'calendar-data')).toBe(text);
  }
});

it('tells calendars of events from tasks and from plain folders', () => {
  const kinds = (...names: string[]) =>
    `<C:supported-calendar-component-set>${names.map((name) => `<C:comp name="${name}"/>`).join('')}</C:supported-calendar-component-set>`;
  expect(isEventCalendar(calendar(kinds('VTODO', 'VEVENT')))).toBe(true);
  expect(isEventCalendar(calendar(''))).toBe(true);
  expect(isEventCalendar(calendar(kinds('VTODO')))).toBe(false);
  expect(isEventCalendar(readMultistatus(answer(resource('<resourcetype><collection/></resourcetype>')))[0]!)).toBe(
    false,
  );
});

it('tells whether a calendar can be written, as far as the server says', () => {
  const rights = (...names: string[]) =>
    `<current-user-privilege-set>${names.map((name) => `<privilege><${name}/></privilege>`).join('')}</current-user-privilege-set>`;
  expect([
    isWritable(calendar('')),
    isWritable(calendar(rights('read', 'bind'))),
    isWritable(calendar(rights('read'))),
  ]).toEqual([true, true, false]);
});

it('reads nothing from what is no multistatus, and refuses what is too deep', () => {
  for (const text of [
    '',
    'Sign in first',
    '<html><body>Sign in</body></html>',
    '<multistatus><response></multistatus>',
  ])
    expect(readMultistatus(text)).toEqual([]);
  expect(() => readMultistatus('<a>'.repeat(100))).toThrow('too large');
});

it('asks for events of a time in UTC', () => {
  expect(eventsQuery([0, 86_400_000])).toContain('<c:time-range start="19700101T000000Z" end="19700102T000000Z"/>');
});
