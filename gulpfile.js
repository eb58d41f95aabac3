const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const { src, dest, parallel, series } = require('gulp');
const { repository } = require('./package.json');

/** Icons go beside the compiled nodes and credentials, where n8n looks for them. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

/** Codex files (search words, categories) go next to the node that they describe. */
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

/** Schemas of what the operations put out, which the editor shows before a node has run. */
const schemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

/** The one file in JavaScript, which TypeScript does not copy. */
const zod = () => src('nodes/shared/zod/index.js').pipe(dest('dist/nodes/shared/zod'));

const PLACEHOLDER = 'https://github.com/OWNER/n8n-nodes-media-generation';

/** Help links lead to the repository in package.json. While it names none, there are no help links. */
const links = async () => {
	const url = repository?.url.replace(/^git\+|\.git$/g, '');
	const files = readdirSync('dist', { recursive: true }).filter((name) =>
		/\.(node\.json|credentials\.js)$/.test(name),
	);
	for (const file of files.map((name) => `dist/${name}`)) {
		const text = readFileSync(file, 'utf8');
		if (url) writeFileSync(file, text.replaceAll(PLACEHOLDER, url));
		else if (file.endsWith('.js'))
			writeFileSync(file, text.replace(`'${PLACEHOLDER}#set-up-the-credential'`, "''"));
		else writeFileSync(file, JSON.stringify({ ...JSON.parse(text), resources: {} }));
	}
};

exports.build = series(parallel(icons, codex, schemas, zod), links);
