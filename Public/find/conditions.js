// @ts-check
// What a person has set: words to search, conditions on fields, sort, groups. Free of the DOM.

/**
 * @typedef {import('../grid/query/query.js').Query} Query
 * @typedef {import('../grid/query/query.js').Filter} Filter
 * @typedef {import('../grid/query/query.js').Value} Value
 * @typedef {import('../grid/query/query.js').SortKey} SortKey
 * @typedef {import('../grid/query/query.js').Grouping} Grouping
 * @typedef {{field: string, values?: Value[], isMissing?: boolean, from?: Value, until?: Value}} Condition of one field: one of the
 *   values, or none where `isMissing`; or a range, whose `until` is excluded
 * @typedef {{search: string, conditions: Condition[], other?: Filter, sort?: SortKey, group?: Grouping}} Wish at most one condition
 *   for each field; `other`: a filter that these cannot express, of a query that a script has saved
 */

/** A field of the page's own: at which time of a day pictures were taken, on any day. */
export const TIME_OF_DAY = 'timeOfDay';
/** The field of what pictures look like: its one value asks for all that are similar. */
export const LIKENESS = 'likeness';
/** Maximum bits that differ, of 64, unless a query says otherwise. */
export const LIKENESS_WITHIN = 10;
const MIDNIGHT = '00:00';

/** @type {Readonly<Wish>} */
export const NOTHING = { search: '', conditions: [] };

/**
 * The query document of a wish; `undefined` for the collection's own order, whole.
 * @param {Wish} wish
 * @returns {Query | undefined}
 */
export function queryOf({ search, conditions, other, sort, group }) {
  const words = search.trim();
  const filters = [...conditions.map(filterOf), ...(other ? [other] : [])];
  const near = sort || group ? undefined : likenessOf(conditions);
  if (!words && !filters.length && !sort && !group) return undefined;
  return {
    ...(words && { search: words }),
    ...(filters.length && { where: filters.length === 1 ? filters[0] : { all: filters } }),
    ...(sort ? { sort: [sort] } : near && { sort: [{ field: LIKENESS, near }] }),
    ...(group && { group }),
  };
}

/**
 * The likeness that is asked for: without a sort and groups, the nearest come first.
 * @param {Condition[]} conditions
 * @returns {string | undefined}
 */
export function likenessOf(conditions) {
  const value = conditions.find(({ field }) => field === LIKENESS)?.values?.[0];
  return value === undefined ? undefined : String(value);
}

/**
 * @param {Condition} condition
 * @returns {Filter}
 */
export function filterOf({ field, values = [], isMissing, from, until }) {
  if (field === LIKENESS && values.length) return { field, near: String(values[0]) };
  if (field === TIME_OF_DAY) return { field: 'taken', timeOfDay: [String(from ?? MIDNIGHT), String(until ?? MIDNIGHT)] };
  if (from !== undefined || until !== undefined) {
    return { field, ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
  }
  /** @type {Filter} */
  const isIn = { field, in: values };
  if (!isMissing) return isIn;
  /** @type {Filter} */
  const lacks = { field, exists: false };
  return values.length ? { any: [isIn, lacks] } : lacks;
}

/**
 * Whether anything narrows the collection down.
 * @param {Wish} wish
 */
export const isNarrowed = ({ search, conditions, other }) => search.trim() !== '' || conditions.length > 0 || other !== undefined;

/**
 * The wish in the collection's own order.
 * @param {Wish} wish
 * @returns {Wish}
 */
export function withoutArrangement({ sort: _, group: __, ...wish }) { return wish; }

/**
 * @param {Wish} wish
 * @param {string} field
 */
export const conditionOf = (wish, field) => wish.conditions.find((condition) => condition.field === field);

/** The most stars that an item has. */
const MOST_STARS = 5;

/**
 * The values that are wanted of a field; stars are few enough to be listed also where a range of them is.
 * @param {Condition | undefined} condition
 * @returns {Value[]}
 */
export function valuesOf(condition) {
  if (condition?.field !== 'stars' || (condition.from === undefined && condition.until === undefined)) return condition?.values ?? [];
  const [from, until] = [Number(condition.from ?? 1), Number(condition.until ?? MOST_STARS + 1)];
  return Array.from({ length: MOST_STARS }, (_, i) => i + 1).filter((stars) => stars >= from && stars < until);
}

/**
 * The wish with another condition of a field, at the place of the one before; one that asks for nothing is removed.
 * @param {Wish} wish
 * @param {Condition} condition
 * @returns {Wish}
 */
export function withCondition(wish, condition) {
  const { field, values, isMissing, from, until } = condition;
  const asks = (values?.length ?? 0) > 0 || isMissing || from !== undefined || until !== undefined;
  const isThere = conditionOf(wish, field) !== undefined;
  const conditions = asks && !isThere ? [...wish.conditions, condition]
    : wish.conditions.flatMap((one) => (one.field !== field ? [one] : asks ? [condition] : []));
  return { ...wish, conditions };
}

/**
 * The wish without a field's condition.
 * @param {Wish} wish
 * @param {string} field
 * @returns {Wish}
 */
export const withoutCondition = (wish, field) => withCondition(wish, { field });

/**
 * Adds a value to those wanted of a field, or removes it.
 * @param {Wish} wish
 * @param {string} field
 * @param {Value | undefined} value `undefined`: items without one
 * @returns {Wish}
 */
export function toggled(wish, field, value) {
  /** @type {Condition} */
  const condition = conditionOf(wish, field) ?? { field };
  const [values, isMissing] = [valuesOf(condition), condition.isMissing ?? false];
  if (value === undefined) return withCondition(wish, { field, values, isMissing: !isMissing });
  const others = values.filter((one) => one !== value);
  return withCondition(wish, { field, values: others.length < values.length ? others : [...values, value], isMissing });
}

/** Everything but what is rejected. */
const NOT_REJECTED = { field: 'flag', values: ['pick'], isMissing: true };

/**
 * Whether a condition leaves out what is rejected, and nothing else.
 * @param {Condition | undefined} condition
 */
export const hidesRejected = (condition) => condition?.field === 'flag' && condition.isMissing === true &&
  condition.values?.length === 1 && condition.values[0] === 'pick';

/**
 * The wish that leaves out what is rejected, or no longer does.
 * @param {Wish} wish
 */
export const withoutRejected = (wish) => (
  hidesRejected(conditionOf(wish, 'flag')) ? withoutCondition(wish, 'flag') : withCondition(wish, NOT_REJECTED));

/**
 * The parts of a wish that narrow down, each with the wish without it: what would give results where there are none.
 * @param {Wish} wish
 * @returns {{condition?: Condition, isOther?: boolean, wish: Wish}[]} without a `condition` and unless it is the other filter: the search
 */
export function relaxations(wish) {
  const { search, conditions, other, ...rest } = wish;
  return [
    ...(search.trim() ? [{ wish: { ...wish, search: '' } }] : []),
    ...conditions.map((condition) => ({ condition, wish: withoutCondition(wish, condition.field) })),
    ...(other ? [{ isOther: true, wish: { search, conditions, ...rest } }] : []),
  ];
}
