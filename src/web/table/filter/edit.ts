/** Changes to a filter, each returning a new one. A place is an index, or two for a condition in a group. */
import { type Condition, type ConditionGroup, type Filter, isGroup } from '../../../kernel/filter-terms.ts';

export type Place = readonly [part: number] | readonly [part: number, inGroup: number];

export function addCondition(filter: Filter, condition: Condition, group?: number): Filter {
  if (group === undefined) return { ...filter, conditions: [...filter.conditions, condition] };
  return changeGroup(filter, group, (part) => ({ ...part, conditions: [...part.conditions, condition] }));
}

/** Wraps a first condition in a group that matches the other way than the filter, the only useful kind. */
export function addGroup(filter: Filter, condition: Condition): Filter {
  const group: ConditionGroup = { match: filter.match === 'all' ? 'any' : 'all', conditions: [condition] };
  return { ...filter, conditions: [...filter.conditions, group] };
}

export function replaceCondition(filter: Filter, [index, inGroup]: Place, condition: Condition): Filter {
  if (inGroup === undefined)
    return { ...filter, conditions: filter.conditions.map((part, place) => (place === index ? condition : part)) };
  return changeGroup(filter, index, (part) => ({
    ...part,
    conditions: part.conditions.map((old, place) => (place === inGroup ? condition : old)),
  }));
}

/** Removes a condition, and its group with the last one. */
export function removeCondition(filter: Filter, [index, inGroup]: Place): Filter {
  const part = filter.conditions[index];
  if (inGroup === undefined || !part || !isGroup(part) || part.conditions.length === 1) {
    return { ...filter, conditions: filter.conditions.filter((_, place) => place !== index) };
  }
  return changeGroup(filter, index, (group) => ({
    ...group,
    conditions: group.conditions.filter((_, place) => place !== inGroup),
  }));
}

export function setMatch(filter: Filter, match: Filter['match'], group?: number): Filter {
  return group === undefined ? { ...filter, match } : changeGroup(filter, group, (part) => ({ ...part, match }));
}

function changeGroup(filter: Filter, index: number, change: (group: ConditionGroup) => ConditionGroup): Filter {
  return {
    ...filter,
    conditions: filter.conditions.map((part, place) => (place === index && isGroup(part) ? change(part) : part)),
  };
}
