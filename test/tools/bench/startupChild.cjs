/*
 * One start of n8n as far as a community package takes part in it, in a process of its own: n8n's loader of packages reads
 * it, and then every credential, as n8n does at its start. What n8n itself has loaded by then is loaded before.
 * Arguments: the package's folder. Prints one line of JSON.
 */
const { readFile } = require('node:fs/promises');
const { LazyPackageDirectoryLoader } = require('n8n-core');
require('n8n-workflow');
require('zod');
require('ws');

const cpu = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};
const bytes = () => {
	global.gc();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
};
const modules = () => Object.keys(require.cache).length;

async function main() {
	const loader = new LazyPackageDirectoryLoader(process.argv[2]);
	// Node's own buffers for reading files are not the package's.
	await readFile(process.execPath);
	const before = { bytes: bytes(), modules: modules(), cpu: cpu() };
	await loader.loadAll();
	for (const name of Object.keys(loader.known.credentials)) loader.getCredential(name);
	const cpuMs = cpu() - before.cpu;
	const atStart = { bytes: bytes(), modules: modules() };

	const nodes = Object.keys(loader.known.nodes);
	const began = cpu();
	loader.getNode(nodes[0]);
	const firstUseMs = cpu() - began;
	console.log(
		JSON.stringify({
			nodes: nodes.length,
			cpuMs,
			mebibytes: (atStart.bytes - before.bytes) / 2 ** 20,
			modules: atStart.modules - before.modules,
			firstUseMs,
		}),
	);
}

void main();
