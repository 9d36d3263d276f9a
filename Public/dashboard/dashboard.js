// @ts-check
// The scheduling at work: what is loaded where, by which loader, and with what outcome. Reports come in, animation frames go out.

import { strings, whenWorded } from '../strings/strings.js';
import { Cards, holdersText } from './cards.js';
import { Controls } from './controls.js';
import { EventLog } from './event-log.js';
import { Feed } from './feed.js';
import { Figures } from './figures.js';
import { ItemStates } from './item-states.js';
import { Loads } from './loads.js';
import { Palette } from './palette.js';
import { Sheet } from './sheet.js';
import { makeSkeleton } from './skeleton.js';
import { drawNear, WholeStrip } from './strips.js';
import { Timeline } from './timeline.js';
import { TraceRecording } from './trace-recording.js';
import { words } from './words.js';

/** Minimum time between two updates of the log, in ms. */
const LOG_INTERVAL_MS = 120;
/** Maximum number of frames whose cost is kept. */
const COSTS = 240;
/** Items whose places are kept before those of no further use are dropped. */
const PLACES = 20_000;
/** A clock that differs more than this was set, in ms. */
const CLOCK_JUMP_MS = 2000;

/** @typedef {import('./report.js').Report} Report */
/** @typedef {import('./report.js').Step} Step */

export class Dashboard {
  /**
   * How long the last frames took, with the reports before each, in ms.
   * @type {number[]}
   */
  costs = [];
  #parts;
  #palette;
  #controls;
  #log;
  #items = new ItemStates();
  #loads = new Loads();
  #figures = new Figures();
  #near;
  /**
   * Flat indices of items when they were last reported.
   * @type {Map<string, number>}
   */
  #places = new Map();
  #cards;
  /** @type {Feed | undefined} */
  #feed;
  #recording;
  /** @type {Report | undefined} */
  #report;
  /** The server's clock minus the page's, in ms. */
  #clock = NaN;
  #isFrameRequested = false;
  #areStripsStale = true;
  /**
   * Steps that the page has noted since the last frame.
   * @type {Step[]}
   */
  #notes = [];
  /** How long reports took since the last frame, in ms. */
  #spent = 0;
  #whole;
  #timeline;
  #lastLog = 0;
  #isClosed = false;

