// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchReader } from '../../Public/grid/cells/batch-reader.js';
import { PictureBatches } from '../../Public/grid/cells/picture-batches.js';
import { Random } from './random.js';

/**
 * An answer as the server makes it.
 * @param {(number[] | null)[]} pictures
 * @param {string} [rev]
 */
function answer(pictures, rev = '1') {
  const head = JSON.stringify({ images: pictures.map((bytes) => bytes && { type: 'image/jpeg', length: bytes.length, rev }) });
  return new Uint8Array([...new TextEncoder().encode(`${head}\n`), ...pictures.flatMap((bytes) => bytes ?? [])]);
}

test('an answer in parts of any size has the same pictures, each as soon as it is whole', async () => {
  const random = new Random(7);
  const chance = (/** @type {number} */ limit) => random.below(limit);
  for (let round = 0; round < 200; round++) {
    const pictures = Array.from({ length: chance(6) }, () => (chance(4) ? Array.from({ length: chance(40) }, () => chance(256)) : null));
    const bytes = answer(pictures);
    /** @type {(Blob | undefined)[]} */
    const found = [];
    const reader = new BatchReader((index, picture) => {
      assert.equal(index, found.length);
      found.push(picture);
    });
    for (let at = 0; at < bytes.length;) {
      const length = 1 + chance(30);
      reader.take(bytes.slice(at, at + length));
      at += length;
    }
    const read = await Promise.all(found.map(async (blob) => (blob ? [...new Uint8Array(await blob.arrayBuffer())] : null)));
    assert.deepEqual(read, pictures);
    assert.ok(found.every((blob) => !blob || blob.type === 'image/jpeg'));
  }
});

test('what is no such answer is refused', () => {
  const reader = new BatchReader(() => assert.fail('a picture'));
  assert.throws(() => reader.take(new TextEncoder().encode('<html>\n')));
});

const address = (/** @type {number | string} */ item, width = 160) => `/api/v1/collections/photos/items/${item}/image?w=${width}&rev=1`;

/** A server whose answers are given by the test. */
class FarServer {
  root = 'http://far/api/v1';
  /** @type {{items: string[], width: number, url: string, signal: AbortSignal, respond: (response: object) => void}[]} */
  asked = [];
  batches = new PictureBatches(/** @type {any} */ (this));

  constructor(trip = 300) {
    this.batches.took(trip);
    globalThis.fetch = /** @type {any} */ ((/** @type {string} */ url, /** @type {any} */ { body, signal }) => new Promise((respond, reject) => {
      this.asked.push({ ...JSON.parse(body), url, signal, respond });
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    }));
  }

  /**
   * @param {number} number of the request
   * @param {(item: string) => number[] | null} picture
   * @param {string} [revision]
   */
  respond(number, picture = (item) => [Number(item)], revision = '1') {
    const { items, respond } = this.asked[number];
    respond({ ok: true, body: new Blob([answer(items.map(picture), revision)]).stream() });
  }

  /** @param {number | string} item whose bytes are kept */
  async bytes(item) {
    const url = this.batches.kept(address(item));
    return url && [...new Uint8Array(await (await download(url)).arrayBuffer())];
  }
}

const download = globalThis.fetch;

const turn = () => new Promise((done) => setTimeout(done, 5));

test('near by, each picture is fetched by itself', async () => {
  const { batches, asked } = new FarServer(10);
  assert.equal(batches.fetch(address(1)), undefined);
  assert.equal(batches.limit, undefined);
  // One quick response among slow ones: the line is near, and the server had work.
  const server = new FarServer(300);
  server.batches.took(20);
  assert.equal(server.batches.fetch(address(1)), undefined);
  await turn();
  assert.equal(asked.length + server.asked.length, 0);
});

test('what is wanted in one go leaves in few requests, and the rest when one of them has ended', async () => {
  const server = new FarServer();
  const arrivals = Array.from({ length: 40 }, (_, n) => server.batches.fetch(address(n)));
  await turn();
  assert.deepEqual(server.asked.map(({ items }) => items.length), [8, 8, 8]);
  assert.equal(server.asked[0].url, 'http://far/api/v1/collections/photos/images');
  assert.equal(server.asked[0].width, 160);
  server.respond(1);
  await turn();
  assert.deepEqual(server.asked.map(({ items }) => items[0]), ['0', '8', '16', '24']);
  assert.equal(await arrivals[9]?.isKept, true);
  assert.deepEqual(await server.bytes(9), [9]);
  assert.equal(await server.bytes(1), undefined);
  assert.equal(server.batches.fetch(address(9)), undefined, 'it is here');
});

test('pictures of another width, or of another collection, are other requests; names are encoded once', async () => {
  const server = new FarServer();
  server.batches.fetch(address('~~a~1b~0c'));
  server.batches.fetch(address('c', 320));
  server.batches.fetch('/api/v1/collections/other%20one/items/d/image?w=160&rev=2');
  assert.equal(server.batches.fetch('https://elsewhere/e.jpg'), undefined);
  await turn();
  assert.deepEqual(server.asked.map(({ items, width, url }) => [items, width, url.split('/').at(-2)]),
    [[['a/b~c'], 160, 'photos'], [['c'], 320, 'photos'], [['d'], 160, 'other%20one']]);
});

