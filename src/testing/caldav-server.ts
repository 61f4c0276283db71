/** A CalDAV server for tests: accounts, calendars, events, and the requests of RFC 4791 that clients make. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestCaldav {
  /** `http://127.0.0.1:port`. */
  url: string;
  host: string;
  username: string;
  password: string;
  /** iCalendar texts by path. */
  events: Map<string, string>;
  /** Requests as `METHOD path`. */
  asked: string[];
  /** Answered in place of what was asked; 0: nothing is wrong. */
  fail: number;
  close(): Promise<void>;
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const multistatus = (...responses: string[]) =>
  `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/">${responses.join('')}</D:multistatus>`;
const response = (href: string, props: string, missing = '') =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>${missing && `<D:propstat><D:prop>${missing}</D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>`}</D:response>`;

/** Its account is found from `/.well-known/caldav`, which leads elsewhere. The home holds a calendar, tasks, and one to read only. */
export async function startTestCaldav(): Promise<TestCaldav> {
  const state: Omit<TestCaldav, 'url' | 'host' | 'close'> = {
    username: 'tara',
    password: 'app-pässword',
    events: new Map(),
    asked: [],
    fail: 0,
  };
  let changes = 0;
  const calendar = (path: string, name: string, kind: string, right: string) =>
    response(
      path,
      `<D:resourcetype><D:collection/><CAL:calendar/></D:resourcetype><D:displayname>${name}</D:displayname><CAL:supported-calendar-component-set><CAL:comp name="${kind}"/></CAL:supported-calendar-component-set><D:current-user-privilege-set><D:privilege><D:${right}/></D:privilege></D:current-user-privilege-set>`,
    );
  const answer = (request: IncomingMessage, body: string, result: ServerResponse): void => {
    const { method = '', url: path = '' } = request;
    state.asked.push(`${method} ${path}`);
    const send = (status: number, text = '') =>
      void result.writeHead(status, { 'content-type': 'application/xml; charset=utf-8' }).end(text);
    if (state.fail !== 0) return send(state.fail);
    if (path === '/.well-known/caldav') return void result.writeHead(301, { location: '/dav/' }).end();
    const given = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString('utf8');
    if (given !== `${state.username}:${state.password}`)
      return void result.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
    if (method === 'PROPFIND' && path === '/dav/')
      return send(
        207,
        multistatus(
          response(
            path,
            '<D:current-user-principal><D:href>/dav/principals/tara/</D:href></D:current-user-principal>',
            '<CAL:calendar-home-set/>',
          ),
        ),
      );
    if (method === 'PROPFIND' && path === '/dav/principals/tara/')
      return send(
        207,
        multistatus(response(path, '<CAL:calendar-home-set><D:href>/dav/home/</D:href></CAL:calendar-home-set>')),
      );
    if (method === 'PROPFIND' && path === '/dav/home/')
      return send(
        207,
        multistatus(
          response(path, '<D:resourcetype><D:collection/></D:resourcetype>'),
          calendar('/dav/home/office/', 'Work &amp; more', 'VEVENT', 'write'),
          calendar('/dav/home/tasks/', 'Tasks', 'VTODO', 'write'),
          calendar('/dav/home/holidays/', 'Holidays', 'VEVENT', 'read'),
        ),
      );
    if (method === 'PROPFIND' && path.startsWith('/dav/home/'))
      return send(207, multistatus(response(path, `<CS:getctag>"${changes}"</CS:getctag>`, '<D:sync-token/>')));
    if (method === 'REPORT' && request.headers['depth'] === '1' && /time-range start="\d{8}T\d{6}Z"/.test(body)) {
      const found = [...state.events].filter(([one]) => one.startsWith(path));
      return send(
        207,
        multistatus(
          ...found.map(([one, text]) => response(one, `<CAL:calendar-data>${escape(text)}</CAL:calendar-data>`)),
        ),
      );
    }
    if (method === 'PUT' && path.startsWith('/dav/home/office/')) {
      if (/^METHOD:/m.test(body)) return send(403);
      const isNew = !state.events.has(path);
      changes += 1;
      state.events.set(path, body);
      return send(isNew ? 201 : 204);
    }
    if (method === 'DELETE' && path.startsWith('/dav/home/office/')) {
      changes += 1;
      return send(state.events.delete(path) ? 204 : 404);
    }
    return send(404);
  };
  const server = createServer((request, result) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, Buffer.concat(chunks).toString('utf8'), result));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url: `http://${host}`,
    host,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