  /** @param {HTMLElement} host */
  constructor(host) {
    const parts = (this.#parts = makeSkeleton(host));
    const redraw = () => this.#redraw();
    this.#palette = new Palette(host, redraw);
    this.#controls = new Controls(parts.switches);
    parts.switches.append(parts.record.label);
    this.#recording = new TraceRecording(parts.record.button);
    this.#log = new EventLog(parts.list);
    this.#whole = new WholeStrip(new Sheet(parts.wholeCanvas, redraw));
    this.#near = new Sheet(parts.nearCanvas, redraw);
    this.#timeline = new Timeline(new Sheet(parts.timeCanvas, redraw));
    this.#cards = new Cards(parts.cards, redraw);
    for (const { group, box } of parts.groups) box.addEventListener('change', () => this.#log.show(group, box.checked));
    parts.search.addEventListener('input', () => this.#log.search(parts.search.value));
    parts.pause.addEventListener('click', () => this.#pause());
  }

  get viewer() { return this.#feed?.viewer; }
  /** The number of loads so far by their outcome. */
  get fates() { return this.#loads.totals; }
  /** The rows of the log, newest first. */
  get steps() { return this.#log.rows; }
  /** The last report. */
  get report() { return this.#report; }

  /**
   * Watches a viewer from now on. Nothing is kept of another one.
   * @param {string | undefined} viewer
   */
  watch(viewer) {
    if (viewer === this.#feed?.viewer) return;
    this.#feed?.close();
    this.#feed = undefined;
    this.#items = new ItemStates();
    this.#loads = new Loads();
    this.#figures = new Figures();
    this.#places = new Map();
    this.#report = undefined;
    this.#recording.end();
    this.#redraw();
    if (!viewer) return;
    this.#controls.viewer = viewer;
    this.#feed = new Feed(viewer, (report) => this.#take(report));
  }

  /** @param {import('./report.js').SettingsChange} change */
  set(change) { return this.#controls.set(change); }

  /**
   * Adds a step that only the page knows of.
   * @param {string} step
   * @param {string} id
   */
  note(step, id) {
    this.#notes.push({ step, id, time: performance.now() + (this.#clock || 0) });
    this.#requestFrame();
  }

  close() {
    this.#isClosed = true;
    this.watch(undefined);
  }

  /** @param {Report} report */
  #take(report) {
    const began = performance.now();
    const offset = report.time - performance.now();
    // The report that arrived fastest is the most accurate.
    this.#clock = Number.isNaN(this.#clock) || Math.abs(offset - this.#clock) > CLOCK_JUMP_MS ? offset : Math.max(this.#clock, offset);
    this.#report = report;
    this.#items.begin(report.version, report.itemCount);
    this.#items.take(report.wants, report.time);
    const wanted = new Set(report.wants.map(([flat]) => flat));
    const [first, last] = report.visible;
    for (const step of report.steps) {
      const { index } = step;
      this.#loads.take(step, index !== undefined && index >= first && index <= last);
      if (index !== undefined) this.#places.set(step.id, index);
    }
    this.#log.add(report.steps);
    this.#loads.settle((id) => {
      const place = this.#places.get(id);
      return place === undefined || wanted.has(place);
    });
    if (this.#places.size > PLACES) this.#places = new Map([...this.#loads.unseen].map((id) => [id, this.#places.get(id) ?? -1]));
    this.#loads.forget(report.time);
    if (this.#figures.take(report)) this.#cards.invalidate();
    this.#controls.take(report);
    this.#recording.take(report);
    this.#areStripsStale = true;
    this.#spent += performance.now() - began;
    this.#requestFrame();
  }

  #redraw() {
    this.#areStripsStale = true;
    this.#cards.invalidate();
    this.#requestFrame();
  }

  #requestFrame() {
    if (this.#isFrameRequested || this.#isClosed) return;
    this.#isFrameRequested = true;
    requestAnimationFrame((now) => {
      this.#isFrameRequested = false;
      this.#frame(now);
    });
  }

  /** @param {number} now */
  #frame(now) {
    const began = performance.now();
    const report = this.#report;
    if (this.#areStripsStale) this.#drawStrips(report);
    this.#areStripsStale = false;
    const lanes = Math.max(report?.loads.loaders ?? 4, 1);
    const isMoving = this.#timeline.draw(this.#loads, now + (this.#clock || 0), lanes, this.#palette);
    if (this.#cards.isStale) this.#drawCards();
    this.#log.add(this.#notes.splice(0));
    if (now - this.#lastLog > LOG_INTERVAL_MS) {
      this.#lastLog = now;
      this.#log.draw();
    }
    this.costs.push(performance.now() - began + this.#spent);
    this.#spent = 0;
    if (this.costs.length > COSTS) this.costs.shift();
    if (isMoving || this.#cards.isStale) this.#requestFrame();
  }

  /** @param {Report | undefined} report */
  #drawStrips(report) {
    const places = {
      visible: spanOf(report?.visible), window: spanOf(report?.window), predicted: spanOf(report?.predicted),
    };
    this.#whole.draw(this.#items, places, this.#palette);
    const [first, last] = drawNear(this.#near, this.#items, places, this.#palette);
    const format = (/** @type {number} */ n) => (n + 1).toLocaleString();
    const text = report?.itemCount ? words.range(format(first), format(last)) : '';
    if (this.#parts.range.textContent !== text) this.#parts.range.textContent = text;
  }

  #drawCards() {
    this.#cards.draw(this.#figures, this.#palette);
    if (this.#cards.isStale) return;
    const { holders } = this.#parts;
    const text = holdersText(this.#report?.store);
    if (holders.textContent !== text) holders.textContent = text;
    holders.hidden = !text;
    const { problem, problemReason } = this.#report ?? {};
    this.#showProblem(problemReason && { sentence: problem, ...problemReason });
    const sorted = [...this.costs].sort((a, b) => a - b);
    const cost = sorted[Math.floor(0.95 * sorted.length)];
    if (cost !== undefined) this.#parts.foot.textContent = words.drawn(cost.toFixed(1));
  }

  /** @param {import('../strings/reason.js').Reason | undefined} problem */
  #showProblem(problem) {
    const { problem: line } = this.#parts;
    line.hidden = !problem;
    whenWorded(problem, () => {
      const sentence = problem ? strings.reason(problem) : '';
      if (line.textContent !== sentence) line.textContent = sentence;
    });
  }

  #pause() {
    this.#log.isPaused = !this.#log.isPaused;
    this.#parts.pause.textContent = this.#log.isPaused ? words.resume : words.pause;
    this.#parts.pause.setAttribute('aria-pressed', String(this.#log.isPaused));
  }
}

/** @param {import('./report.js').FlatRange | undefined} range */
const spanOf = (range) => (range && range[1] >= range[0] ? { first: range[0], last: range[1] } : undefined);
