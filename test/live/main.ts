import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { start } from '../tools/main';
import { LiveAccount } from './account';
import { Ear } from './ear';
import { parts } from './parts';
import { runPass } from './pass';
import { reportOf, type Notes } from './questions';

const FOLDER = 'live-pass';
const NOTES = `${FOLDER}/notes.json`;

/** `npm run live` settles what only a live account can settle (docs/service.md: Other readings). */
async function main(): Promise<void> {
	const service = new LiveAccount(process.env);
	if (service.callbackUrl) service.ear = await Ear.at(Number(process.env.MEDIA_CALLBACK_PORT ?? 8080));
	const notes: Notes = existsSync(NOTES)
		? JSON.parse(readFileSync(NOTES, 'utf8'))
		: { answers: {}, done: {} };
	const date = new Date().toISOString().slice(0, 10);
	mkdirSync(FOLDER, { recursive: true });
	const screen = createInterface({ input: process.stdin, output: process.stdout });
	const tell = (line: string) => console.log(service.clean(line));
	const keep = (kept: Notes) => {
		writeFileSync(NOTES, service.clean(JSON.stringify(kept, null, 2)));
		writeFileSync(`${FOLDER}/report-${date}.md`, service.clean(reportOf(kept, date)));
	};
	const paid = parts.filter(({ cost }) => cost !== undefined);
	tell(
		`${parts.length - paid.length} free checks, then ${paid.length} paid steps. You are asked before each:`,
	);
	for (const { name, cost } of paid) tell(` - ${name}: ${cost ?? ''}${name in notes.done ? ' (done)' : ''}`);
	await service.logIn();
	const isOver = await runPass(service, parts, notes, {
		...{ tell, keep, pollMs: 3_000 },
		async ask(question) {
			const typed = (await screen.question(`${service.clean(question)} `)).trim().toLowerCase();
			return typed === 'y' ? true : typed === 'n' ? false : undefined;
		},
	});
	screen.close();
	service.ear?.close();
	keep(notes);
	tell(isOver ? `The report is ${FOLDER}/report-${date}.md` : 'Stopped. Run it again to go on.');
}

start(main);