test('what was cancelled before it left is not asked for; a request that nobody waits for is aborted', async () => {
  const server = new FarServer();
  const arrivals = Array.from({ length: 4 }, (_, n) => server.batches.fetch(address(n)));
  arrivals[1]?.cancel();
  await turn();
  assert.deepEqual(server.asked[0].items, ['0', '2', '3']);
  arrivals[0]?.cancel();
  arrivals[2]?.cancel();
  assert.equal(server.asked[0].signal.aborted, false);
  arrivals[3]?.cancel();
  assert.equal(server.asked[0].signal.aborted, true);
  await turn();
  server.batches.fetch(address(9));
  await turn();
  assert.equal(server.asked.length, 2, 'its place is free');
});

test('who wants what is on its way waits for the same request, and keeps it from being aborted', async () => {
  const server = new FarServer();
  const first = server.batches.fetch(address(1));
  await turn();
  const again = server.batches.fetch(address(1));
  first?.cancel();
  await turn();
  assert.equal(server.asked.length, 1);
  assert.equal(server.asked[0].signal.aborted, false);
  server.respond(0);
  assert.equal(await again?.isKept, true);
  // One that was aborted is asked for anew, at once.
  server.batches.fetch(address(2))?.cancel();
  await turn();
  assert.equal(server.asked.length, 1, 'it had not left');
  const third = server.batches.fetch(address(2));
  await turn();
  third?.cancel();
  assert.equal(server.asked[1].signal.aborted, true);
  const fourth = server.batches.fetch(address(2));
  await turn();
  assert.equal(server.asked.length, 3);
  server.respond(2);
  assert.equal(await fourth?.isKept, true);
});

test('a picture that the server does not have yet, and those of a request that fails, are fetched by themselves', async () => {
  const server = new FarServer();
  const [first, second] = [server.batches.fetch(address(1)), server.batches.fetch(address(2))];
  await turn();
  server.respond(0, (item) => (item === '1' ? null : [2]));
  assert.equal(await first?.isKept, false);
  assert.equal(await second?.isKept, true);
  const third = server.batches.fetch(address(3));
  await turn();
  server.asked[1].respond(new Response('', { status: 404 }));
  assert.equal(await third?.isKept, false);
  assert.equal(server.batches.fetch(address(4)), undefined, 'the server knows no batches');
  assert.deepEqual(await server.bytes(2), [2], 'what came stays');
});

test('a picture of another revision than the address says is not kept', async () => {
  const server = new FarServer();
  const arrival = server.batches.fetch(address(1));
  await turn();
  server.respond(0, () => [1], '2');
  assert.equal(await arrival?.isKept, false);
  assert.equal(await server.bytes(1), undefined);
});

test('after a refusal, what is no answer, and an answer with nothing in it, there is a rest', async ({ mock }) => {
  let now = 1000;
  mock.method(performance, 'now', () => now);
  const server = new FarServer();
  const refusals = [
    new Response('<html>', { status: 502 }), Response.json({ code: 'collection-missing' }, { status: 404 }), new Response('<html>\n'), undefined,
  ];
  for (const [number, response] of refusals.entries()) {
    const arrival = server.batches.fetch(address(number));
    server.batches.fetch(address(`other ${number}`));
    await turn();
    if (response) server.asked[number].respond(response);
    else server.respond(number, () => null);
    assert.equal(await arrival?.isKept, false);
    await turn();
    assert.equal(server.batches.limit, undefined);
    now += 4990;
    assert.equal(server.batches.limit, undefined);
    now += 10;
    assert.notEqual(server.batches.limit, undefined);
  }
});

test('a picture that cannot be shown is forgotten; after some, nothing comes together, unless many others do', async () => {
  const server = new FarServer();
  const fetched = async (/** @type {number} */ from, /** @type {number} */ count) => {
    for (let item = from; item < from + count; item++) server.batches.fetch(address(item));
    await turn();
    while (server.asked.length) {
      server.respond(0);
      server.asked.shift();
      await turn();
    }
  };
  await fetched(0, 8);
  for (const item of [0, 1]) server.batches.failed(address(item));
  assert.equal(await server.bytes(0), undefined);
  assert.deepEqual(await server.bytes(2), [2]);
  await fetched(100, 24);
  for (const item of [100, 101]) server.batches.failed(address(item));
  assert.notEqual(server.batches.limit, undefined);
  server.batches.failed(address(102));
  assert.equal(server.batches.limit, undefined);
  assert.equal(await server.bytes(7), undefined, 'a page that forbids such addresses shows none');
});

test('what came is kept, the newest up to a size', async () => {
  const server = new FarServer();
  for (let item = 1; item <= 25; item++) {
    const arrival = server.batches.fetch(address(item));
    await turn();
    server.respond(0, () => Array(1 << 20).fill(item));
    server.asked.length = 0;
    assert.equal(await arrival?.isKept, true);
  }
  assert.equal(server.batches.kept(address(1)), undefined);
  assert.equal((await server.bytes(2))?.length, 1 << 20);
  server.batches.fetch(address(25));
  server.batches.fetch(address(1));
  await turn();
  assert.deepEqual(server.asked[0].items, ['1']);
});
