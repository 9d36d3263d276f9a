// @ts-check
// One picture, large, over the whole page, with its neighbours beside it. Escape returns to its cell.

import { failureText } from '../cells/cell-face.js';
import { showSentence } from '../dom.js';
import { collectionPath } from '../server/api.js';
import { isOwnOrder } from '../query/own-order.js';
import { ItemFields } from '../server/item-fields.js';
import { FocusPoints } from './focus-points.js';
import { LargePlace } from './large-place.js';
import { LightboxControls } from './lightbox-controls.js';
import { fly } from './lightbox-flight.js';
import { LightboxGestures } from './lightbox-gestures.js';
import { makeLightbox, signButton } from './lightbox-skeleton.js';
import { LightboxSlides } from './lightbox-slides.js';
import { LightboxSwipe } from './lightbox-swipe.js';
import { LightboxZoom } from './lightbox-zoom.js';
import { Looking } from './looking.js';
import { PictureDetails } from './picture-details.js';
import { PictureFeed } from './picture-feed.js';
import { PictureInformation } from './picture-information.js';
import { SlideShow } from './slide-show.js';
import { Zoom } from './zoom.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @typedef {object} LightboxDelegate
 * @property {(id: string, lightbox: Lightbox) => unknown} lightboxFollow goes to an item that undo has changed
 * @property {(cell: Cell) => string | undefined} lightboxSmall a picture of the cell that the browser has
 * @property {(cell: Cell) => DOMRect | undefined} lightboxBox where the cell is, when it is in view
 * @property {(cell: Cell) => void} lightboxShows another picture is on screen
 * @property {(cell: Cell) => Promise<void>} lightboxWillClose brings the cell into view
 * @property {(cell: Cell) => void} lightboxClosed
 */

export class Lightbox {
  /** @type {import('./looking.js').Looking | undefined} */
  looking;
  #context;
  #strings;
  #delegate;
  #parts;
  #feed;
  #speech;
  #slides;
  /** @type {LightboxZoom} */
  #zoom;
  /**
   * The way to the picture at the right: the next one, where text runs from left to right.
   * @type {-1 | 1}
   */
  #rightward;
  #isClosing = false;
  #isPaused = false;
  #patience = 0;
  /** @type {LightboxSwipe | undefined} */
  #swipe;
  #removed = new AbortController();
  #shownId = '';
  #controls;
  #details;
  #showControls;
  #information;
  /** @type {FocusPoints} */
  #focus;
  #sizes = new ResizeObserver(() => this.#resize());

