// @ts-check
// Reads an answer with many pictures as it comes: a line of JSON that says what follows, then their bytes one after another. Free of the DOM.

const NEWLINE = 10;

export class BatchReader {
  #receive;
  /** @type {Uint8Array[]} */
  #parts = [];
  #length = 0;
  /** @type {({type: string, length: number, rev: string} | null)[] | undefined} */
  #images;
  #next = 0;

  /**
   * @param {(index: number, picture?: Blob, revision?: string) => void} receive is called for each picture in turn, with the revision of
   *   the content that it was made of; without a picture where there is none
   */
  constructor(receive) {
    this.#receive = receive;
  }

  /**
   * Takes the next bytes. Throws where they are no such answer.
   * @param {Uint8Array} bytes
   */
  take(bytes) {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (!this.#images) {
      const all = this.#all();
      const end = all.indexOf(NEWLINE);
      if (end < 0) return;
      this.#images = JSON.parse(new TextDecoder().decode(all.subarray(0, end))).images;
      this.#keep(all.subarray(end + 1));
    }
    const images = this.#images ?? [];
    for (; this.#next < images.length; this.#next++) {
      const image = images[this.#next];
      if (image && this.#length < image.length) return;
      if (image) this.#receive(this.#next, this.#cut(image), image.rev);
      else this.#receive(this.#next);
    }
  }

  /** @param {{type: string, length: number}} image */
  #cut({ type, length }) {
    const all = this.#all();
    this.#keep(all.subarray(length));
    return new Blob([all.slice(0, length)], { type });
  }

  /** All bytes that are not used yet. */
  #all() {
    if (this.#parts.length === 1) return this.#parts[0];
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    this.#parts = [all];
    return all;
  }

  /** @param {Uint8Array} rest */
  #keep(rest) {
    this.#parts = [rest];
    this.#length = rest.length;
  }
}
