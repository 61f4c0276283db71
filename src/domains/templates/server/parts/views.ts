/** Saved views, shared with everyone in the workspace. */
import { fold } from '../../../../kernel/text.ts';
import { RECORD_KINDS, type SavedView } from '../../../../records/contract.ts';
import { createView, listViews, removeView, type Viewer } from '../../../crm/index.ts';
import type { TemplateView } from '../../contract/content.ts';
import { viewWords } from '../../engine/contents.ts';
import { renameCustom, withIds } from '../../engine/portable-names.ts';
import { changedSince, type PartWork, there } from './part.ts';

const keyOf = ({ object, name }: Pick<TemplateView, 'object' | 'name'>) => `${object}:${fold(name)}`;

export async function sharedViews(viewer: Viewer): Promise<SavedView[]> {
  const lists = [];
  for (const kind of RECORD_KINDS) lists.push(...(await listViews(kind, viewer)).filter(({ shared }) => shared));
  return lists;
}

export const viewsPart: PartWork<TemplateView> = {
  items: ({ views }) => views,
  thing: (item) => ({ key: keyOf(item), label: item.name, detail: viewWords(item) }),
  object: ({ object }) => object,
  async present(items, { viewer }) {
    const here = new Map((await sharedViews(viewer)).map((view) => [keyOf(view), view.id]));
    return new Map(
      items.flatMap((item) => (here.has(keyOf(item)) ? [[keyOf(item), there(here.get(keyOf(item))!)] as const] : [])),
    );
  },
  async create({ object, name, config }, place) {
    const { id, version } = await createView(
      { object, name, shared: true, config: withIds(renameCustom(config, place.keys.get(object) ?? new Map()), place) },
      place.viewer,
    );
    return { id, version };
  },
  used: (stamp) => changedSince('saved_views', stamp),
  yields: true,
  remove: (stamp, { viewer }) => removeView(stamp.record_id, viewer),
};
