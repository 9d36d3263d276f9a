// @ts-check
// <collection-grid> as a component of Vue 3. Its types are in vue.d.ts.

import { defineComponent, h, onMounted, shallowRef, watch } from 'vue';
import './modules/collection-grid.js';

const EVENTS = [
  'itemclick', 'itemopen', 'selectionchange', 'itemmove', 'itemmoved', 'itemmark', 'itemmenu', 'querychange', 'visiblerangechange', 'statechange',
  'itemschange', 'picturechange', 'refreshchange', 'descriptionchange', 'layoutchange', 'densitystep', 'jump', 'ownordermade',
  'originalopen', 'albumschange', 'error', 'input', 'change',
];
const SLOTS = ['toolbar', 'empty', 'failed'];
/** Methods of the element that a template ref of the component has as well. */
const METHODS = [
  'showItem', 'scrollToItem', 'select', 'selectAll', 'clearSelection', 'selectedItems', 'find', 'refresh', 'undo', 'redo', 'makeOwnOrder', 'notify', 'focus',
  'item', 'indexOf', 'itemAt', 'cellOf',
];

export const CollectionGrid = defineComponent({
  name: 'CollectionGrid',
  props: {
    server: String, layout: [String, Object], density: Number, captions: Boolean, noBoxes: Boolean, policy: String, token: String, query: Object, readOnly: Boolean, actions: String, name: String,
    multiple: Boolean, required: Boolean, disabled: Boolean, modelValue: [String, Array], collection: String,
  },
  emits: [...EVENTS, 'update:modelValue'],
  setup(props, { emit, expose, slots }) {
    const element = shallowRef();
    const chosen = () => (props.multiple ? element.value.values : element.value.value);
    // What a person has just chosen comes back as the model's value.
    watch([() => props.modelValue, element], ([value]) => {
      if (!element.value || value === undefined || JSON.stringify(value) === JSON.stringify(chosen())) return;
      element.value.values = Array.isArray(value) ? value : [value].filter(Boolean);
    }, { flush: 'post' });

    const listeners = Object.fromEntries(EVENTS.map((type) => [`on${type[0].toUpperCase()}${type.slice(1)}`, (/** @type {Event} */ event) => {
      // An event of what is in a slot is not the grid's.
      if (event.target !== element.value) return;
      emit(type, event);
      if (type === 'change') emit('update:modelValue', chosen());
    }]));
    const methods = Object.fromEntries(METHODS.map((name) => [name, (/** @type {unknown[]} */ ...values) => element.value?.[name](...values)]));
    expose({ ...methods, element });

    /** @returns {Record<string, unknown>} the element's properties: a prop that is not given is not set either */
    const given = () => {
      const { modelValue, ...properties } = props;
      return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined && value !== false));
    };
    // Of a page that a server has rendered, Vue takes the elements over without setting their properties.
    onMounted(() => {
      for (const [name, value] of Object.entries(given())) {
        if (JSON.stringify(element.value[name]) !== JSON.stringify(value)) element.value[name] = value;
      }
    });

    return () => {
      // Rendered by a server it is the bare tag: a token has no place in a document.
      const properties = globalThis.document ? given() : {};
      return h('collection-grid', { ...properties, ...listeners, ref: element }, [
        ...SLOTS.filter((name) => slots[name]).map((name) => h('div', { slot: name, key: name }, slots[name]?.())), slots.default?.(),
      ]);
    };
  },
});

export * from './modules/collection-grid.js';
