// @ts-check
// Writes the custom elements manifest (schema 1.0.0) of the grid, from the comments and types of its source: the element, the functions
// beside it, and the classes of its events.
// node npm/custom-elements.js TSC > custom-elements.json, with the path of TypeScript's `tsc`, links followed.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** @type {typeof import('typescript')} */
const ts = createRequire(process.argv[2])('../lib/typescript.js');

const folder = fileURLToPath(new URL('../Public/grid/element/', import.meta.url));
const ELEMENT = 'collection-grid-element.js';
const EVENTS = '../grid-events.js';
const MODULE = '../collection-grid.js';

const program = ts.createProgram([ELEMENT, EVENTS, MODULE].map((name) => folder + name), {
  allowJs: true, checkJs: true, noEmit: true, strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022,
  moduleResolution: ts.ModuleResolutionKind.NodeJs, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: [],
});
const checker = program.getTypeChecker();

/** @param {string} name */
const classesOf = (name) => program.getSourceFile(fileURLToPath(new URL(name, `file://${folder}`)))?.statements.filter(ts.isClassDeclaration) ?? [];

/** @param {import('typescript').Node} node */
const documentationOf = (node) => {
  const comments = /** @type {import('typescript').JSDoc[]} */ (ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc));
  return oneLine(comments.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '').join(' '));
};
/** @param {string} text */
const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/**
 * The tags of a class that name what the type system does not know: slots, parts, custom properties.
 * @param {import('typescript').Node} node
 * @param {string} tag
 */
const named = (node, tag) => ts.getJSDocTags(node).filter(({ tagName }) => tagName.text === tag).map(({ comment }) => {
  const [, name, description] = /^(\S+)\s*(?:- )?(.*)$/s.exec(ts.getTextOfJSDocComment(comment) ?? '') ?? [];
  return { name: name === 'default' ? '' : name, description: oneLine(description ?? '') };
});

