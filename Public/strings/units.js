// @ts-check
// Sizes of files and pictures, and dates, as the reader writes them.

/** @param {string} language */
export function unitsOf(language) {
  const format = (/** @type {Intl.DateTimeFormatOptions} */ options) => lazy(() => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }));
  const dates = format({ dateStyle: 'medium' });
  const dateTimes = format({ dateStyle: 'medium', timeStyle: 'short' });
  const years = format({ year: 'numeric' });
  const months = format({ month: 'short' });
  const monthsOf = format({ year: 'numeric', month: 'long' });
  const days = format({ dateStyle: 'full' });
  const times = format({ dateStyle: 'full', timeStyle: 'medium' });
  // Korean ranges have AM and PM in English, by the data of most browsers.
  const spans = format({ dateStyle: 'full', timeStyle: 'short', ...(language === 'ko' && { hourCycle: 'h23' }) });
  const hours = format({ hour: 'numeric' });
  const numbers = ['kilobyte', 'megabyte', 'gigabyte'].map((unit) => lazy(() => new Intl.NumberFormat(language, {
    style: 'unit', unit, maximumSignificantDigits: 3 })));
  /** A date as it was written, whatever the zone. */
  const written = (/** @type {string} */ text, /** @type {(date: Date) => Intl.DateTimeFormat} */ form, otherwise = '') => {
    const date = local(text);
    return date ? form(date).format(date) : otherwise;
  };
  /** The month is 0 for January. */
  const part = (/** @type {() => Intl.DateTimeFormat} */ form) => (/** @type {number} */ year, month = 0, day = 1) => form().format(utc(year, month, day));
  return {
    /** The day of a date as a camera wrote it: 2024-05-17T12:00:00+09:00. Empty of what is no date. */
    date: (/** @type {string} */ text) => written(text, dates),
    /** The same with the time of day, where there is one. */
    dateTime: (/** @type {string} */ text) => written(text, (date) => (isMidnight(date) ? dates() : dateTimes())),
    year: part(years),
    monthOf: part(monthsOf),
    day: part(days),
    shortDay: part(dates),
    month: (/** @type {number} */ month) => part(months)(2000, month),
    /** An hour of a day. */
    hour: (/** @type {number} */ hour) => hours().format(new Date(hour * 3_600_000)),
    /** A date and time as a camera wrote it, to the second. */
    moment: (/** @type {string} */ text) => written(text, times, text),
    /** From one minute to another: 2024-05-17T12:03/2024-05-17T14:40. What both have in common is said once. */
    span(/** @type {string} */ text) {
      const [first, last] = text.split('/').map(local);
      return first && last ? spans().formatRange(first, last) : text;
    },
    fileSize(/** @type {number} */ bytes) {
      const power = Math.max(1, Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
      return numbers[power - 1]().format(Math.max(bytes / 1000 ** power, bytes && 0.1));
    },
    /** A length in seconds, as players write it: 0:07, 1:02:03. */
    length(/** @type {number} */ seconds) {
      const whole = Math.max(1, Math.round(seconds));
      const two = (/** @type {number} */ n) => String(n % 60).padStart(2, '0');
      const [minutes, hours] = [Math.floor(whole / 60), Math.floor(whole / 3600)];
      return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole)}`;
    },
    dimensions: (/** @type {number} */ width, /** @type {number} */ height) => `${width} × ${height}`,
  };
}

/**
 * The moment at which a clock in Greenwich shows what is written.
 * @param {string} text ISO 8601
 */
function local(text) {
  const [written = '', time] = /^\d{4}(?:-\d\d(?:-\d\d(T\d\d:\d\d(?::\d\d)?)?)?)?/.exec(text) ?? [];
  const date = new Date(time ? `${written}Z` : written);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** @param {Date} date */
const isMidnight = (date) => date.getTime() % 86_400_000 === 0;

/**
 * A day of any year: `Date.UTC` takes the years below 100 for others.
 * @param {number} year
 * @param {number} month
 * @param {number} day
 */
const utc = (year, month, day) => new Date(new Date(0).setUTCFullYear(year, month, day));

/**
 * Made when it is first used: a format takes milliseconds, and the first screen needs few.
 * @template Made
 * @param {() => Made} make
 */
function lazy(make) {
  /** @type {Made | undefined} */
  let made;
  return () => (made ??= make());
}
