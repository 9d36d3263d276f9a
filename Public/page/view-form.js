// @ts-check
// The contents of the menu of how the collection is shown.

import { append } from '../grid/dom.js';
import { inLanguage, strings } from '../strings/strings.js';
import { BurstSwitch } from './burst-switch.js';

const words = inLanguage({
  en: { captions: 'Name, time, camera at each picture', information: 'Information beside the pictures (I)', boxes: 'Boxes of data sets (N)', stacks: 'Each stack as one picture', whole: 'Marks are on all of a stack' },
  ko: { captions: '사진마다 이름, 시간, 카메라 표시', information: '사진 옆에 정보 표시 (I)', boxes: '데이터 세트의 상자 표시 (N)', stacks: '스택마다 한 장만 표시', whole: '표시를 스택 전체에' },
});

/**
 * @typedef {{kinds: string[], chosen: string, captions: boolean, information: boolean, boxes: boolean, stacks?: boolean,
 *   collection?: import('../grid/server/wire.js').CollectionDescription}} View
 */

export class ViewForm {
  #act;
  #layouts;
  #captions;
  #information;
  #boxes;
  /** Says how many are folded. */
  #say;
  #stacks;
  #bursts;
  #whole;
  #said = '';

  /**
   * @param {HTMLElement} panel
   * @param {Pick<import('../grid/element/lazy-features.js').Features, 'wholeStacks'>} features
   * @param {{layout: (kind: string) => void, captions: (isShown: boolean) => void, information: () => void, boxes: (isShown: boolean) => void, stacks: () => void}} act
   * @param {(name: string, words: string) => string} withKey writes the key that the reader has chosen
   */
  constructor(panel, { wholeStacks }, act, withKey) {
    this.#act = act;
    this.#layouts = append(panel, 'div', 'kinds');
    this.#layouts.setAttribute('role', 'radiogroup');
    this.#layouts.setAttribute('aria-label', strings.layout);
    this.#captions = box(panel, 'checkbox', words.captions);
    this.#captions.addEventListener('change', () => act.captions(this.#captions.checked));
    this.#information = box(panel, 'checkbox', withKey('information', words.information), 'wide');
    this.#information.addEventListener('change', () => act.information());
    this.#boxes = box(panel, 'checkbox', withKey('boxes', words.boxes));
    this.#boxes.addEventListener('change', () => act.boxes(this.#boxes.checked));
    this.#stacks = box(panel, 'checkbox', words.stacks);
    this.#stacks.addEventListener('change', () => act.stacks());
    this.#say = this.#folded();
    this.#bursts = new BurstSwitch(panel);
    this.#whole = box(panel, 'checkbox', words.whole);
    this.#whole.checked = wholeStacks.isOn;
    this.#whole.addEventListener('change', () => wholeStacks.toggle());
  }

  /** How many are folded, beside their switch: the bar has no room for it on a phone. */
  #folded() {
    const note = document.querySelector('.bar .stacked');
    if (!(note instanceof HTMLElement)) return () => {};
    const folded = append(/** @type {HTMLElement} */ (this.#stacks.parentElement), 'span');
    const say = () => void (folded.textContent = note.hidden || !this.#stacks.checked ? '' : ` · ${note.textContent}`);
    new MutationObserver(say).observe(note, { attributes: true, childList: true });
    this.#stacks.addEventListener('change', say);
    return say;
  }

  focus() { /** @type {HTMLInputElement | null} */ (this.#layouts.querySelector('input:checked') ?? this.#captions)?.focus(); }

  /** @param {View} view */
  show({ kinds, chosen, captions, information, boxes, stacks, collection }) {
    if (this.#said !== kinds.join()) this.#list(kinds);
    for (const input of this.#layouts.querySelectorAll('input')) input.checked = input.value === chosen;
    this.#captions.checked = captions;
    this.#information.checked = information;
    this.#boxes.checked = boxes;
    /** @type {HTMLElement} */ (this.#boxes.parentElement).hidden = !collection?.dataSets?.length;
    this.#stacks.checked = stacks ?? false;
    this.#say();
    /** @type {HTMLElement} */ (this.#stacks.parentElement).hidden = stacks === undefined;
    /** @type {HTMLElement} */ (this.#whole.parentElement).hidden = stacks !== true || collection?.capabilities?.marks !== true;
    this.#bursts.show(collection, stacks === true);
  }

  /** @param {string[]} kinds */
  #list(kinds) {
    this.#said = kinds.join();
    this.#layouts.replaceChildren();
    for (const kind of kinds) {
      const input = box(this.#layouts, 'radio', strings.layouts[kind] ?? kind);
      input.name = 'layout';
      input.value = kind;
      input.addEventListener('change', () => this.#act.layout(kind));
    }
  }
}

/**
 * @param {HTMLElement} parent
 * @param {'radio' | 'checkbox'} type
 * @param {string} text
 * @param {string} [className]
 */
function box(parent, type, text, className) {
  const label = append(parent, 'label', className);
  const input = append(label, 'input');
  input.type = type;
  append(label, 'span').textContent = text;
  return input;
}