  /**
   * @param {import('./large-place.js').LargeContext} context
   * @param {Cell} cell
   * @param {{version: number, itemCount: number}} known
   * @param {LightboxDelegate} delegate
   */
  constructor(context, cell, known, delegate) {
    const { frame, description, order, strings } = (this.#context = context);
    this.#strings = strings;
    this.#delegate = delegate;
    const parts = (this.#parts = makeLightbox(frame, strings));
    this.#controls = new LightboxControls(parts.dialog);
    /** @type {LargePlace} */
    const place = new LargePlace('large', parts, context, this);
    this.#speech = place.speech;
    this.#feed = this.#follow(cell, known);
    const fields = new ItemFields(order.server, description.id);
    this.#focus = new FocusPoints(fields, () => this.#zoom.focused());
    this.#details = new PictureDetails(parts, description, order, fields, strings, () => this.#update());
    this.#showControls = place.controls(parts.foot, {
      removed: this.#removed.signal,
      addSign: (sign, words, className) => {
        const button = signButton(parts.bar, sign, words, className);
        parts.play.before(button);
        return button;
      },
    });
    this.#information = new PictureInformation(parts, fields, strings);
    this.#rightward = getComputedStyle(frame).direction === 'rtl' ? -1 : 1;
    this.#slides = new LightboxSlides(
      parts.slides, order.server, { collection: description.id, hasOriginals: description.capabilities?.originals === true },
      this.#rightward, () => this.#update());
    this.#zoom = new LightboxZoom(parts, this.#slides, strings.language, this.#focus);
    this.#listen(parts);
    this.slideShow = new SlideShow(parts, this, strings);
    parts.dialog.showModal();
    this.#sizes.observe(parts.slides);
    this.#resize();
    this.#show();
    this.wake();
    this.focus();
    fly(this.#middle.box, parts.backdrop, delegate.lightboxBox(cell), 'in');
  }

  /**
   * @param {Cell} cell the first to show
   * @param {{version: number, itemCount: number}} known
   */
  #follow(cell, known) {
    const { description, order } = this.#context;
    return new PictureFeed(description.id, order, cell, known, {
      feedChanged: () => this.#show(),
      // It left the result: what did that, a mark for example, says so, and can be undone.
      feedGone: () => (isOwnOrder(order.query) ? this.#speech.warn(this.#strings.pictureGone) : this.#speech.add(this.#strings.pictureLeft)),
      feedEmpty: () => this.close(),
    });
  }

  /**
   * The order is another one: a stack was opened in it, or closed.
   * @param {Cell} cell the picture on screen, at its place there
   * @param {{version: number, itemCount: number}} known
   */
  reorder(cell, known) {
    if (this.#isClosing) return;
    this.#feed.close();
    this.#feed = this.#follow(cell, known);
    this.#resize();
    this.#show();
  }

  /** @param {import('./lightbox-skeleton.js').LightboxParts} parts */
  #listen(parts) {
    const swipe = this.#swipe = new LightboxSwipe(parts, this.#rightward, {
      swipeIsEnd: (way) => (way < 0 ? this.#feed.index === 0 : this.#feed.index >= this.#feed.itemCount - 1),
      swipeStep: (way) => this.step(way, true),
      swipeDismissed: (dy) => {
        // The animation back begins where the finger was lifted.
        this.#middle.element.style.translate = `0 ${dy}px`;
        this.close();
      },
    });
    new LightboxGestures(parts.slides, {
      // A video is not zoomed: the player has its own gestures.
      gestureZoom: () => (this.#middle.isVideo ? new Zoom() : this.#zoom.zoom),
      gesturePlayed: () => this.togglePlaying(),
      gestureZoomed: (isQuick) => this.#zoom.draw(isQuick),
      gestureDragged: (dx, dy) => swipe.drag(dx, dy),
      gestureReleased: (dx, dy, vx, vy) => swipe.release(dx, dy, vx, vy),
      gestureTapped: () => this.#controls.toggle(),
      gestureStep: (side) => this.stepAside(side),
    });
    parts.previous.addEventListener('click', () => this.step(-1));
    parts.next.addEventListener('click', () => this.step(1));
    parts.retry.addEventListener('click', () => this.#retry());
  }

  get cell() { return this.#feed.current; }
  /** The picture on screen once it is sharp, with the box that it fills. */
  get picture() { return this.#middle.picture; }
  /** Whether the picture on screen is sharp and no request is under way. */
  get isIdle() { return !this.#feed.isBusy && ((this.#middle.isSharp && this.#middle.isSettled) || this.#hasFailed); }
  /** Whether a video is being played. */
  get isPlaying() { return this.#middle.video.isPlaying; }
  /** Whether no picture comes. */
  get #hasFailed() { return this.#middle.hasFailed || (this.cell.state === 'failed' && !this.#middle.isSharp); }
  get #middle() { return this.#slides.middle; }

  /**
   * The next picture, or the one before.
   * @param {-1 | 1} way
   * @param {boolean} [slides] with the animation of a swipe
   */
  step(way, slides = false) {
    if (this.#isClosing || !this.#feed.go(this.#feed.aim + way) || this.#feed.current.id === this.#shownId) return false;
    this.#slides.step(way);
    this.#show();
    if (!slides) this.#swipe?.stop();
    return true;
  }

  next() { this.step(1); }
  focus() { this.#parts.slides.focus({ preventScroll: true }); }
  /** @param {string} id */
  follow(id) { return this.#delegate.lightboxFollow(id, this); }

  /**
   * A key was pressed.
   * @param {string | undefined} name
   * @param {boolean} isMeant
   */
  pressed(name, isMeant) {
    if (name !== 'slideShow') this.slideShow.stop();
    if (!isMeant) this.wake();
  }

  /**
   * Goes to the picture at a side.
   * @param {-1 | 1} side 1 is the right
   */
  stepAside(side) { return this.step(/** @type {-1 | 1} */ (side * this.#rightward)); }

  /**
   * Goes to any index.
   * @param {number} index
   */
  go(index) {
    this.#zoom.reset();
    if (this.#feed.go(index)) this.#show();
  }

  /** Goes to the last picture of the collection. */
  goToEnd() { this.go(this.#feed.itemCount - 1); }

  /**
   * Zooms about the middle; 0 shows the whole picture again.
   * @param {number} factor
   */
  zoomBy(factor) {
    if (this.#middle.isVideo) return;
    this.#zoom.zoom.step(factor);
    this.#zoom.draw(false);
  }

  /**
   * Plays the video on screen, or pauses it.
   * @returns {boolean} whether there is one
   */
  togglePlaying() { return this.#middle.video.toggle(); }

  /** Shows the picture's own pixels, or all of it. */
  toggleActual() {
    if (this.#middle.isVideo) return;
    this.#zoom.zoom.toggleActual();
    this.#zoom.draw(false);
    this.wake();
  }

  /** Space has opened it, and closes it. */
  beginLook() { this.looking = new Looking(() => this.close(), this.#removed.signal); }

  /** Shows or hides what is known of the picture. */
  toggleInformation() { this.#information.toggle(); }

  /** Returns to the cell. */
  async close() {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const { dialog, backdrop } = this.#parts;
    const cell = this.#feed.current;
    this.#sizes.disconnect();
    this.#controls.stop();
    dialog.classList.add('closing');
    await this.#delegate.lightboxWillClose(cell);
    this.#zoom.reset();
    this.#zoom.draw(true);
    await fly(this.#middle.box, backdrop, this.#delegate.lightboxBox(cell), 'out');
    this.remove();
    this.#delegate.lightboxClosed(cell);
  }

  /** @param {boolean} isPaused while paused, nothing is fetched; what has arrived stays */
  pause(isPaused) {
    this.#isPaused = isPaused;
    if (isPaused) this.#slides.pause();
    else this.#update();
  }

  /** Removes it without an animation. */
  remove() {
    this.#isClosing = true;
    this.#removed.abort();
    this.#sizes.disconnect();
    this.#controls.stop();
    this.#details.close();
    this.#focus.close();
    this.#information.close();
    this.#feed.close();
    this.#slides.stop();
    this.#parts.dialog.close();
    this.#parts.dialog.remove();
  }

  #resize() {
    const { clientWidth, clientHeight } = this.#parts.slides;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#feed.resize(clientWidth, clientHeight);
    this.#slides.resize(clientWidth, clientHeight);
    this.#zoom.fit();
    // What is drawn over the picture has its size.
    if (this.#shownId) this.#showControls(this.#feed.current);
  }

  /** Shows the picture and its neighbours. */
  #show() {
    if (this.#isClosing) return;
    const { store, index, current } = this.#feed;
    this.#slides.show((distance) => (distance === 0 ? current : store.byIndex.get(index + distance)), this.#delegate.lightboxSmall);
    if (current.id !== this.#shownId) {
      this.#shownId = current.id;
      this.#zoom.fit();
      const place = this.#strings.picturePlace(index + 1, this.#feed.itemCount);
      this.#speech.say(`${current.item?.title ?? ''}, ${place}`);
      this.#delegate.lightboxShows(current);
    }
    this.#update();
  }

  /** Updates texts and buttons, and loads what is next. */
  #update() {
    if (this.#isClosing) return;
    const { wait, failure, reason, retry, previous, next } = this.#parts;
    const { current, index, itemCount } = this.#feed;
    previous.hidden = index === 0;
    next.hidden = index >= itemCount - 1;
    this.#details.show(current, this.#feed);
    this.#showControls(current);
    this.#information.show(current);
    const slide = this.#middle;
    const hasFailed = this.#hasFailed;
    wait.hidden = slide.isSharp || hasFailed || !current.image;
    const unplayed = slide.video.failure;
    failure.hidden = slide.isVideo ? !unplayed : !hasFailed;
    retry.hidden = slide.isVideo;
    showSentence(reason, unplayed ?? failureText(current, this.#strings));
    this.#zoom.update();
    if (this.#isPaused) return;
    slide.setOnScreen(true);
    clearTimeout(this.#patience);
    const { patience } = this.#slides;
    if (patience > 0) this.#patience = setTimeout(() => this.#update(), patience);
    else if (!hasFailed) slide.load(true);
    // The neighbours come after it, since nothing may delay it; but in a run of keys they are what is seen next, and while it is being made, the line
    // is free.
    if (!slide.isSharp && !hasFailed && current.state === 'ready' && !this.#slides.isRun) return;
    this.#slides.loadNeighbours();
    this.#focus.want(this.#slides.cells);
  }

  /** Loads a picture that failed again. */
  async #retry() {
    const { cell } = this;
    const { order, description } = this.#context;
    cell.state = 'loading';
    cell.reason = undefined;
    await order.server.call('POST', collectionPath(description.id, 'items', cell.id, 'retry'), {}).catch(() => {});
    this.#middle.show(undefined, undefined);
    this.#show();
  }

  /** Shows the controls, for a while. */
  wake() { this.#controls.show(); }
}