/** @param {import('typescript').Type} type */
const typeText = (type) => checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation).replace(/import\("[^"]*"\)\./g, '');

/** Names of the DOM's own callbacks, and what is for the grid's own modules. */
const isHidden = (/** @type {string} */ name, /** @type {import('typescript').Node} */ node) =>
  /Callback$/.test(name) || name === 'constructor' || ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');

/**
 * @param {import('typescript').ClassDeclaration} declaration
 * @param {Set<string>} attributes
 */
function membersOf(declaration, attributes) {
  /** @type {Map<string, any>} */
  const members = new Map();
  /** @type {Set<string>} */
  const hidden = new Set();
  for (const member of declaration.members) {
    const name = member.name && ts.isIdentifier(member.name) ? member.name.text : '';
    const isStatic = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
    if (isHidden(name, member)) hidden.add(name);
    if (!name || isStatic || members.has(name) || hidden.has(name)) continue;
    const description = documentationOf(member);
    if (ts.isMethodDeclaration(member)) members.set(name, { kind: 'method', name, description, ...signatureOf(member) });
    else if (ts.isGetAccessor(member) || ts.isSetAccessor(member)) {
      const isWritable = declaration.members.some((other) => ts.isSetAccessor(other) && other.name.getText() === name);
      members.set(name, {
        kind: 'field', name, description, type: { text: typeText(checker.getTypeAtLocation(member)) },
        ...(!isWritable && { readonly: true }), ...(attributes.has(name.toLowerCase()) && { attribute: name.toLowerCase(), reflects: true }),
      });
    }
  }
  return [...members.values()];
}

/**
 * @param {import('typescript').MethodDeclaration | import('typescript').FunctionDeclaration} declaration
 */
function signatureOf(declaration) {
  const signature = checker.getSignatureFromDeclaration(declaration);
  return {
    parameters: declaration.parameters.map((parameter) => ({
      name: parameter.name.getText(), type: { text: typeText(checker.getTypeAtLocation(parameter)) },
      ...(parameter.initializer && { default: parameter.initializer.getText() }), ...(isOptional(parameter) && { optional: true }),
    })),
    ...(signature && { return: { type: { text: typeText(signature.getReturnType()) } } }),
  };
}

/**
 * A class of events: what its constructor sets is what a listener reads.
 * @param {import('typescript').ClassDeclaration} declaration
 */
function eventClass(declaration) {
  const type = checker.getTypeAtLocation(declaration);
  const own = type.getProperties().filter(({ declarations }) => declarations?.some((place) => place.getSourceFile() === declaration.getSourceFile()));
  return {
    kind: 'class', name: declaration.name?.text, superclass: { name: 'Event' }, description: documentationOf(declaration),
    members: own.map((property) => ({
      kind: 'field', name: property.name, readonly: true, type: { text: typeText(checker.getTypeOfSymbolAtLocation(property, declaration)) },
      description: oneLine(ts.displayPartsToString(property.getDocumentationComment(checker))),
    })),
  };
}

/** @param {import('typescript').ParameterDeclaration} parameter */
const isOptional = (parameter) => parameter.initializer !== undefined ||
  ts.getJSDocParameterTags(parameter).some(({ isBracketed }) => isBracketed);

/** Each class of events names its events in its comment, in front of the colon. */
const events = classesOf(EVENTS).flatMap((declaration) => {
  const text = documentationOf(declaration);
  const [, names = '', description = ''] = /^([^:.]*)[:.]?\s*(.*)$/s.exec(text) ?? [];
  return [...names.matchAll(/`(\w+)`/g), ...description.matchAll(/(?<=\. )`(\w+)`/g)].map(([, name]) => ({
    name, type: { text: declaration.name?.text }, description: text,
  }));
});

const [element] = classesOf(ELEMENT);
/** Attributes are observed, or reflected by a property of the same name. */
const attributes = new Set(element.members.filter(ts.isGetAccessor)
  .flatMap((member) => [...member.getText().matchAll(/'(\w+)'/g)].map(([, name]) => name)
    .filter((name) => [name, 'observedattributes'].includes(member.name.getText().toLowerCase()))));
const members = membersOf(element, attributes);

/** What the module exports, the element and what is for the grid's own page aside. */
const source = program.getSourceFile(fileURLToPath(new URL(MODULE, `file://${folder}`)));
const moduleSymbol = source && checker.getSymbolAtLocation(source);
const others = (moduleSymbol ? checker.getExportsOfModule(moduleSymbol) : []).flatMap((symbol) => {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target.declarations?.[0];
  if (!declaration || declaration === element || isHidden(symbol.name, declaration)) return [];
  if (ts.isClassDeclaration(declaration)) return [eventClass(declaration)];
  if (!ts.isFunctionDeclaration(declaration)) return [];
  return [{ kind: 'function', name: symbol.name, description: documentationOf(declaration), ...signatureOf(declaration) }];
});

const manifest = {
  schemaVersion: '1.0.0',
  modules: [{
    kind: 'javascript-module',
    path: 'modules/collection-grid.js',
    declarations: [{
      kind: 'class', customElement: true, name: 'CollectionGrid', tagName: 'collection-grid', superclass: { name: 'HTMLElement' },
      description: documentationOf(element),
      attributes: [...attributes].map((name) => {
        const field = members.find((member) => member.name.toLowerCase() === name);
        return { name, fieldName: field?.name, description: field?.description, type: field?.type };
      }),
      members, events,
      slots: named(element, 'slot'), cssParts: named(element, 'csspart'), cssProperties: named(element, 'cssproperty'),
    }, ...others],
    exports: [
      ...['CollectionGrid', ...others.map(({ name }) => name)].map((name) => ({ kind: 'js', name, declaration: { name } })),
      { kind: 'custom-element-definition', name: 'collection-grid', declaration: { name: 'CollectionGrid' } },
    ],
  }],
};
process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`);
