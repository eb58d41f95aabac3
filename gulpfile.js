const { src, dest, parallel } = require('gulp');

/** Icons go beside the compiled nodes and credentials, where n8n looks for them. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

/** Codex files (search words, categories) go next to the node that they describe. */
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

/** Schemas of what the operations put out, which the editor shows before a node has run. */
const schemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

/** The one file in JavaScript, which TypeScript does not copy. */
const zod = () => src('nodes/shared/zod/index.js').pipe(dest('dist/nodes/shared/zod'));

exports.build = parallel(icons, codex, schemas, zod);
