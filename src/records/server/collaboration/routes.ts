import { type BoundRoute, route } from '../../../server/http/route.ts';
import { COLLABORATION, favourites, said, watchSettings } from '../../contract/collaboration.ts';
import { RECORD_KINDS, type RecordKind } from '../../contract/kinds.ts';
import {
  createComment,
  listComments,
  react,
  removeComment,
  resolveThread,
  restoreComment,
  updateComment,
} from './comments.ts';
import { addFavourite, listFavourites, orderFavourites, removeFavourite } from './favorites.ts';
import { searchSaid } from './search-notes-comments.ts';
import { readWatchSettings, setWatch, watchState, writeWatchSettings } from './watch.ts';
import './watch-digest.ts';

function routesOf(kind: RecordKind): BoundRoute[] {
  const { comments, watch } = COLLABORATION[kind];
  return [
    route(comments.list, ({ params, query }) => listComments(kind, params.id, query)),
    route(comments.create, ({ params, body }) => createComment(kind, params.id, body)),
    route(comments.update, ({ params, body, caller }) =>
      updateComment(kind, params.id, params.commentId, body, caller),
    ),
    route(comments.remove, ({ params, caller }) => removeComment(kind, params.id, params.commentId, caller)),
    route(comments.restore, ({ params, caller }) => restoreComment(kind, params.id, params.commentId, caller)),
    route(comments.resolve, ({ params, body }) => resolveThread(kind, params.id, params.commentId, body.resolved)),
    route(comments.react, ({ params, body, caller }) =>
      react(kind, params.id, params.commentId, body.reaction, body.on, caller),
    ),
    route(watch.get, ({ params, caller }) => watchState(kind, params.id, caller)),
    route(watch.set, ({ params, body, caller }) => setWatch(kind, params.id, body.watching, caller)),
  ];
}

/** Comments and watching for every kind of record, favorites, and what one watches by itself. */
export const collaborationRoutes: readonly BoundRoute[] = [
  ...RECORD_KINDS.flatMap(routesOf),
  route(said.search, async ({ query, caller }) => ({ items: await searchSaid(query.search, query.limit, caller) })),
  route(favourites.list, async ({ caller }) => ({ items: await listFavourites(caller) })),
  route(favourites.add, async ({ body, caller }) => ({ items: await addFavourite(body, caller) })),
  route(favourites.remove, ({ params, caller }) => removeFavourite(params.id, caller)),
  route(favourites.order, async ({ body, caller }) => ({ items: await orderFavourites(body.ids, caller) })),
  route(watchSettings.get, ({ caller }) => readWatchSettings(caller)),
  route(watchSettings.update, ({ body, caller }) => writeWatchSettings(body, caller)),
];
