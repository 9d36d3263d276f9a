// @ts-check
// The friends' buttons: each sends one batch update and shows the result.

import { call, collectionPath, reasonOf } from '../grid/server/api.js';
import { strings } from '../strings/strings.js';
import { words } from './words.js';

const ID = 'friends';

export class FriendButtons {
  #bar;
  #result;

  /** @param {HTMLElement} main */
  constructor(main) {
    this.#bar = document.createElement('div');
    this.#bar.className = 'friends-bar';
    this.#bar.setAttribute('role', 'toolbar');
    this.#button(words.insert, words.insertHint, () => this.#insert());
    this.#button(words.delete, words.deleteHint, () => this.#delete());
    this.#button(words.update, words.updateHint, () => this.#update());
    this.#button(words.contradict, words.contradictHint, () => this.#contradict());
    this.#result = document.createElement('output');
    this.#bar.append(this.#result);
    main.append(this.#bar);
  }

  close() { this.#bar.remove(); }

  async #insert() {
    const { ids, count } = await this.#friends();
    const numbers = ids.map((id) => Number(id.split('-')[1]) || 0);
    const number = Math.max(0, ...numbers) + 1;
    const given = NAMES[(number - 1) % NAMES.length];
    const item = {
      id: `friend-${number}`, title: given, kind: 'friend',
      attributes: { colour: `hsl(${(number * 137) % 360} 60% 72%)`, initials: given.slice(0, 2) },
    };
    await this.#send({ inserts: [{ at: [0, Math.floor(Math.random() * (count + 1))], item }] });
  }

  async #delete() {
    const { count } = await this.#friends();
    if (count) await this.#send({ deletes: [[0, count - 1]] });
  }

  async #update() {
    const { count } = await this.#friends();
    if (count < 4) return this.#say(words.tooFew, true);
    const moves = [0, 1, 2].map((place) => ({ from: [0, place], to: [0, place + 1] }));
    await this.#send({ moves, reloads: [[0, 3]] });
  }

  /** Deletes the first and inserts far beyond the end, where there is no place. */
  async #contradict() {
    const { count } = await this.#friends();
    await this.#send({ deletes: [[0, 0]], inserts: [{ at: [0, count + 8], item: { id: 'friend-0', title: 'Nobody' } }] });
  }

  /** @returns {Promise<{ids: string[], count: number}>} in their order */
  async #friends() {
    const { sections } = await call('GET', collectionPath(ID, 'snapshot'));
    const ids = sections.flatMap((/** @type {{items: {id: string}[]}} */ { items }) => items.map(({ id }) => id));
    return { ids, count: sections[0]?.items.length ?? 0 };
  }

  /** @param {object} batch */
  async #send(batch) {
    try {
      await call('POST', collectionPath(ID, 'batch'), batch);
      this.#say(words.done, false);
    } catch (error) {
      this.#say(words.failed(strings.reason(reasonOf(error))), true);
    }
  }

  /**
   * @param {string} text
   * @param {boolean} isRefusal
   */
  #say(text, isRefusal) {
    this.#result.textContent = text;
    this.#result.classList.toggle('refusal', isRefusal);
  }

  /**
   * @param {string} text
   * @param {string} hint
   * @param {() => void} act
   */
  #button(text, hint, act) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.title = hint;
    button.addEventListener('click', act);
    this.#bar.append(button);
  }
}

const NAMES = ['Ada', 'Bo', 'Chiara', 'Deniz', 'Emre', 'Farah', 'Goro', 'Hana', 'Iris', 'Jun', 'Kofi', 'Lena', 'Mateo', 'Noor', 'Olga', 'Pia'];
