// @ts-check
// The demos' own kinds of cell.

import { append } from '../grid/dom.js';
import { registerCell } from '../grid/cells/registrations.js';
import { fileAddress } from '../grid/file-address.js';

// The emoji is a shadow of itself until its load brings the picture behind it.
const SHEET = fileAddress('../demos/cells.css');

registerCell('emoji', {
  make(body) {
    body.classList.add('emoji');
    const picture = append(body, 'img');
    return { picture, sign: append(body, 'span', 'emoji-sign'), name: append(body, 'span', 'emoji-name') };
  },
  configure(parts, cell) {
    parts.sign.textContent = String(cell.item?.attributes?.emoji ?? '');
    parts.name.textContent = cell.item?.title ?? '';
  },
  picture: (parts) => parts.picture,
}, SHEET);

registerCell('friend', {
  make(body) {
    body.classList.add('friend');
    const face = append(body, 'span', 'friend-face');
    return { face, name: append(body, 'span', 'friend-name') };
  },
  configure(parts, cell) {
    parts.face.textContent = String(cell.item?.attributes?.initials ?? '');
    parts.face.style.backgroundColor = String(cell.item?.attributes?.colour ?? '');
    parts.name.textContent = cell.item?.title ?? '';
  },
}, SHEET);
