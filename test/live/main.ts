import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { start } from '../tools/main';
import { LiveAccount } from './account';
import { Ear } from './ear';
import { changesOf } from './learn';
import { parts } from './parts';
import { runPass } from './pass';
import { noNotes, reportOf, type Notes } from './questions';

const FOLDER = 'live-pass';
const NOTES = `${FOLDER}/notes.json`;

/** `npm run live` settles what only a live account can settle (docs/service.md: Other readings). */
async function main(): Promise<void> {
	const service = new LiveAccount(process.env);
	if (service.callbackUrl) service.ear = await Ear.at(Number(process.env.MEDIA_CALLBACK_PORT ?? 8080));
	const notes: Notes = { ...noNotes(), ...(existsSync(NOTES) && JSON.parse(readFileSync(NOTES, 'utf8'))) };
	const date = new Date().toISOString().slice(0, 10);
	mkdirSync(FOLDER, { recursive: true });
	const screen = createInterface({ input: process.stdin, output: process.stdout });
	const { signal } = service.stop;
	const stop = () => service.stop.abort();
	for (const source of [screen, process]) source.on('SIGINT', stop);
	process.on('SIGTERM', stop);
	screen.on('close', stop);
	const tell = (line: string) => console.log(service.clean(line));
	const keep = (kept: Notes) => {
		writeFileSync(NOTES, service.clean(JSON.stringify(kept, null, 2)));
		writeFileSync(`${FOLDER}/live-pass.json`, `${JSON.stringify({ answers: kept.answers }, null, '\t')}\n`);
		writeFileSync(`${FOLDER}/report-${date}.md`, service.clean(reportOf(kept, date)));
	};
	const paid = parts.filter(({ cost }) => cost !== undefined);
	tell(
		`${parts.length - paid.length} free checks, and ${paid.length} paid steps. You are asked before each:`,
	);
	for (const { name, cost } of paid) tell(` - ${name}: ${cost ?? ''}${name in notes.done ? ' (done)' : ''}`);
	const isOver = await runPass(service, parts, notes, {
		...{ tell, keep, pollMs: 3_000, sessionMs: 25_000 },
		async ask(question) {
			const read = screen.question(`${service.clean(question)} `, { signal }).catch(() => 's');
			const typed = (await read).trim().toLowerCase();
			return typed === 'y' ? true : typed === 'n' ? false : undefined;
		},
	});
	screen.close();
	service.ear?.close();
	keep(notes);
	for (const line of changesOf(notes.answers)) tell(` - ${line}`);
	tell(isOver ? `The report is ${FOLDER}/report-${date}.md` : 'Stopped. Run it again to go on.');
}

start(main);
