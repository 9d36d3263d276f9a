// @ts-check
// What is loaded when the filter panel, the quick bar or the menu of sort and groups is opened first: one file in the bundle.

export { ArrangeForm } from './arrange-form.js';
export { FilterForm } from './filter-form.js';
export { QuickBar } from './quick-bar.js';
