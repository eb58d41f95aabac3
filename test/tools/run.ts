/**
 * `npm run tool -- <name>`: what measures, tries and draws, beside the tests. Without a name it lists them. What stands
 * behind the name goes to the tool.
 */
const tools: Record<string, { about: string; start: () => Promise<unknown> }> = {
	bench: {
		about: 'status calls, lag and memory beside the usual loops; the cost of an item in a run of thousands',
		start: async () => await import('./bench/bench'),
	},
	'bench:busy': {
		about:
			'how soon a run of 100 jobs ends on a real n8n when the machine is busy; 6: so many busy processes',
		start: async () => await import('./bench/busy'),
	},
	'bench:calls': {
		about:
			'what stays in the memory of a real n8n of a signed call for each of 1,000 rows of 50 KB; 60: so many rows',
		start: async () => await import('./bench/calls'),
	},
	'bench:keys': {
		about: 'rows with and without idempotency keys, on a real n8n',
		start: async () => await import('./bench/keys'),
	},
	'bench:startup': {
		about: "what the package adds to n8n's start; 25: so many starts",
		start: async () => await import('./bench/startup'),
	},
	'bench:waits': {
		about: '200 jobs, by each way to wait, on a real n8n',
		start: async () => await import('./bench/waits'),
	},
	counts: {
		about: "fields and controls on the way to a first result, beside n8n's own video nodes",
		start: async () => await import('./counts'),
	},
	fields: {
		about: 'puts three defects into each field of each request, and tells which tests notice them',
		start: async () => await import('./fields'),
	},
	fuzz: {
		about: 'tries what reads foreign data, and the nodes, with anything for a minute; --seconds=600 --seed=7',
		start: async () => await import('./fuzz/run'),
	},
	mutations: {
		about:
			'small changes to a copy of the sources: which of them does no test notice? --room=shared/run --file=',
		start: async () => await import('./mutations/run'),
	},
	screenshots: {
		about: "the pictures of the README, made in n8n's editor; names of scenes: those alone",
		start: async () => await import('./screenshots'),
	},
};

const [name = '', ...rest] = process.argv.slice(2);
const tool = tools[name];
if (tool) {
	// Each reads what stands behind its own name.
	process.argv.splice(2, Infinity, ...rest);
	void tool.start();
} else {
	console.log('npm run tool -- <name>');
	for (const [each, { about }] of Object.entries(tools)) console.log(`  ${each.padEnd(14)} ${about}`);
	process.exitCode = name === '' ? 0 : 1;
}
