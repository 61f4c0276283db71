/** Routing forms. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId, UUID } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentWorkspaceId,
  deleteRows,
  insertRow,
  isUniqueViolation,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { publicLink } from '../../../server/public/site.ts';
import { type BookingRoute, MAX_ROUTES, type NewBookingRoute } from '../contract.ts';
import { BOOKING } from '../paths.ts';

type StoredRoute = Omit<BookingRoute, 'link'>;

/** Columns of a routing form. */
export const ROUTE_COLUMNS = `r.id, r.title, r.slug, r.description, r.questions, r.rules, r.fallback,
  r.is_active as "isActive", r.version`;

const withLink = async (row: StoredRoute): Promise<BookingRoute> => ({
  ...row,
  link: await publicLink(currentWorkspaceId(), `/p/book-with/${row.slug}`),
});

export async function listRoutes(): Promise<{ items: BookingRoute[] }> {
  const rows = await query<StoredRoute>(
    `select ${ROUTE_COLUMNS} from booking_routes r where r.workspace_id = $1 order by r.id limit ${MAX_ROUTES}`,
    [currentWorkspaceId()],
  );
  return { items: await Promise.all(rows.map(withLink)) };
}

async function readRoute(id: string): Promise<BookingRoute> {
  const [row] = await query<StoredRoute>(
    `select ${ROUTE_COLUMNS} from booking_routes r where r.workspace_id = $1 and r.id = $2`,
    [currentWorkspaceId(), id],
  );
  if (!row) throw notFound('The routing form');
  return withLink(row);
}

/** Every answer that a rule names must be one of the choices, and every type must be there. */
async function checkRoute({ questions, rules, fallback }: NewBookingRoute): Promise<void> {
  for (const [n, { answers }] of rules.entries()) {
    const isKnown = answers.every((answer, at) => answer === null || questions[at]?.options.includes(answer));
    if (!isKnown) throw invalid('rules', `Rule ${n + 1} names an answer that is no choice of its question.`);
  }
  const ids = [...rules.map(({ target }) => target), fallback].flatMap((target) =>
    'typeId' in target ? [target.typeId] : [],
  );
  const found = await query<{ id: string }>(
    'select id from booking_types where workspace_id = $1 and deleted_at is null and id = any($2)',
    [currentWorkspaceId(), ids],
  );
  if (found.length < new Set(ids).size) throw invalid('rules', 'Choose booking types that are there.');
}

/** A visitor's answers before the calendar, with the form's wording; empty if the form is gone. */
export async function routeAnswers(
  fields: Readonly<Record<string, string>>,
): Promise<{ question: string; answer: string }[]> {
  const id = fields['route'] ?? '';
  if (!UUID.test(id)) return [];
  const row = await selectRow('booking_routes', ['questions'], { id, workspaceId: currentWorkspaceId() });
  const questions = (row?.questions ?? []) as BookingRoute['questions'];
  return questions.flatMap(({ label, options }, n) => {
    const answer = options.find((option) => option === fields[`r${n}`]);
    return answer === undefined ? [] : [{ question: label, answer }];
  });
}

const slugTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) throw invalid('slug', 'This address is taken. Choose another one.');
  throw error;
};

async function record(id: string, action: 'created' | 'updated' | 'deleted', title: string): Promise<void> {
  await audit({ action: `booking_route.${action}`, subject: { type: 'booking_route', id }, details: { title } });
  await publishPaths(currentWorkspaceId(), [BOOKING.routes]);
}

/** @throws AppError `validation`, `conflict` at the limit */
export function createRoute(input: NewBookingRoute): Promise<BookingRoute> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await checkRoute(input);
    if ((await listRoutes()).items.length >= MAX_ROUTES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_ROUTES} routing forms.`);
    const id = newId();
    await insertRow('booking_routes', { id, workspaceId, ...input });
    await record(id, 'created', input.title);
    return readRoute(id);
  }).catch(slugTaken);
}

/** @throws AppError `validation`, `not_found`, `stale` */
export function updateRoute(
  id: string,
  { version, ...input }: NewBookingRoute & { version: number },
): Promise<BookingRoute> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    if (!(await selectRow('booking_routes', ['id'], { id, workspaceId }))) throw notFound('The routing form');
    await checkRoute(input);
    const changed = await updateRows(
      'booking_routes',
      { ...input, version: version + 1 },
      { id, workspaceId, version },
    );
    if (changed === 0)
      throw new AppError('stale', 'Someone changed this routing form in the meantime.', {
        details: await readRoute(id),
      });
    await record(id, 'updated', input.title);
    return readRoute(id);
  }).catch(slugTaken);
}

/** @throws AppError `not_found` */
export function removeRoute(id: string): Promise<void> {
  return transaction(async () => {
    const { title } = await readRoute(id);
    await deleteRows('booking_routes', { id, workspaceId: currentWorkspaceId() });
    await record(id, 'deleted', title);
  });
}
